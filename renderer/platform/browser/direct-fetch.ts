import { BridgeFetchError } from '@shared/bridge/bridge'
import type { FetchRequest } from '@shared/bridge/contract'
import type { CredentialVault } from '@shared/bridge/credential-vault'
import { requestHeaders } from '@shared/bridge/credential-url'
import { redact } from '@shared/bridge/redact'
import type { Failure } from '@shared/errors'

interface DirectFetchParts {
  readonly vault: Pick<CredentialVault, 'use'>
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly isOnline: () => boolean
}

/** A request with a stored key, straight from the page to the service. Same checks as in main. */
export async function fetchDirectly(request: FetchRequest, signal: AbortSignal, parts: DirectFetchParts): Promise<Response> {
  signal.throwIfAborted()
  // Straight ahead would be a way that the person closed.
  if (request.proxy?.kind === 'server') throw new BridgeFetchError({ code: 'not-supported-here', stage: 'bridge', detail: 'a proxy cannot be chosen in a browser' })
  const credential = await parts.vault.use(request.credentialId, request.url)
  if (!credential.ok) throw new BridgeFetchError(credential.failure)
  const { url, scheme, secret } = credential.value
  const headers = requestHeaders(request.headers, scheme, secret)
  if (!headers.ok) throw new BridgeFetchError(headers.failure)
  const isAnthropic = headers.value.some(([name]) => name === 'anthropic-version')
  // Anthropic answers a page only where the page says that it means to call from a browser.
  if (isAnthropic) headers.value.push(['anthropic-dangerous-direct-browser-access', 'true'])
  const init: RequestInit = {
    method: request.method,
    headers: headers.value,
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal,
  }
  if (request.body !== null && request.method === 'POST') init.body = new Uint8Array(request.body)
  try {
    return await parts.fetch(url.href, init)
  } catch (error) {
    signal.throwIfAborted()
    throw new BridgeFetchError(networkFailure(error, secret, parts.isOnline()))
  }
}

/** A browser does not say why: no network, nothing there, a redirect, or no permission for pages (CORS). */
function networkFailure(error: unknown, secret: string | null, isOnline: boolean): Failure {
  const text = redact(error instanceof Error ? error.message : '', secret === null ? [] : [secret])
  return { code: isOnline ? 'network' : 'offline', stage: 'bridge', detail: text.slice(0, 2000) }
}
