import type { Part } from '../sessions/message'
import type { StreamPart } from './stream-part'

/** A turn of the prompt, provider-neutral. A `tool` message holds tool-result parts only. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly parts: readonly Part[]
  /** The api and model that wrote an assistant message: provider blocks go back to the same api only. */
  readonly origin?: { readonly api: string; readonly model: string }
}

export interface ToolDefinition {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>
}

/** One request to one model, before any provider's words. */
export interface ModelCall {
  readonly modelId: string
  readonly system: string
  readonly messages: readonly PromptMessage[]
  readonly tools: readonly ToolDefinition[]
  readonly maxOutputTokens: number
  /** null: the model's own default. */
  readonly effort: 'low' | 'medium' | 'high' | null
  /** The answer is JSON of this schema, where the service can hold the model to it; elsewhere the prompt has to say so. */
  readonly outputSchema?: OutputSchema
  /** The same for all calls of one session and for no others; says nothing of the person. Helps a service to find what it has kept. */
  readonly cacheKey?: string
}

export interface OutputSchema {
  /** Letters, digits, `_` and `-`. */
  readonly name: string
  /** JSON Schema in which every object lists all its properties as required and takes no others. */
  readonly schema: Readonly<Record<string, unknown>>
}

/** The bytes of an attached file, read when the request is built. Rejects with a bug only; null where it is gone. */
export type ReadFile = (hash: string) => Promise<Uint8Array | null>

/**
 * A fetch that adds the credential outside this window. The official SDKs take it as their `fetch` and are given
 * a placeholder as key: what they put into the header is thrown away.
 */
export type CredentialedFetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>

export interface AdapterPorts {
  readonly fetch: CredentialedFetch
  readonly readFile: ReadFile
  readonly signal: AbortSignal
  /** Milliseconds without a byte after which the call fails with `timeout`. */
  readonly idleTimeoutMs: number
}

export interface ModelAdapter {
  readonly api: ApiKind
  /** Streams one answer; the last part is `call-end` or `call-failed`, nothing is thrown. */
  stream(call: ModelCall, baseUrl: string, ports: AdapterPorts): AsyncIterable<StreamPart>
}

export const apiKinds = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini'] as const
export type ApiKind = (typeof apiKinds)[number]
