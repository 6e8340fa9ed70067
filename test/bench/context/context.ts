import type { Figure } from '../figure'
import type { BenchOptions } from '../main'
import { assemblyFigures } from './assembly'
import { conversationFigures } from './conversation'

/** How long a prompt takes to put together, and what it saves against sending everything without losing what was said. */
export async function* benchContext(options: BenchOptions): AsyncGenerator<Figure> {
  yield* assemblyFigures(options)
  yield* conversationFigures()
}
