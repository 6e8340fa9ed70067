import { failureSchema, type Failure } from '../../errors'
import { fail, ok, type Result } from '../../result'
import { failureFromResponse, maxErrorBodyBytes, withoutKeys, type RefusedResponse } from '../failure-from-response'
import type { CredentialedFetch } from '../model-call'
import { asRecord } from './json'
import type { Watch } from './watch'

/** Builds and sends one request through an official SDK, which is given this fetch and this signal. */
export type SendThroughSdk = (fetch: CredentialedFetch, signal: AbortSignal) => Promise<Response>

/** Sends a request and waits for the headers of its answer. Anything but 2xx is a failure, read in bounded memory. */
export async function openExchange(
  send: SendThroughSdk,
  fetch: CredentialedFetch,
  watch: Watch,
): Promise<Result<Response, Failure>> {
  let refused: RefusedResponse | null = null
  let cause: unknown = null
  const watchedFetch: CredentialedFetch = async (url, init) => {
    try {
      const request = { ...init, headers: withoutSdkTraces(init?.headers), signal: watch.signal }
      const response = await watch.race(fetch(url, request))
      watch.touch()
      if (response.ok) return response
      refused = { status: response.status, headers: response.headers, bodyText: await readErrorBody(response, watch) }
    } catch (error) {
      cause = error
    }
    throw new Error('no answer to read')
  }
  try {
    return ok(await send(watchedFetch, watch.signal))
  } catch (error) {
    if (refused !== null) return fail(failureFromResponse(refused))
    if (cause !== null || watch.endedBy !== null) return fail(failureOfError(cause, watch))
    // Nothing was sent: the request could not be built.
    return fail({ code: 'internal', stage: 'connect', detail: describeError(error) })
  }
}

/** Why nothing could be reached, or why reading broke off before the answer began. */
export function failureOfError(error: unknown, watch: Pick<Watch, 'endedBy'>): Failure {
  if (watch.endedBy !== null) return { code: watch.endedBy, stage: 'connect' }
  const carried = failureSchema.safeParse(asRecord(error)?.['failure'])
  if (carried.success) return carried.data
  return { code: 'network', stage: 'connect', detail: describeError(error) }
}

export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return withoutKeys(String(error)).slice(0, 200)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return withoutKeys(`${error.message}${cause}`).slice(0, 200)
}

/** The SDKs describe the machine in `x-stainless-*`; nobody needs it, and some servers' CORS rules refuse it. */
function withoutSdkTraces(headers: HeadersInit | undefined): Headers {
  const kept = new Headers(headers)
  for (const name of [...kept.keys()]) if (name.startsWith('x-stainless-')) kept.delete(name)
  return kept
}

async function readErrorBody(response: Response, watch: Watch): Promise<string> {
  try {
    return (await readTextUpTo(response, maxErrorBodyBytes, watch)).text
  } catch {
    // The status alone still says what happened.
    return ''
  }
}

/** Reads a body as text, at most `maxBytes` of it; the rest is cancelled. */
export async function readTextUpTo(
  response: Response,
  maxBytes: number,
  watch: Watch,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const reader = response.body?.getReader()
  if (reader === undefined) return { text: '', isWhole: true }
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  try {
    for (;;) {
      const { done, value } = await watch.race(reader.read())
      if (done) return { text: text + decoder.decode(), isWhole: true }
      watch.touch()
      text += decoder.decode(value.subarray(0, maxBytes - size), { stream: true })
      size += value.byteLength
      if (size > maxBytes) return { text, isWhole: false }
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}
