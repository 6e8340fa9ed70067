import type { Failure } from '../errors'
import { fail, ok, type Result } from '../result'
import type { ApiKind } from './model-call'
import type { PresetId } from './presets'

/** Everything that gets copied along with a key or an address: spaces of all kinds, invisible characters, quotes. */
const wrapping = /[\s\u00a0\u00ad\u180e\u200b-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff"'`<>“”‘’«»]/gu

/** A key as it was meant: without line breaks, spaces, invisible characters and quotes around it. */
export function cleanKey(typed: string): string {
  return typed.replace(wrapping, '').replace(/^(?:Bearer|x-api-key:|Authorization:Bearer)(?=[A-Za-z0-9])/, '')
}

/** Paths of single endpoints: people paste the whole address from a manual. */
const endpointPath =
  /\/(?:chat\/completions|completions|responses|messages(?:\/count_tokens)?|models(?:\/[^/]+)?|embeddings)$/

/**
 * The base address that a person meant, as the requests need it: no trailing slash, no endpoint path, with `/v1`
 * where an OpenAI-compatible address named nothing behind the host. A `#` at its end keeps the path as it is.
 * Plain http is for this computer only. Fails with `wrong-address`.
 */
export function normaliseBaseUrl(typed: string, preset: PresetId): Result<string, Failure> {
  const cleaned = typed.replace(wrapping, '')
  const url = parse(cleaned)
  if (url === null) return refuse('not an address')
  if (url.username !== '' || url.password !== '') return refuse('an address with a login in it')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return refuse('http is for this computer only: use https')
  const path =
    preset === 'anthropic' ? anthropicPath(url.pathname) : compatiblePath(url.pathname, cleaned.endsWith('#'))
  return ok(`${url.origin}${path}`)
}

const refuse = (detail: string) => fail<Failure>({ code: 'wrong-address', stage: 'connect', detail })

function parse(cleaned: string): URL | null {
  if (cleaned === '') return null
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(cleaned)
  if (hasScheme && !/^https?:\/\//i.test(cleaned)) return null
  const host = /^[^/:?#]*/.exec(cleaned)?.[0] ?? ''
  const text = hasScheme
    ? cleaned
    : `${isLoopback(host) || cleaned.startsWith('[::1]') ? 'http' : 'https'}://${cleaned}`
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  // A single word is a host only on this computer; elsewhere it is a slip of the tongue.
  return url.hostname.includes('.') || isLoopback(url.hostname) || url.hostname.startsWith('[') ? url : null
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)

const withoutSlashes = (path: string): string => path.replace(/\/{2,}/g, '/').replace(/\/+$/, '')

function compatiblePath(pathname: string, isExact: boolean): string {
  const typed = withoutSlashes(pathname)
  if (isExact) return typed
  const path = withoutSlashes(typed.replace(endpointPath, '')).replace(/\/v1\/v1$/, '/v1')
  // A whole endpoint without a version says that there is none (Perplexity has none).
  return path === '' && typed === '' ? '/v1' : path
}

/** The SDK adds `/v1/messages` itself. */
function anthropicPath(pathname: string): string {
  return withoutSlashes(
    withoutSlashes(pathname)
      .replace(endpointPath, '')
      .replace(/(?:\/v1)+$/, ''),
  )
}

/** The addresses under which a credential for this base may be sent; the listing and the calls both lie there. */
export function urlPrefixesFor(baseUrl: string, api: ApiKind): readonly string[] {
  return [api === 'anthropic-messages' ? `${baseUrl}/v1` : baseUrl]
}

/** The address of the model list, made by the same rule as the calls. */
export function modelListUrl(baseUrl: string, api: ApiKind): string {
  return api === 'anthropic-messages' ? `${baseUrl}/v1/models?limit=1000` : `${baseUrl}/models`
}
