import type { MachinePart } from '../../test/helpers/machine'
import type { Keep } from './run-tool'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** What a layer comes to. Its notes are said once more at the end of all layers, where nobody overlooks them. */
export interface Outcome extends Counts {
  readonly notes?: readonly string[]
}

export interface Layer {
  readonly name: string
  readonly needs: readonly MachinePart[]
  /** A layer of an earlier stage without which this one means nothing: it is left out where that one failed. */
  readonly after?: string
  /** Writes to the terminal where `keep` is null, else hands its output over. */
  readonly run: (keep: Keep) => Promise<Outcome>
}

/** Layers that run side by side; the stages follow one another. */
export type Stage = readonly Layer[]

const none: Counts = { passed: 0, failed: 0, skipped: 0 }
const leftOut: Counts = { ...none, skipped: 1 }

/**
 * Runs every layer that can run and sums them up. Nothing that is written is mixed: of a stage the first layer writes
 * as it runs, the output of those beside it is kept and follows in their order. Times are of the wall clock.
 */
export async function runStages(stages: readonly Stage[], write: (text: string) => void): Promise<Counts> {
  let total = none
  const notes: string[] = []
  const failed = new Set<string>()
  for (const stage of stages) {
    for (const { name, counts } of await runStage(stage, failed, write)) {
      total = plus(total, counts)
      notes.push(...(counts.notes ?? []).map((note) => `${name}: ${note}\n`))
      if (counts.failed > 0) failed.add(name)
    }
  }
  if (notes.length > 0) write(`\n== to look at\n${notes.join('')}`)
  return total
}

async function runStage(stage: Stage, failed: ReadonlySet<string>, write: (text: string) => void): Promise<{ readonly name: string; readonly counts: Outcome }[]> {
  const runnable = stage.filter((layer) => {
    const reason = reasonToLeaveOut(layer, failed)
    if (reason !== null) write(`\n== ${layer.name}: left out, ${reason}\n`)
    return reason === null
  })
  const beside = runnable.slice(1).map((layer) => runKept(layer))
  const [first] = runnable
  const results = new Map<string, Outcome>()
  if (first !== undefined) {
    write(`\n== ${first.name}\n`)
    const { counts, line } = await timed(first, null)
    write(line)
    results.set(first.name, counts)
  }
  for (const one of beside) {
    const { name, counts, text } = await one
    write(text)
    results.set(name, counts)
  }
  return stage.map(({ name }) => ({ name, counts: results.get(name) ?? leftOut }))
}

function reasonToLeaveOut({ needs, after }: Layer, failed: ReadonlySet<string>): string | null {
  const missing = needs.find((part) => !part.isThere)
  if (missing && !missing.isThere) return `this machine has no ${missing.missing}. To bring it: ${missing.bring}`
  return after !== undefined && failed.has(after) ? `the ${after} failed` : null
}

async function runKept(layer: Layer): Promise<{ readonly name: string; readonly counts: Outcome; readonly text: string }> {
  const kept: string[] = []
  const { counts, line } = await timed(layer, (text) => kept.push(text))
  return { name: layer.name, counts, text: `\n== ${layer.name}\n${kept.join('')}${line}` }
}

async function timed(layer: Layer, keep: Keep): Promise<{ readonly counts: Outcome; readonly line: string }> {
  const startedAt = performance.now()
  const counts = await layer.run(keep)
  return { counts, line: `== ${layer.name}: ${summary(counts)} (${Math.round((performance.now() - startedAt) / 1000)} s)\n` }
}

const plus = (left: Counts, right: Counts): Counts => ({
  passed: left.passed + right.passed,
  failed: left.failed + right.failed,
  skipped: left.skipped + right.skipped,
})

export function summary({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
