import { fail, ok, type Result } from '../result'
import type { Failure } from '../errors'
import { maxCatalogueBytes } from './contract'

/** The public table of models; asked for only where the person allowed it. */
export const publicCatalogueUrl = 'https://models.dev/api.json'

const timeoutMs = 30_000

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** An address that a table may be fetched from: https, without a login, a query or anything else that could say something. */
export function catalogueAddress(text: string): string | null {
  const trimmed = text.trim()
  if (!URL.canParse(trimmed)) return null
  const url = new URL(trimmed)
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  return url.protocol === 'https:' && isPlain ? url.href : null
}

/**
 * Fetches a table of models as text. Nothing is sent but the request itself: no cookies, no credentials, no referrer;
 * it is followed nowhere else.
 */
export async function fetchCatalogue(url: string, fetch: Fetch): Promise<Result<{ text: string }, Failure>> {
  const address = catalogueAddress(url)
  if (address === null) return fail({ code: 'url-not-allowed', stage: 'bridge' })
  try {
    const response = await fetch(address, {
      ...{ redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' },
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) {
      await response.body?.cancel()
      return fail({ code: response.status === 404 ? 'not-found' : 'server-error', stage: 'connect', status: response.status })
    }
    return await readText(response)
  } catch (error) {
    const code = error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'network'
    return fail({ code, stage: 'connect', detail: String(error).slice(0, 500) })
  }
}

async function readText(response: Response): Promise<Result<{ text: string }, Failure>> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for (let chunk = await reader?.read(); chunk !== undefined && !chunk.done; chunk = await reader?.read()) {
    bytes += chunk.value.byteLength
    if (bytes > maxCatalogueBytes) {
      await reader?.cancel()
      return fail({ code: 'malformed-response', stage: 'connect', limit: maxCatalogueBytes })
    }
    chunks.push(chunk.value)
  }
  return ok({ text: await new Blob(chunks).text() })
}
