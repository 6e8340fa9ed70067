import { refuseChat } from '../strict/chat'
import { refuseGemini } from '../strict/gemini'
import { refuseMessages } from '../strict/messages'
import { refuseResponses } from '../strict/responses'
import type { EmulatedApi, JsonObject, RecordedRequest, Refusal, ScriptedAnswer, UnderstoodRequest } from '../types'
import { chatPlaceOf, type Vendor } from '../vendors'
import { sayChat, understandChat } from './chat'
import type { WireAnswer } from './frames'
import { geminiPlaceOf, sayGemini, understandGemini } from './gemini'
import { sayMessages, understandMessages } from './messages'
import { stringOf } from './read'
import { sayResponses, understandResponses } from './responses'

/** A wire format, as one vendor speaks it. */
export interface Format {
  readonly api: EmulatedApi
  readonly vendor: Vendor
  readonly understand: (body: JsonObject, path: string) => UnderstoodRequest
  readonly say: (request: UnderstoodRequest, answer: ScriptedAnswer, id: string) => WireAnswer
  readonly refuse: (body: JsonObject, request: RecordedRequest) => Refusal | null
}

const chat = (vendor: Vendor): Format => ({
  api: 'openai-chat',
  vendor,
  understand: (body) => understandChat(body, vendor),
  say: sayChat,
  refuse: (body) => refuseChat(body, vendor),
})

const responses = (vendor: Vendor): Format => ({
  api: 'openai-responses',
  vendor,
  understand: understandResponses,
  say: sayResponses,
  refuse: (body) => refuseResponses(body),
})

const messages: Format = {
  api: 'anthropic-messages',
  vendor: 'plain',
  understand: understandMessages,
  say: sayMessages,
  refuse: (body, { headers }) => refuseMessages(body, headers),
}

const gemini: Format = {
  api: 'gemini',
  vendor: 'plain',
  understand: understandGemini,
  say: sayGemini,
  refuse: (body, { path }) => refuseGemini(geminiPlaceOf(path)?.model ?? '', body),
}

/** What a path speaks; null for a path of no service. */
export function formatOf(path: string): Format | null {
  if (path === '/v1/messages') return messages
  if (geminiPlaceOf(path) !== null) return gemini
  const place = chatPlaceOf(path)
  if (place === null) return null
  if (/^(?:\/v1)?\/chat\/completions$/.test(place.rest)) return chat(place.vendor)
  return /^(?:\/v1)?\/responses$/.test(place.rest) ? responses(place.vendor) : null
}

/** The model that is asked: in the body, or in the path. */
export const modelOf = (path: string, body: JsonObject | null): string => geminiPlaceOf(path)?.model ?? stringOf(body?.['model'])
