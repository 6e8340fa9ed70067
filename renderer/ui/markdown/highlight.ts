import { grammarFor } from '../../workers/highlight-languages'
import type { HighlightedLine, HighlightReply, HighlightRequest } from '../../workers/highlight-protocol'

export type { HighlightedLine }

/** Longer code stays plain: its colours would cost more than they tell. */
const maxCharacters = 120_000
const maxCached = 150

type Lines = readonly HighlightedLine[] | null

const cache = new Map<string, Lines>()
const waiting = new Map<number, (lines: Lines) => void>()
let worker: Worker | null = null
let lastId = 0

const keyOf = (code: string, language: string) => `${language}\n${code}`

/** What is known already; undefined where it has to be asked for. Rows that scroll back in come without a flash. */
export function cachedHighlight(code: string, language: string): Lines | undefined {
  if (grammarFor(language) === null || code.length > maxCharacters) return null
  return cache.get(keyOf(code, language))
}

/** Colours code off the main thread. null where the language is unknown or its grammar failed. */
export async function requestHighlight(code: string, language: string): Promise<Lines> {
  const known = cachedHighlight(code, language)
  const grammar = grammarFor(language)
  if (known !== undefined || grammar === null) return known ?? null
  const lines = await askWorker({ id: (lastId += 1), code, grammar })
  cache.set(keyOf(code, language), lines)
  const oldest = cache.keys().next()
  if (cache.size > maxCached && oldest.done !== true) cache.delete(oldest.value)
  return lines
}

function askWorker(request: HighlightRequest): Promise<Lines> {
  worker ??= startWorker()
  const asked = worker
  return new Promise((resolve) => {
    waiting.set(request.id, resolve)
    asked.postMessage(request)
  })
}

function startWorker(): Worker {
  const started = new Worker(new URL('../../workers/highlight-worker.ts', import.meta.url), { type: 'module' })
  started.onmessage = ({ data }: MessageEvent<HighlightReply>) => {
    waiting.get(data.id)?.(data.lines)
    waiting.delete(data.id)
  }
  // Code without colours is still code.
  started.onerror = () => {
    for (const resolve of waiting.values()) resolve(null)
    waiting.clear()
  }
  return started
}
