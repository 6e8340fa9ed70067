import type { Figure } from '../figure'
import type { BenchOptions } from '../main'
import { benchDecoding } from './decoding'
import { benchOverhead } from './overhead'

const groups: Readonly<Record<string, (options: BenchOptions) => AsyncIterable<Figure>>> = {
  decoding: benchDecoding,
  overhead: benchOverhead,
}

/** What a call costs beside the service: `--only decoding,overhead`. */
export async function* benchProviders(options: BenchOptions): AsyncGenerator<Figure> {
  for (const [name, group] of Object.entries(groups)) {
    if (options.only.length === 0 || options.only.includes(name)) yield* group(options)
  }
}
