import type { ModelAdapter } from '../model-call'
import { traitsOf } from '../model-traits'
import { createOpenAiClient } from '../request/openai-client'
import { serviceOf } from '../service-of'
import { streamAnswer } from '../wire/stream-answer'
import { buildChatRequest } from './build-chat-request'
import { createChatDecoder } from './decode-chat'

/** Chat Completions: OpenAI's older wire format and that of nearly every compatible server. */
export function createOpenAiChatAdapter(traitsFor: typeof traitsOf = traitsOf): ModelAdapter {
  return {
    api: 'openai-chat',
    stream: (call, baseUrl, ports) =>
      streamAnswer(
        async (fetch, signal) => {
          const request = await buildChatRequest(call, traitsFor(call.modelId, serviceOf(baseUrl)), ports.readFile)
          return createOpenAiClient(baseUrl, fetch).chat.completions.create(request, { signal }).asResponse()
        },
        createChatDecoder(),
        ports,
      ),
  }
}
