import { AnswerBuilder, statusOf } from '@shared/agent/answer-builder'
import { repairHistory, type RepairedHistory } from '@shared/context/repair-history'
import type { CallId, DeviceId, MessageId, SessionId } from '@shared/ids'
import type { ApiKind, ToolDefinition } from '@shared/providers/model-call'
import { unknownMedia } from '@shared/providers/model-provider'
import type { StreamPart } from '@shared/providers/stream-part'
import { messageRowSchema, type MessageRow, type Part } from '@shared/sessions/message'
import type { Emulator } from '../emulator/server'
import { chatBaseUrl, type Vendor } from '../emulator/vendors'
import { callTo, fetchWithKey, partsOf, portsWith, text } from './provider-calls'

/** One way to a model: the adapter, and the vendor whose rules hold. */
export interface ModelRoute {
  readonly name: string
  readonly api: ApiKind
  readonly vendor: Vendor
  readonly model: string
  /** Whether the service gives blocks that have to come back as they were. */
  readonly hasBlocks: boolean
}

const route = (api: ApiKind, vendor: Vendor, model: string, hasBlocks: boolean): ModelRoute => ({
  name: `${api}${vendor === 'plain' ? '' : ` of ${vendor}`}, ${model}`,
  ...{ api, vendor, model, hasBlocks },
})

export const modelRoutes: readonly ModelRoute[] = [
  route('openai-chat', 'plain', 'gpt-5.5', true),
  route('openai-responses', 'plain', 'gpt-5.5', true),
  route('anthropic-messages', 'plain', 'claude-sonnet-4-6', true),
  route('anthropic-messages', 'plain', 'claude-haiku-4-5', true),
  route('gemini', 'plain', 'gemini-3-pro-preview', true),
  route('gemini', 'plain', 'gemini-2.5-flash', true),
  route('openai-chat', 'deepseek', 'deepseek-v4-pro', true),
  route('openai-chat', 'plain', 'deepseek-r1', true),
  route('openai-chat', 'moonshot', 'kimi-k2.6', true),
  route('openai-chat', 'mistral', 'mistral-large-latest', true),
  route('openai-chat', 'openrouter', 'anthropic/claude-sonnet-4.6', true),
  route('openai-chat', 'openrouter', 'mistralai/devstral-small', true),
  route('openai-chat', 'azure', 'gpt-5.5', true),
  route('openai-chat', 'qwen', 'qwen3-max', true),
  route('openai-chat', 'xai', 'grok-4', true),
  route('openai-chat', 'groq', 'openai/gpt-oss-120b', false),
]

/** Every model of the routes, to be listed by the emulator. */
export const routeModels: readonly string[] = [...new Set(modelRoutes.map(({ model }) => model))]

export const baseUrlOf = ({ url }: Pick<Emulator, 'url'>, { api, vendor }: ModelRoute): string =>
  api === 'anthropic-messages' || api === 'gemini' ? url : chatBaseUrl(url, vendor)

export const weatherTool: ToolDefinition = {
  name: 'get_weather',
  description: 'The weather of a city',
  inputSchema: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { city: { type: 'string' }, unit: { type: ['string', 'null'], enum: ['C', 'F', null] } },
    required: ['city'],
    additionalProperties: false,
  },
}

/** To disk and back, through the schema of the rows. */
export const stored = (rows: readonly MessageRow[]): MessageRow[] =>
  rows.map((row) => messageRowSchema.parse(JSON.parse(JSON.stringify(row))))

const rowOf = (index: number, role: MessageRow['role'], parts: readonly Part[], status: MessageRow['status'] = 'complete'): MessageRow => ({
  id: `m${index}` as MessageId,
  sessionId: 's' as SessionId,
  parentIds: index === 0 ? [] : [`m${index - 1}` as MessageId],
  role,
  parts: [...parts],
  createdAt: index,
  device: 'd' as DeviceId,
  author: role === 'user' ? 'person' : role === 'tool' ? 'tool' : 'model',
  callId: `c${index}` as CallId,
  status,
})

export const asked = (rows: readonly MessageRow[], words: string): MessageRow[] => [...rows, rowOf(rows.length, 'user', [text(words)])]

/** The tools have run: results in another order than the calls, as they come when they run side by side. */
export function withResults(rows: readonly MessageRow[]): MessageRow[] {
  const calls = (rows.at(-1)?.parts ?? []).flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
  const results = calls.map((toolCallId, index): Part => ({ type: 'tool-result', toolCallId, text: `${20 + index} °C`, isError: index > 0 }))
  return [...rows, rowOf(rows.length, 'tool', results.reverse())]
}

export const historyFor = (rows: readonly MessageRow[], { api, model }: ModelRoute): RepairedHistory =>
  repairHistory(
    rows.map((row) => ({ row, parts: row.parts })),
    { api, modelId: model, takes: unknownMedia },
  )

export interface Step {
  readonly rows: MessageRow[]
  readonly last: StreamPart | undefined
}

/** One call on this route; its answer becomes a row. */
export async function answered(emulator: Emulator, to: ModelRoute, rows: readonly MessageRow[]): Promise<Step> {
  const messages = historyFor(rows, to).messages.map(({ message }) => message)
  const call = callTo(to.model, { messages, tools: [weatherTool], effort: 'low', maxOutputTokens: 8000, system: 'Be brief.', cacheKey: 'k1' })
  const parts = await partsOf(to.api, call, baseUrlOf(emulator, to), portsWith({ fetch: fetchWithKey('demo-key') }))
  const builder = new AnswerBuilder(to.model, 0)
  for (const part of parts) builder.add(part, 0)
  const answer = builder.answer()
  return { rows: stored([...rows, rowOf(rows.length, 'assistant', answer.parts, statusOf(answer))]), last: parts.at(-1) }
}
