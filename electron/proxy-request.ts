import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { ProxyLogin } from '@shared/bridge/proxy'
import { proxyError } from './proxy-error'

/** The parts of Electron's ClientRequest and IncomingMessage that are used. */
export interface NetAnswer extends Readable {
  readonly statusCode: number
  readonly statusMessage: string
  readonly headers: Record<string, string | string[]>
}

export interface NetRequest {
  on(event: 'login', listener: (info: { readonly isProxy: boolean }, answer: (user?: string, password?: string) => void) => void): unknown
  on(event: 'response', listener: (answer: NetAnswer) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  end(body?: Buffer): unknown
  abort(): void
}

export interface NetRequestOptions<Session> {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly session: Session
  readonly credentials: 'omit'
  readonly useSessionCookies: false
  readonly redirect: 'error'
  readonly cache: 'no-store'
  readonly referrerPolicy: 'no-referrer'
  readonly bypassCustomProtocolHandlers: true
}

/** What a request through a session needs: `method`, `headers` as pairs, `body` as bytes, `signal`. */
export interface PlainInit {
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Uint8Array | null
  readonly signal: AbortSignal
}

interface SessionFetch<Session> {
  readonly request: (options: NetRequestOptions<Session>) => NetRequest
  readonly session: Session
  /** What the proxy is told when it asks; null where there is no login. */
  readonly login: ProxyLogin | null
}

/**
 * A request through one session as a fetch. `net.fetch` knows no answer to a proxy that asks for a login; the request
 * under it does.
 */
export function fetchInSession<Session>({ request, session, login }: SessionFetch<Session>, url: string, init: PlainInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { signal } = init
    if (signal.aborted) return reject(signal.reason as Error)
    const outgoing = request({ ...fixed, url, method: init.method, headers: headerRecord(init.headers), session })
    const abort = () => {
      outgoing.abort()
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', abort, { once: true })

    let isAsked = false
    outgoing.on('login', ({ isProxy }, answer) => {
      // A login that was refused once is not tried again, and a service that asks for one gets none.
      const given = isProxy && !isAsked ? login : null
      isAsked = true
      if (given === null) answer()
      else answer(given.user, given.password)
    })
    outgoing.on('error', reject)
    outgoing.on('response', (answer) => {
      // A stream that fails before anybody reads it would bring the program down.
      answer.on('error', () => undefined)
      if (answer.statusCode === 407) {
        outgoing.abort()
        return reject(proxyError('proxy-login', login === null ? 'the proxy asks for a login' : 'the proxy refused the login'))
      }
      resolve(responseOf(answer))
    })
    outgoing.end(init.body === null ? undefined : Buffer.from(init.body))
  })
}

const fixed = {
  credentials: 'omit',
  useSessionCookies: false,
  // SEC-2: a redirect would carry the key wherever the other side says.
  redirect: 'error',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
  bypassCustomProtocolHandlers: true,
} as const

function headerRecord(headers: readonly (readonly [string, string])[]): Record<string, string> {
  const record: Record<string, string> = {}
  for (const [name, value] of headers) record[name] = name in record ? `${record[name]}, ${value}` : value
  return record
}

const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304])

function responseOf(answer: NetAnswer): Response {
  const { statusCode: status, statusMessage: statusText } = answer
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, Array.isArray(value) ? value.join(', ') : value])
  if (statusesWithoutBody.has(status)) {
    answer.resume()
    return new Response(null, { status, statusText, headers })
  }
  const body: NodeReadableStream = Readable.toWeb(answer)
  return new Response(body as ReadableStream<Uint8Array>, { status, statusText, headers })
}
