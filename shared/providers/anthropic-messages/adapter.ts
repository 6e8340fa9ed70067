import type { ModelAdapter } from '../model-call'
import { traitsOf } from '../model-traits'
import { createAnthropicClient } from '../request/anthropic-client'
import { serviceOf } from '../service-of'
import { streamAnswer } from '../wire/stream-answer'
import { buildMessagesRequest } from './build-messages-request'
import { createMessagesDecoder } from './decode-messages'

/** Messages: Anthropic's wire format, with signed thinking that goes back. */
export function createAnthropicMessagesAdapter(traitsFor: typeof traitsOf = traitsOf): ModelAdapter {
  return {
    api: 'anthropic-messages',
    stream: (call, baseUrl, ports) =>
      streamAnswer(
        async (fetch, signal) => {
          const request = await buildMessagesRequest(call, traitsFor(call.modelId, serviceOf(baseUrl)), ports.readFile)
          return createAnthropicClient(baseUrl, fetch).messages.create(request, { signal }).asResponse()
        },
        createMessagesDecoder(),
        ports,
      ),
  }
}
