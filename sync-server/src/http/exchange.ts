import type { IncomingMessage, ServerResponse } from 'node:http'
import type * as z from 'zod'
import { apiErrorStatus, type ApiErrorCode } from '../../../shared/sync/api'
import { fail, ok, type Result } from '../../../shared/result'

/** An expected end of a request: a code for the device. */
export type ApiResult<T> = Result<T, ApiErrorCode>

/** Any page may ask, since nothing is answered without a token that the page must have. */
const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Upload-Offset, Content-Range, Content-Length',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const

const preflight = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Content-Range, Range',
  'Access-Control-Max-Age': '86400',
} as const

const maxJsonBytes = 4096
/** Of a body that is refused: a piece of an attachment. */
const maxDiscardedBytes = 4 * 2 ** 20
/** Bodies that are read into memory are short: whoever needs longer is not sending them. */
const bodyMs = 10_000

/** One request to the API and the means to answer it. */
export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly query: URLSearchParams

  constructor(request: IncomingMessage, response: ServerResponse, path: string, query: string) {
    this.request = request
    this.response = response
    this.path = path
    this.query = new URLSearchParams(query)
  }

  get method(): string {
    return this.request.method ?? ''
  }

  get bearer(): string | null {
    return /^Bearer ([\w-]{1,100})$/.exec(this.request.headers.authorization ?? '')?.[1] ?? null
  }

  json(status: number, value: unknown): void {
    const body = Buffer.from(JSON.stringify(value))
    this.response.writeHead(status, { ...cors, 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': String(body.byteLength) })
    this.response.end(this.method === 'HEAD' ? undefined : body)
  }

  fail(code: ApiErrorCode, headers: Readonly<Record<string, string>> = {}): void {
    // What is left of a body that nobody reads would be taken for the next request.
    if (!this.request.complete) this.response.setHeader('Connection', 'close')
    for (const [name, value] of Object.entries(headers)) this.response.setHeader(name, value)
    this.json(apiErrorStatus[code], { error: code })
  }

  /**
   * As `fail`, once the rest of a short body has come in: a connection that is closed with bytes on their way is torn
   * down, and the device would see that in place of the answer.
   */
  async failAfterBody(code: ApiErrorCode, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    if (Number(this.request.headers['content-length'] ?? Number.NaN) <= maxDiscardedBytes) await this.discardBody()
    this.fail(code, headers)
  }

  private discardBody(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, bodyMs)
      const done = (): void => {
        clearTimeout(timer)
        resolve()
      }
      if (this.request.complete) return done()
      this.request.once('end', done).once('close', done).resume()
    })
  }

  bytes(status: number, bytes: Uint8Array): void {
    this.begin(status, { 'Content-Type': 'application/octet-stream', 'Content-Length': String(bytes.byteLength) })
    this.response.end(bytes)
  }

  empty(status: number, headers: Readonly<Record<string, string>> = {}): void {
    this.begin(status, status === 204 ? headers : { 'Content-Length': '0', ...headers })
    this.response.end()
  }

  answerPreflight(): void {
    this.empty(204, preflight)
  }

  begin(status: number, headers: Readonly<Record<string, string>>): void {
    this.response.writeHead(status, { ...cors, ...headers })
  }

  async readJson<Schema extends z.ZodType>(schema: Schema): Promise<ApiResult<z.output<Schema>>> {
    const body = await this.readBytes(maxJsonBytes)
    if (!body.ok) return body
    const parsed = schema.safeParse(parseJson(body.value))
    return parsed.success ? ok(parsed.data) : fail('invalid')
  }

  async readBytes(maxBytes: number): Promise<ApiResult<Buffer>> {
    if (Number(this.request.headers['content-length'] ?? 0) > maxBytes) return fail('too-large')
    const timer = setTimeout(() => this.request.destroy(), bodyMs)
    const chunks: Buffer[] = []
    let length = 0
    try {
      for await (const chunk of this.request as AsyncIterable<Buffer>) {
        length += chunk.byteLength
        if (length > maxBytes) return fail('too-large')
        chunks.push(chunk)
      }
      return ok(Buffer.concat(chunks))
    } catch {
      return fail('invalid')
    } finally {
      clearTimeout(timer)
    }
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
