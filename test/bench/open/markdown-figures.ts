import type { Page } from 'playwright-core'
import { atMost, median, type Figure } from '../figure'
import type { BenchOptions } from '../main'
import { longAnswer } from './sample'

const characters = 40_000
const updates = 100

/** The cost of one more piece of a long answer, ours and the usual way, on the same text in the same browser. */
export async function* markdownFigures(page: Page, { isQuick, log }: BenchOptions): AsyncGenerator<Figure> {
  const text = longAnswer(characters)
  const runs = isQuick ? 1 : 5
  const ours: number[] = []
  const whole: number[] = []
  for (let run = 0; run < runs; run++) {
    log(`streaming, run ${run + 1} of ${runs}`)
    ours.push(median(await page.evaluate(([text, updates]) => window.bench.stream('blocks', text, updates), [text, updates] as const)))
    whole.push(median(await page.evaluate(([text, updates]) => window.bench.stream('whole', text, updates), [text, isQuick ? 20 : updates] as const)))
  }
  yield atMost(8, {
    figure: 'streaming update at 40,000 characters, p50',
    unit: 'ms',
    values: ours,
    peers: { 'react-markdown on the whole message': median(whole) },
  })
}
