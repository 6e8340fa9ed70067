import type { Failure } from '../errors'
import { fail, ok, type Result } from '../result'
import { cleanAddress, isAzureHost, isLoopback, withoutWrapping } from './address-text'
import type { ApiKind } from './model-call'
import { presets, type PresetId } from './presets'
import { azurePath, isOwnServer, knownPath, ownServerPath } from './service-paths'

/** A key as it was meant: without line breaks, spaces, invisible characters, quotes and the name it was copied with. */
export function cleanKey(typed: string): string {
  return withoutWrapping(typed)
    .replace(/^(?:export)?[A-Z][A-Z0-9_]*_(?:KEY|TOKEN)=/, '')
    .replace(/^(?:Bearer|x-api-key:|api-key:|x-goog-api-key:|Authorization:Bearer)(?=[A-Za-z0-9])/i, '')
}

/** Paths of single endpoints: people paste the whole address from a manual. */
const endpointPath =
  /\/(?:chat\/completions|completions|responses|messages(?:\/count_tokens)?|models(?:\/(?!v\d)[^/]+){0,2}|embeddings)$/

/**
 * The base address that a person meant, as the requests need it: no trailing slash, no endpoint path, with the path at
 * which a known service begins, or `/v1` where an OpenAI-compatible address named nothing behind the host. A `#` at
 * its end keeps the path as it is. Plain http is for this computer only. Fails with `wrong-address`.
 * @param api What is spoken there: the version belongs to the base, or (Anthropic, Gemini) to each request.
 */
export function normaliseBaseUrl(typed: string, preset: PresetId, api: ApiKind = presets[preset].api): Result<string, Failure> {
  const cleaned = cleanAddress(typed)
  const url = parse(cleaned, preset)
  if (url === null) return refuse('not an address')
  if (url.username !== '' || url.password !== '') return refuse('an address with a login in it')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return refuse('http is for this computer only: use https')
  const path = withoutSlashes(url.pathname)
  if (cleaned.endsWith('#')) return ok(`${url.origin}${path}`)
  const isVersionOfRequest = api === 'anthropic-messages' || api === 'gemini'
  return ok(`${url.origin}${isVersionOfRequest ? unversionedPath(path) : compatiblePath(url, path, preset)}`)
}

const refuse = (detail: string) => fail<Failure>({ code: 'wrong-address', stage: 'connect', detail })

function parse(cleaned: string, preset: PresetId): URL | null {
  if (cleaned === '') return null
  // Azure calls a resource by its name alone.
  if (preset === 'azure' && /^[a-z0-9][a-z0-9-]{1,62}$/i.test(cleaned)) return new URL(`https://${cleaned}.openai.azure.com`)
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

const withoutSlashes = (path: string): string => path.replace(/\/{2,}/g, '/').replace(/\/+$/, '')

function compatiblePath(url: URL, typed: string, preset: PresetId): string {
  if (preset === 'azure' || isAzureHost(url.hostname)) return azurePath(url.hostname, typed.replace(endpointPath, ''))
  const path = typed.replace(endpointPath, '').replace(/\/v1\/v1$/, '/v1')
  if (isOwnServer(preset, url)) return ownServerPath(path)
  const known = knownPath(url.hostname, path)
  if (known !== null) return known
  // A whole endpoint without a version says that there is none.
  if (path !== '' || typed !== '') return path
  // A mirror of a service is built as the service is.
  const { baseUrl } = presets[preset]
  return (baseUrl === null ? '' : withoutSlashes(new URL(baseUrl).pathname)) || '/v1'
}

/** The version belongs to the request there (`/v1/messages`, `/v1beta/models/…`), not to the base. */
function unversionedPath(path: string): string {
  return path.replace(endpointPath, '').replace(/(?:\/v1(?:beta)?)+(?:\/openai)?$/, '')
}

/** The addresses under which a credential for this base may be sent; the lists and the calls all lie there. */
export function urlPrefixesFor(baseUrl: string, api: ApiKind, preset: PresetId = 'compatible'): readonly string[] {
  if (api === 'gemini') return [`${baseUrl}/v1beta`, `${baseUrl}/upload/v1beta`]
  if (api === 'anthropic-messages') return [`${baseUrl}/v1`]
  const richer = richerListUrl(baseUrl, preset)
  if (preset === 'azure') return [withoutVersion(baseUrl)]
  return richer === null || richer.startsWith(`${baseUrl}/`) ? [baseUrl] : [baseUrl, `${withoutVersion(baseUrl)}/api`]
}

const withoutVersion = (baseUrl: string): string => baseUrl.replace(/\/v1$/, '')

/** The address of the model list that every service of this form has, made by the same rule as the calls. */
export function modelListUrl(baseUrl: string, api: ApiKind): string {
  if (api === 'gemini') return `${baseUrl}/v1beta/models?pageSize=1000`
  return api === 'anthropic-messages' ? `${baseUrl}/v1/models?limit=1000` : `${baseUrl}/models`
}

/** A list of the service's own that says more of its models, asked first; null where there is none. */
export function richerListUrl(baseUrl: string, preset: PresetId): string | null {
  switch (preset) {
    case 'ollama':
      return `${withoutVersion(baseUrl)}/api/tags`
    case 'lm-studio':
      return `${withoutVersion(baseUrl)}/api/v0/models`
    case 'xai':
      return `${baseUrl}/language-models`
    case 'azure':
      return `${withoutVersion(baseUrl)}/deployments?api-version=2023-03-15-preview`
    default:
      return null
  }
}
