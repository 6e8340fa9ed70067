import * as z from 'zod'
import { fetchRequestSchema, maxRequestBytes, type ParsedFetchRequest } from '@shared/bridge/contract'
import type { CredentialVault } from '@shared/bridge/credential-vault'
import { mayPassProxy, requestHeaders, responseHeaders } from '@shared/bridge/credential-url'
import { initialCreditBytes, maxChunkBytes, type ToPage } from '@shared/bridge/fetch-wire'
import { redact } from '@shared/bridge/redact'
import type { Failure } from '@shared/errors'
import { fail, ok, type Result } from '@shared/result'
import { ProxyError } from './proxy-error'
import type { PlainInit } from './proxy-request'
import type { Transport } from './proxy-transport'

/** One end of a message channel; Electron's MessagePortMain and Node's MessagePort both fit behind it. */
export interface Port {
  post(message: ToPage): void
  onMessage(listener: (message: unknown) => void): void
  onClose(listener: () => void): void
  close(): void
}

export interface CredentialedFetchParts {
  readonly vault: Pick<CredentialVault, 'use'>
  /** Follows no redirect, keeps no cookie and no cache, whichever way it takes. */
  readonly fetch: Transport
  readonly isOnline: () => boolean
}

const toMainSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('credit'), bytes: z.number().int().positive().max(2 ** 31) }),
  z.strictObject({ type: z.literal('abort') }),
])

const failureOf = (code: Failure['code'], detail?: string): Failure =>
  detail === undefined ? { code, stage: 'bridge' } : { code, stage: 'bridge', detail: detail.slice(0, 2000) }

/**
 * Serves one request of the page over its port: checks where it goes, adds the key, streams the answer back.
 * @param isTrusted Whether the message came from the top frame of our own page.
 */
export async function serveFetch(input: unknown, isTrusted: boolean, port: Port, parts: CredentialedFetchParts): Promise<void> {
  const parsed = fetchRequestSchema.safeParse(input)
  const isAcceptable = isTrusted && parsed.success && (parsed.data.body?.byteLength ?? 0) <= maxRequestBytes
  const failure = isAcceptable ? await answer(parsed.data, port, parts) : failureOf('invalid-input')
  if (failure !== null) port.post({ type: 'failed', failure })
  port.close()
}

/** null where the whole answer was delivered or the page wants no more of it. */
async function answer(request: ParsedFetchRequest, port: Port, parts: CredentialedFetchParts): Promise<Failure | null> {
  const abort = new AbortController()
  const credit = createCredit(abort.signal)
  port.onMessage((message) => {
    const known = toMainSchema.safeParse(message)
    if (!known.success || known.data.type === 'abort') abort.abort()
    else credit.add(known.data.bytes)
  })
  port.onClose(() => abort.abort())

  const prepared = await prepare(request, parts.vault)
  if (!prepared.ok) return prepared.failure
  const { url, secret, init } = prepared.value
  try {
    const response = await parts.fetch(url, { ...init, signal: abort.signal }, request.proxy)
    const { status, statusText } = response
    port.post({ type: 'head', status, statusText, headers: responseHeaders(response.headers) })
    if (response.body !== null) await pump(response.body, port, credit)
    port.post({ type: 'end' })
    return null
  } catch (error) {
    return abort.signal.aborted ? null : networkFailure(error, secret, parts.isOnline())
  } finally {
    abort.abort()
  }
}

interface Prepared {
  readonly url: string
  readonly secret: string | null
  readonly init: Omit<PlainInit, 'signal'>
}

async function prepare(request: ParsedFetchRequest, vault: CredentialedFetchParts['vault']): Promise<Result<Prepared, Failure>> {
  const credential = await vault.use(request.credentialId, request.url).catch(() => null)
  if (credential === null) return fail(failureOf('key-storage-unavailable'))
  if (!credential.ok) return credential
  const { url, scheme, secret } = credential.value
  const headers = requestHeaders(request.headers, scheme, secret)
  if (!headers.ok) return headers
  if (secret !== null && !mayPassProxy(url, request.proxy)) return fail(failureOf('url-not-allowed', 'a key in plain http through another computer'))
  const body = request.method === 'POST' ? request.body : null
  const init = { method: request.method, headers: headers.value, body }
  return ok({ url: url.href, secret, init })
}

async function pump(body: ReadableStream<Uint8Array>, port: Port, credit: Credit): Promise<void> {
  const reader = body.getReader()
  try {
    for (;;) {
      await credit.available()
      const { done, value } = await reader.read()
      if (done) return
      for (let at = 0; at < value.byteLength; at += maxChunkBytes) {
        await credit.available()
        // A copy: posting a view would send the whole buffer under it.
        const bytes = value.slice(at, at + maxChunkBytes)
        credit.take(bytes.byteLength)
        port.post({ type: 'chunk', bytes })
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

interface Credit {
  add(bytes: number): void
  take(bytes: number): void
  /** Resolves once the page takes more; rejects when the fetch is aborted. */
  available(): Promise<void>
}

function createCredit(signal: AbortSignal): Credit {
  let left = initialCreditBytes
  let wake: () => void = () => undefined
  signal.addEventListener('abort', () => wake())
  return {
    add(bytes) {
      left = Math.min(left + bytes, initialCreditBytes)
      wake()
    },
    take(bytes) {
      left -= bytes
    },
    async available() {
      while (left <= 0 && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve))
      signal.throwIfAborted()
    },
  }
}

function networkFailure(error: unknown, secret: string | null, isOnline: boolean): Failure {
  if (error instanceof ProxyError) return { ...error.failure, detail: redact(error.failure.detail ?? '', secret === null ? [] : [secret]) }
  const text = redact(messagesOf(error).join(': '), secret === null ? [] : [secret])
  if (/redirect/i.test(text)) return failureOf('url-not-allowed', 'the address answered with a redirect')
  return failureOf(isOnline ? 'network' : 'offline', text)
}

const messagesOf = (error: unknown): string[] =>
  error instanceof Error ? [error.message, ...messagesOf(error.cause)] : []
