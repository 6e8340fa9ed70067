import type { ModelAdapter } from '../model-call'
import { traitsOf, type ModelTraits } from '../model-traits'
import { createOpenAiClient } from '../request/openai-client'
import { streamAnswer } from '../wire/stream-answer'
import { buildResponsesRequest } from './build-responses-request'
import { createResponsesDecoder } from './decode-responses'

/** Responses: OpenAI's own wire format, with encrypted reasoning that goes back. */
export function createOpenAiResponsesAdapter(traitsFor: (modelId: string) => ModelTraits = traitsOf): ModelAdapter {
  return {
    api: 'openai-responses',
    stream: (call, baseUrl, ports) =>
      streamAnswer(
        async (fetch, signal) => {
          const request = await buildResponsesRequest(call, traitsFor(call.modelId), ports.readFile)
          return createOpenAiClient(baseUrl, fetch).responses.create(request, { signal }).asResponse()
        },
        createResponsesDecoder(),
        ports,
      ),
  }
}
