import { createMessagesDecoder } from './anthropic-messages/decode-messages'
import { createGeminiDecoder } from './gemini/decode-gemini'
import type { ApiKind } from './model-call'
import { createOllamaDecoder } from './ollama-native/decode-ollama'
import { createChatDecoder } from './openai-chat/decode-chat'
import { createResponsesDecoder } from './openai-responses/decode-responses'
import type { AnswerDecoder } from './wire/answer-decoder'

/** The formats in which answers can be read; requests are written in those that are an ApiKind. */
export type AnswerFormat = ApiKind | 'ollama-native'

/** Makes the decoder of one answer, without the SDK that the requests need. */
export const decoders: Readonly<Record<AnswerFormat, () => AnswerDecoder>> = {
  'openai-chat': createChatDecoder,
  'openai-responses': createResponsesDecoder,
  'anthropic-messages': createMessagesDecoder,
  gemini: createGeminiDecoder,
  'ollama-native': createOllamaDecoder,
}
