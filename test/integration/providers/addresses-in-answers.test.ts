import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkModelProvider } from '@shared/providers/check'
import { apiKinds, type ApiKind } from '@shared/providers/model-call'
import { callTo, fetchWithKey, partsOf, portsWith } from '../../helpers/provider-calls'

const asked: string[] = []
let server: Server
let base = ''

/** Everything that services put addresses into, in one event of each wire format. */
function eventsOf(api: ApiKind): string {
  const trap = `${base}/trap`
  const words = `See ![picture](${trap}/picture.png) and ${trap}/page`
  const addresses = { url: trap, next: trap, next_page: trap, image_url: { url: trap }, file_uri: trap, links: { next: trap } }
  const events: Record<ApiKind, readonly unknown[]> = {
    'openai-chat': [
      { id: 'a', ...addresses, choices: [{ index: 0, delta: { role: 'assistant', content: words, images: [{ type: 'image_url', image_url: { url: trap } }], annotations: [{ type: 'url_citation', url_citation: { url: trap } }] } }] },
      { id: 'a', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
    ],
    'openai-responses': [
      { type: 'response.created', response: { id: 'r', ...addresses, status: 'in_progress' } },
      { type: 'response.output_text.delta', item_id: 'm', output_index: 0, content_index: 0, delta: words, ...addresses },
      { type: 'response.completed', response: { id: 'r', status: 'completed', ...addresses, output: [], usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } } },
    ],
    'anthropic-messages': [
      { type: 'message_start', message: { id: 'm', ...addresses, role: 'assistant', content: [], usage: { input_tokens: 1, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '', citations: [{ type: 'web_search_result_location', url: trap }] } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ],
    gemini: [
      {
        ...addresses,
        candidates: [{ content: { role: 'model', parts: [{ text: words }, { fileData: { mimeType: 'image/png', fileUri: trap } }] }, finishReason: 'STOP', groundingMetadata: { groundingChunks: [{ web: { uri: trap } }] } }],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      },
    ],
  }
  return events[api].map((event) => `event: ${(event as { type?: string }).type ?? 'message'}\ndata: ${JSON.stringify(event)}\n\n`).join('') + (api === 'openai-chat' ? 'data: [DONE]\n\n' : '')
}

let answering: ApiKind = 'openai-chat'

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://here').pathname
    asked.push(`${request.method} ${path}`)
    const trap = `${base}/trap`
    response.setHeader('link', `<${trap}/next>; rel="next"`)
    if (request.method === 'GET') {
      const list = { data: [{ id: 'm', url: trap }], models: [{ name: 'models/m', supportedGenerationMethods: ['generateContent'] }], next: trap, next_url: trap, has_more: false, links: { next: trap } }
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list))
    }
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream', location: trap, 'content-location': trap }).end(eventsOf(answering))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

describe.each(apiKinds)('%s', (api) => {
  test('PRV-10 an answer full of addresses is read with one request', async () => {
    answering = api
    asked.length = 0
    const parts = await partsOf(api, callTo('m'), `${base}/v1`, portsWith({ fetch: fetchWithKey('k') }))
    expect(JSON.stringify(parts)).toContain('/trap/page')
    expect(asked).toHaveLength(1)
    expect(asked[0]).not.toContain('trap')
  })

  test('PRV-10 a check asks for the list and one answer, wherever they point', async () => {
    answering = api
    asked.length = 0
    const ports = { ...portsWith({ fetch: fetchWithKey('k') }), clock: { now: () => Date.now() }, isOnline: () => true }
    await checkModelProvider({ preset: 'compatible', api, baseUrl: `${base}/v1`, modelsByHand: [] }, ports)
    expect(asked.length).toBeGreaterThanOrEqual(2)
    expect(asked.filter((line) => line.includes('trap'))).toEqual([])
  })
})
