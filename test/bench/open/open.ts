import type { Figure } from '../figure'
import type { BenchOptions } from '../main'
import { appFigures } from './app-figures'
import { markdownFigures } from './markdown-figures'

/** Opening, scrolling and streaming in long sessions, in Chromium on the web build. */
export async function* benchOpen(options: BenchOptions): AsyncGenerator<Figure> {
  yield* appFigures(options)
  yield* markdownFigures(options)
}
