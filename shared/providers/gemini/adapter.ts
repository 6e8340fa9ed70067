import type { ModelAdapter } from '../model-call'
import { traitsOf } from '../model-traits'
import { serviceOf } from '../service-of'
import { streamAnswer } from '../wire/stream-answer'
import { buildGeminiRequest } from './build-gemini-request'
import { createGeminiDecoder } from './decode-gemini'
import { streamUrl } from './gemini-url'

/** Gemini's own wire format. The request is written here, without Google's SDK: docs/decisions/0011. */
export function createGeminiAdapter(traitsFor: typeof traitsOf = traitsOf): ModelAdapter {
  return {
    api: 'gemini',
    stream: (call, baseUrl, ports) =>
      streamAnswer(
        async (fetch, signal) => {
          const request = await buildGeminiRequest(call, traitsFor(call.modelId, serviceOf(baseUrl)), ports.readFile)
          return fetch(streamUrl(baseUrl, call.modelId), {
            method: 'POST',
            headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
            body: JSON.stringify(request),
            signal,
          })
        },
        createGeminiDecoder(),
        ports,
      ),
  }
}
