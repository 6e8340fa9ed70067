import type { ModelAdapter } from '../model-call'
import { traitsOf, type ModelTraits } from '../model-traits'
import { createAnthropicClient } from '../request/anthropic-client'
import { streamAnswer } from '../wire/stream-answer'
import { buildMessagesRequest } from './build-messages-request'
import { createMessagesDecoder } from './decode-messages'

/** Messages: Anthropic's wire format, with signed thinking that goes back. */
export function createAnthropicMessagesAdapter(traitsFor: (modelId: string) => ModelTraits = traitsOf): ModelAdapter {
  return {
    api: 'anthropic-messages',
    stream: (call, baseUrl, ports) =>
      streamAnswer(
        async (fetch, signal) => {
          const request = await buildMessagesRequest(call, traitsFor(call.modelId), ports.readFile)
          return createAnthropicClient(baseUrl, fetch).messages.create(request, { signal }).asResponse()
        },
        createMessagesDecoder(),
        ports,
      ),
  }
}
