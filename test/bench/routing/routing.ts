import { atLeast, type Figure } from '../figure'
import type { BenchOptions } from '../main'
import { type Outcome, readOutcomes } from './outcomes'
import { interval, worthOf } from './worth'

type Score = (outcome: Outcome) => number

/** What needs no training, to compare every learned score with. The oracle knows the outcome, and nothing can be better. */
const baselines: Readonly<Record<string, Score>> = {
  'random': () => 0,
  'longest first': ({ question }) => question.length,
  'oracle': ({ isWeakRight, isStrongRight }) => Number(isStrongRight) - Number(isWeakRight),
}

/** What it is worth to send a share of the questions to the strong model, by known outcomes in the shape of RouteLLM's. */
export async function* benchRouting({ dataFolder, isQuick, log }: BenchOptions): AsyncGenerator<Figure> {
  if (dataFolder === null) {
    log('routing: name a folder of outcomes with --data')
    return
  }
  for (const [benchmark, outcomes] of await readOutcomes(dataFolder)) {
    log(`${benchmark}: ${outcomes.length} questions`)
    yield* figuresOf(benchmark, outcomes, isQuick ? 20 : 300)
  }
}

function* figuresOf(benchmark: string, outcomes: readonly Outcome[], draws: number): Generator<Figure> {
  for (const [name, score] of Object.entries(baselines)) {
    const scores = outcomes.map(score)
    const { apgr, cpt50, cpt80 } = worthOf(outcomes, scores)
    const [low, high] = interval(outcomes, scores, draws, chanceFrom(1))
    yield atLeast(0, { figure: `${benchmark}: APGR, ${name}`, unit: 'ratio', values: [apgr], peers: { low, high, cpt50, cpt80 } })
  }
}

/** The same numbers in [0, 1) on each run, so that two runs give the same intervals. */
function chanceFrom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}
