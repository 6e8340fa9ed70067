import type { ServerResponse } from 'node:http'
import { hasRightKey, requestIdHeader, sendRefusal, type Answering } from './answering'
import { refusalOfStatus } from './errors'
import { sendBytes } from './send'
import type { EmulatedApi, RecordedRequest } from './types'

/** One list that clients of both vendors read. */
export async function answerModelList(
  request: RecordedRequest,
  response: ServerResponse,
  answering: Answering,
): Promise<void> {
  const api: EmulatedApi = request.headers['anthropic-version'] === undefined ? 'openai-chat' : 'anthropic-messages'
  if (request.path !== '/v1/models') {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found')
    return
  }
  if (!hasRightKey(request, answering.key)) {
    sendRefusal(response, api, refusalOfStatus(api, 401))
    return
  }
  const data = answering.models.map((id) => (api === 'anthropic-messages' ? anthropicModel(id) : openAiModel(id)))
  const paging =
    api === 'anthropic-messages'
      ? { has_more: false, first_id: answering.models[0], last_id: answering.models.at(-1) }
      : { object: 'list' }
  response.writeHead(200, { 'content-type': 'application/json', ...requestIdHeader(api) })
  await sendBytes(response, Buffer.from(JSON.stringify({ ...paging, data })), null)
}

const displayNames: Readonly<Record<string, string>> = {
  'demo-small': 'Demo model, not a language model (small)',
  'demo-large': 'Demo model, not a language model (large)',
}

const openAiModel = (id: string) => ({
  id,
  object: 'model',
  created: 1_790_000_000,
  owned_by: 'commonplace',
  name: displayNames[id] ?? id,
})

const anthropicModel = (id: string) => ({
  type: 'model',
  id,
  display_name: displayNames[id] ?? id,
  created_at: '2026-09-01T00:00:00Z',
})
