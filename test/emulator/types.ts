import type { IncomingHttpHeaders } from 'node:http'
import type { Vendor } from './vendors'

export type EmulatedApi = 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini'

/** A request as it came, byte for byte. */
export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export type JsonObject = Record<string, unknown>

/** What a request asks for, in any of the formats. */
export interface UnderstoodRequest {
  readonly api: EmulatedApi
  /** Whose way of speaking it is, of Chat Completions. */
  readonly vendor: Vendor
  readonly model: string
  readonly isStream: boolean
  /** Whether the format's own switch for reasoning is on. */
  readonly wantsReasoning: boolean
  readonly system: string
  readonly turns: readonly UnderstoodTurn[]
  readonly toolNames: readonly string[]
  readonly body: JsonObject
}

export interface UnderstoodTurn {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly text: string
  readonly images: number
  /** Attached files that are no pictures. */
  readonly files: number
}

/** What the emulated model says. */
export interface ScriptedAnswer {
  readonly text?: string
  readonly reasoning?: string
  readonly toolCalls?: readonly { readonly name: string; readonly argumentsText: string; readonly id?: string }[]
  /** The format's own word is made from it. */
  readonly finish?: 'stop' | 'length' | 'content-filter' | 'refusal'
  /** Left out: counted from the texts. */
  readonly usage?: {
    readonly inputTokens: number
    readonly outputTokens: number
    readonly cacheReadTokens?: number
    readonly reasoningTokens?: number
  }
}

export type Script = ScriptedAnswer | ((request: UnderstoodRequest) => ScriptedAnswer)

/** One way in which a service or the network misbehaves. `bytes` counts bytes of the body. */
export type Fault =
  | {
      readonly kind: 'status'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
  | { readonly kind: 'out-of-credit' }
  /** Wait before the headers. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Wait between the frames. */
  | { readonly kind: 'slow-frames'; readonly ms: number }
  /** One byte (or `bytes`) per write, whatever that cuts. */
  | { readonly kind: 'dribble'; readonly bytes?: number; readonly ms?: number }
  /** Destroys the socket after so many bytes. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** Ends the body regularly after so many bytes. */
  | { readonly kind: 'end'; readonly bytes: number }
  /** Stops sending after so many bytes and keeps the connection open. */
  | { readonly kind: 'stall'; readonly bytes: number }
  /** Everything but the terminal event. */
  | { readonly kind: 'no-terminal' }
  /** No headers, ever. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'garbage' }
  | { readonly kind: 'html' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'huge'; readonly bytes?: number }

/** A refusal by the service, before anything is answered. */
export interface Refusal {
  readonly status: number
  readonly type: string
  readonly message: string
  readonly code?: string | null
  readonly param?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

export const refuse = (message: string, more: Partial<Refusal> = {}): Refusal => ({
  status: 400,
  type: 'invalid_request_error',
  message,
  ...more,
})
