import type { ModelAdapter } from '../model-call'
import { traitsOf, type ModelTraits } from '../model-traits'
import { createOpenAiClient } from '../request/openai-client'
import { streamAnswer } from '../wire/stream-answer'
import { buildChatRequest } from './build-chat-request'
import { createChatDecoder } from './decode-chat'

/** Chat Completions: OpenAI's older wire format and that of nearly every compatible server. */
export function createOpenAiChatAdapter(traitsFor: (modelId: string) => ModelTraits = traitsOf): ModelAdapter {
  return {
    api: 'openai-chat',
    stream: (call, baseUrl, ports) =>
      streamAnswer(
        async (fetch, signal) => {
          const request = await buildChatRequest(call, traitsFor(call.modelId), ports.readFile)
          return createOpenAiClient(baseUrl, fetch).chat.completions.create(request, { signal }).asResponse()
        },
        createChatDecoder(),
        ports,
      ),
  }
}
