/**
 * `npm run bench -- <name> [--data <folder>] [--budgets 500,1000] [--only <a>,<b>] [--quick] [--check]`: one JSON object per line on stdout, progress on
 * stderr. A missed target is said in its line and costs the exit code only with `--check`.
 */
import { parseArgs } from 'node:util'
import type { Figure } from './figure'

export interface BenchOptions {
  /** Data sets that are not part of the project; null where none was named. */
  readonly dataFolder: string | null
  /** Token budgets of a prompt's part, for the figures that depend on one; empty: the bench's own. */
  readonly budgets: readonly number[]
  /** Names of figures, for a bench that has several groups of them; empty: all. */
  readonly only: readonly string[]
  /** Fewer runs and less data: to see that it works, not to quote. */
  readonly isQuick: boolean
  readonly log: (line: string) => void
}

type Bench = (options: BenchOptions) => AsyncIterable<Figure>

const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  context: async () => (await import('./context/context')).benchContext,
  open: async () => (await import('./open/open')).benchOpen,
  providers: async () => (await import('./providers/providers')).benchProviders,
  recall: async () => (await import('./recall/recall')).benchRecall,
  routing: async () => (await import('./routing/routing')).benchRouting,
  sync: async () => (await import('./sync/sync')).benchSync,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string' },
    budgets: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})
const load = benches[positionals[0] ?? '']
if (load === undefined) {
  process.stderr.write(`usage: npm run bench -- <${Object.keys(benches).join(' | ')}> [--data <folder>] [--budgets 500,1000] [--only <a>,<b>] [--quick] [--check]\n`)
  process.exit(2)
}

const bench = await load()
let isEveryTargetMet = true
const log = (line: string): void => void process.stderr.write(`${line}\n`)
const options: BenchOptions = {
  dataFolder: values.data ?? null,
  budgets: numbersIn(values.budgets ?? ''),
  only: values.only?.split(',') ?? [],
  isQuick: values.quick,
  log,
}
for await (const figure of bench(options)) {
  process.stdout.write(`${JSON.stringify(figure)}\n`)
  isEveryTargetMet &&= figure.ok
}
process.exit(values.check && !isEveryTargetMet ? 1 : 0)

function numbersIn(list: string): number[] {
  return list
    .split(',')
    .map(Number)
    .filter((number) => number > 0)
}
