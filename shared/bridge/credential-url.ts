import type { Failure } from '../errors'
import { fail, ok, type Result } from '../result'
import type { Proxy } from './proxy'

/**
 * Where a request that carries a key may go, and what it carries. One implementation for both bridges: the check
 * in main is what protects the keys of the desktop, the one in a browser keeps the behaviour the same.
 */

const refused = (detail: string): { readonly ok: false; readonly failure: Failure } =>
  fail({ code: 'url-not-allowed', stage: 'bridge', detail })

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/** Parses an address that a key may be sent to at all: https, or http on this computer; no login in it. */
function parseSecureUrl(text: string): Result<URL, Failure> {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) return refused('not an address')
  if (url.username !== '' || url.password !== '') return refused('an address with a login in it')
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return ok(url)
  return refused('neither https nor this computer')
}

/** Checks what a person saves as a base address; null where it is fine. */
export function prefixFailure(prefix: string): Failure | null {
  const parsed = parseSecureUrl(prefix)
  if (!parsed.ok) return parsed.failure
  if (parsed.value.search !== '' || parsed.value.hash !== '') return refused('a base address with a query').failure
  return hasHiddenSegments(parsed.value.pathname) ? refused('a base address with dot segments').failure : null
}

/**
 * The address to send to, normalised, if it lies under one of the prefixes: same origin, and a path that goes on
 * at a segment boundary (`/v1` covers `/v1/models` and not `/v10`).
 */
export function checkCredentialUrl(text: string, prefixes: readonly string[]): Result<URL, Failure> {
  const parsed = parseSecureUrl(text)
  if (!parsed.ok) return parsed
  const url = parsed.value
  // A server may decode once more than the URL parser does: `/v1/%252e%252e/admin`.
  if (hasHiddenSegments(url.pathname)) return refused('a path with hidden dot segments')
  url.hash = ''
  return prefixes.some((prefix) => isUnder(url, prefix)) ? ok(url) : refused(`not under ${prefixes.join(', ')}`)
}

/** Plain http is readable on its way: what carries a key may go so within this computer only, and so may its proxy. */
export const mayPassProxy = (url: URL, proxy: Proxy): boolean =>
  url.protocol === 'https:' || proxy.kind !== 'server' || isLoopback(proxy.host === '::1' ? '[::1]' : proxy.host)

function isUnder(url: URL, prefixText: string): boolean {
  const prefix = parseSecureUrl(prefixText)
  if (!prefix.ok || prefix.value.origin !== url.origin) return false
  const folder = prefix.value.pathname.replace(/\/+$/, '')
  return url.pathname === folder || url.pathname.startsWith(`${folder}/`)
}

function hasHiddenSegments(pathname: string): boolean {
  let path = pathname
  for (let round = 0; round < 4; round += 1) {
    const decoded = decode(path)
    if (decoded === null) return true
    if (decoded === path) break
    path = decoded
  }
  return /[\u0000-\u001f\u007f]/.test(path) || path.split(/[/\\]/).some((segment) => segment === '..' || segment === '.')
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** The header that carries a key: `authorization` with a bearer, or the one of that name; none where there is no key. */
export const credentialSchemes = ['bearer', 'x-api-key', 'api-key', 'x-goog-api-key', 'none'] as const
export type CredentialScheme = (typeof credentialSchemes)[number]

/** Headers that the page may not set: they carry keys or identity, or belong to the connection. */
const ownedHeaders = new Set([
  'authorization',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
  'cookie',
  'cookie2',
  'host',
  'origin',
  'referer',
  'connection',
  'content-length',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'keep-alive',
  'anthropic-dangerous-direct-browser-access',
])

/** @param name in small letters */
export const isOwnedHeader = (name: string): boolean =>
  // The x-stainless ones tell the service about the person's system, and many servers refuse them in a preflight.
  ownedHeaders.has(name) || /^(sec|proxy|x-stainless)-/.test(name)

/** The headers of the page without those that it may not set, with the one that carries the secret. */
export function requestHeaders(
  headers: readonly (readonly [string, string])[],
  scheme: CredentialScheme,
  secret: string | null,
): Result<[string, string][], Failure> {
  const kept: [string, string][] = []
  for (const [rawName, value] of headers) {
    const name = rawName.toLowerCase()
    const isValid = /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) && /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)
    if (!isValid) return fail({ code: 'invalid-input', stage: 'bridge', detail: 'a header that cannot be sent' })
    if (!isOwnedHeader(name)) kept.push([name, value])
  }
  if (secret !== null && scheme !== 'none') kept.push(scheme === 'bearer' ? ['authorization', `Bearer ${secret}`] : [scheme, secret])
  return ok(kept)
}

/** What of an answer's headers reaches the page. */
export const responseHeaders = (headers: Iterable<readonly [string, string]>): [string, string][] =>
  [...headers].filter(([name]) => !/^set-cookie2?$/i.test(name)).map(([name, value]) => [name, value])
