import type { ServerResponse } from 'node:http'
import { hasRightKey, requestIdHeader, sendRefusal, type Answering } from './answering'
import { refusalOfStatus } from './errors'
import { sendBytes } from './send'
import type { EmulatedApi, RecordedRequest } from './types'
import { chatPlaceOf } from './vendors'

/** One list that clients of all vendors read. */
export async function answerModelList(
  request: RecordedRequest,
  response: ServerResponse,
  answering: Answering,
): Promise<void> {
  const api = apiOf(request)
  if (api === null) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found')
    return
  }
  if (!hasRightKey(request, answering.key)) {
    sendRefusal(response, api, refusalOfStatus(api, 401))
    return
  }
  response.writeHead(200, { 'content-type': 'application/json', ...requestIdHeader(api) })
  await sendBytes(response, Buffer.from(JSON.stringify(listOf(api, answering.models))), null)
}

function apiOf({ path, headers }: RecordedRequest): EmulatedApi | null {
  if (path === '/v1beta/models') return 'gemini'
  if (path === '/v1/models' && headers['anthropic-version'] !== undefined) return 'anthropic-messages'
  return /^(?:\/v1)?\/models$/.test(chatPlaceOf(path)?.rest ?? '') ? 'openai-chat' : null
}

function listOf(api: EmulatedApi, models: readonly string[]): object {
  if (api === 'gemini') return { models: models.map(geminiModel) }
  if (api === 'anthropic-messages') {
    return { has_more: false, first_id: models[0], last_id: models.at(-1), data: models.map(anthropicModel) }
  }
  return { object: 'list', data: models.map(openAiModel) }
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

// https://ai.google.dev/api/models#Model
const geminiModel = (id: string) => ({
  name: `models/${id}`,
  displayName: displayNames[id] ?? id,
  inputTokenLimit: 1_048_576,
  outputTokenLimit: 65_536,
  supportedGenerationMethods: ['generateContent', 'countTokens'],
})
