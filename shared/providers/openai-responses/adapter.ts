import type { ModelAdapter } from '../model-call'
import { traitsOf } from '../model-traits'
import { createOpenAiClient } from '../request/openai-client'
import { serviceOf } from '../service-of'
import { streamAnswer } from '../wire/stream-answer'
import { buildResponsesRequest } from './build-responses-request'
import { createResponsesDecoder } from './decode-responses'

/** Responses: OpenAI's own wire format, with encrypted reasoning that goes back. */
export function createOpenAiResponsesAdapter(traitsFor: typeof traitsOf = traitsOf): ModelAdapter {
  return {
    api: 'openai-responses',
    stream: (call, baseUrl, ports) =>
      streamAnswer(
        async (fetch, signal) => {
          const request = await buildResponsesRequest(call, traitsFor(call.modelId, serviceOf(baseUrl)), ports.readFile)
          return createOpenAiClient(baseUrl, fetch).responses.create(request, { signal }).asResponse()
        },
        createResponsesDecoder(),
        ports,
      ),
  }
}
