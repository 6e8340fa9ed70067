import { keepPromptMemory } from '@renderer/state/prompt-memory'
import { addEntry, deleteEntry } from '@shared/memory/operations'
import type { SectionId } from '@shared/ids'
import { memoryWriter } from '../../helpers/memory'
import { atMost, type Figure } from '../figure'
import type { BenchOptions } from '../main'
import { english, playScript, rowOf } from './script'
import { indexOf, promptFor } from './world'

const rowsRead = 2000

/** With 2,000 lines of memory, a tenth of which hold no more, and a session of 10,000 messages, of which the app reads the last 2,000. */
export function* assemblyFigures({ isQuick, log }: BenchOptions): Generator<Figure> {
  const [entries, messages, runs] = isQuick ? [200, 1000, 20] : [2000, 10_000, 200]
  log(`context: ${entries} entries, ${messages} messages`)
  const path = playScript(english, messages / 2, 4)
  const writer = memoryWriter()
  const sections = ['preferences', 'people', 'knowledge', 'projects'] as SectionId[]
  for (let number = 0; number < entries; number += 1) {
    const id = addEntry(writer, { text: `- ${english.topics[number % 16] ?? ''} number ${number}: keeps a list of ${number} things`, sectionId: sections[number % 4] ?? sections[0]! })
    if (number % 10 === 0) deleteEntry(writer, id)
  }
  const memory = keepPromptMemory(writer.doc)
  const known = indexOf(path)
  const run = (number: number): Taken => {
    const question = english.facts[number % english.facts.length]?.question ?? ''
    const asked = [...path.slice(-rowsRead), rowOf(path, 'user', question)]
    const [startedAt, usedBefore] = [performance.now(), process.cpuUsage()]
    promptFor({ memory: memory(), summary: null, ...known }, asked)
    const { user, system } = process.cpuUsage(usedBefore)
    return { ms: performance.now() - startedAt, processorMs: (user + system) / 1000 }
  }
  for (let warmUp = 0; warmUp < 5; warmUp += 1) run(warmUp)
  const times = Array.from({ length: runs }, (_, number) => run(number))
  const afterChange = Array.from({ length: Math.ceil(runs / 10) }, (_, number) => {
    addEntry(writer, { text: `- one more thing ${number}`, sectionId: sections[0]! })
    return run(number)
  })
  const name = `context, ${entries} entries and ${messages} messages`
  const figure = (limit: number, what: string, taken: readonly Taken[], percent: number): Figure =>
    atMost(limit, {
      figure: `${name}, ${what}`,
      unit: 'ms',
      values: [percentile(taken.map(({ ms }) => ms), percent)],
      peers: { 'processor time': percentile(taken.map(({ processorMs }) => processorMs), percent) },
    })
  yield figure(15, 'p50', times, 50)
  yield figure(15, 'p95', times, 95)
  yield figure(250, 'after memory has changed, p95', afterChange, 95)
}

/** On a busy machine the clock counts others too. */
interface Taken {
  readonly ms: number
  readonly processorMs: number
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}
