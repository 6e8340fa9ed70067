import type { IncomingHttpHeaders } from 'node:http'
import { arrayOf, record, stringOf } from '../formats/read'
import { isSignedBy } from '../signing'
import { refuse, type JsonObject, type Refusal } from '../types'
import { refuseBreakpoints } from './breakpoints'
import { refuseMessagesFiles } from './files'
import { refusesPrefill } from './models'

/** Top-level fields of POST /v1/messages: https://platform.claude.com/docs/en/api/messages/create */
const knownFields: ReadonlySet<string> = new Set([
  'cache_control',
  'container',
  'context_management',
  'inference_geo',
  'max_tokens',
  'mcp_servers',
  'messages',
  'metadata',
  'model',
  'output_config',
  'service_tier',
  'speed',
  'stop_sequences',
  'stream',
  'system',
  'temperature',
  'thinking',
  'tool_choice',
  'tools',
  'top_k',
  'top_p',
])

/** A message with its content as blocks. */
interface Turn {
  readonly role: string
  readonly blocks: readonly JsonObject[]
}

/** What the Messages service refuses; every refusal cites where that was reported. */
export function refuseMessages(body: JsonObject, headers: IncomingHttpHeaders): Refusal | null {
  const turns = arrayOf(body['messages']).map(record).map(turnOf)
  return (
    missingVersion(headers) ??
    missingMaxTokens(body) ??
    unknownField(body) ??
    wrongBudget(body) ??
    wrongFirstRole(turns) ??
    emptyText(turns) ??
    refuseMessagesFiles(turns.flatMap(({ blocks }) => blocks)) ??
    unansweredToolUse(turns) ??
    orphanToolResult(turns) ??
    changedThinking(stringOf(body['model']), turns) ??
    lateThinking(turns) ??
    trailingThinking(turns) ??
    toolStepWithoutThinking(body, turns) ??
    refuseBreakpoints(body) ??
    wrongToolId(turns) ??
    prefill(stringOf(body['model']), turns) ??
    trailingSpace(turns)
  )
}

function turnOf(message: JsonObject): Turn {
  const content = message['content']
  return {
    role: stringOf(message['role']),
    blocks: typeof content === 'string' ? [{ type: 'text', text: content }] : arrayOf(content).map(record),
  }
}

// https://platform.claude.com/docs/en/api/versioning: the header is required with every request.
const missingVersion = (headers: IncomingHttpHeaders): Refusal | null =>
  headers['anthropic-version'] === undefined ? refuse('anthropic-version: header is required') : null

// https://github.com/immersive-translate/immersive-translate/issues/3993
const missingMaxTokens = (body: JsonObject): Refusal | null =>
  typeof body['max_tokens'] === 'number' ? null : refuse('max_tokens: Field required')

// https://github.com/amrit110/oli/issues/7
function unknownField(body: JsonObject): Refusal | null {
  const field = Object.keys(body).find((key) => !knownFields.has(key))
  return field === undefined ? null : refuse(`${field}: Extra inputs are not permitted`)
}

// https://platform.claude.com/docs/en/build-with-claude/extended-thinking: at least 1024 and less than max_tokens.
function wrongBudget(body: JsonObject): Refusal | null {
  const budget = record(body['thinking'])['budget_tokens']
  if (typeof budget !== 'number') return null
  if (budget < 1024) return refuse('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024')
  return budget < Number(body['max_tokens'])
    ? null
    : refuse('`max_tokens` must be greater than `thinking.budget_tokens`.')
}

// https://github.com/lobehub/lobehub/issues/1601
const wrongFirstRole = (turns: readonly Turn[]): Refusal | null =>
  turns[0]?.role === 'user' ? null : refuse('messages: first message must use the "user" role')

// https://github.com/anthropics/claude-code/issues/59812 and https://github.com/anthropics/claude-code/issues/23440
function emptyText(turns: readonly Turn[]): Refusal | null {
  const texts = turns
    .flatMap((turn) => turn.blocks)
    .filter((block) => block['type'] === 'text')
    .map((block) => stringOf(block['text']))
  if (texts.includes('')) return refuse('messages: text content blocks must be non-empty')
  return texts.some((text) => text.trim() === '')
    ? refuse('messages: text content blocks must contain non-whitespace text')
    : null
}

// https://github.com/anthropics/claude-code/issues/8210
function unansweredToolUse(turns: readonly Turn[]): Refusal | null {
  for (const [index, turn] of turns.entries()) {
    const answered = new Set(idsOf(turns[index + 1], 'tool_result', 'tool_use_id'))
    const missing = idsOf(turn, 'tool_use', 'id').filter((id) => !answered.has(id))
    if (missing.length > 0) {
      return refuse(
        `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
      )
    }
  }
  return null
}

// https://github.com/anthropics/claude-code/issues/18947
function orphanToolResult(turns: readonly Turn[]): Refusal | null {
  for (const [index, turn] of turns.entries()) {
    const known = new Set(idsOf(turns[index - 1], 'tool_use', 'id'))
    const orphan = idsOf(turn, 'tool_result', 'tool_use_id').find((id) => !known.has(id))
    if (orphan !== undefined) {
      return refuse(
        `messages.${index}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${orphan}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      )
    }
  }
  return null
}

// https://github.com/anthropics/anthropic-sdk-python/issues/1598: changed in any way, or written by another model.
function changedThinking(model: string, turns: readonly Turn[]): Refusal | null {
  for (const [index, turn] of turns.entries()) {
    const position = turn.blocks.findIndex(
      (block) => block['type'] === 'thinking' && !isSignedBy(model, stringOf(block['thinking']), block['signature']),
    )
    if (position >= 0)
      return refuse(`messages.${index}.content.${position}: Invalid \`signature\` in \`thinking\` block`)
  }
  return null
}

// https://github.com/tailcallhq/forgecode/issues/2107: of the last message only.
function trailingThinking(turns: readonly Turn[]): Refusal | null {
  const last = turns.at(-1)
  if (last?.role !== 'assistant' || !isThinking(last.blocks.at(-1))) return null
  return refuse(`messages.${turns.length - 1}: The final block in an assistant message cannot be \`thinking\`.`)
}

// https://github.com/anthropics/claude-code/issues/20705
function lateThinking(turns: readonly Turn[]): Refusal | null {
  const index = turns.findIndex(
    (turn) => turn.role === 'assistant' && !isThinking(turn.blocks[0]) && turn.blocks.some(isThinking),
  )
  if (index < 0) return null
  return refuse(
    `messages.${index}.content.0: If an assistant message contains any thinking blocks, the first block must be \`thinking\` or \`redacted_thinking\`. Found \`${stringOf(turns[index]?.blocks[0]?.['type'])}\`.`,
  )
}

// https://github.com/BerriAI/litellm/issues/14194: with a budget, the step that goes on has to begin with its thoughts.
function toolStepWithoutThinking(body: JsonObject, turns: readonly Turn[]): Refusal | null {
  if (record(body['thinking'])['type'] !== 'enabled' || idsOf(turns.at(-1), 'tool_result', 'tool_use_id').length === 0) return null
  const index = turns.findLastIndex(({ role }) => role === 'assistant')
  const first = turns[index]?.blocks[0]
  if (isThinking(first)) return null
  return refuse(
    `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${stringOf(first?.['type'])}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`,
  )
}

// https://github.com/anthropics/claude-code/issues/1907
function wrongToolId(turns: readonly Turn[]): Refusal | null {
  for (const [index, turn] of turns.entries()) {
    const position = turn.blocks.findIndex((block) => block['type'] === 'tool_use' && !/^[a-zA-Z0-9_-]+$/.test(stringOf(block['id'])))
    if (position >= 0) return refuse(`messages.${index}.content.${position}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`)
  }
  return null
}

const isThinking = (block: JsonObject | undefined): boolean =>
  /^(?:redacted_)?thinking$/.test(stringOf(block?.['type']))

// https://github.com/agenticloops-ai/agentic-ai-engineering/issues/43
function prefill(model: string, turns: readonly Turn[]): Refusal | null {
  if (turns.at(-1)?.role !== 'assistant' || !refusesPrefill(model)) return null
  return refuse('This model does not support assistant message prefill. The conversation must end with a user message.')
}

// https://github.com/langchain-ai/langchain/issues/35071
function trailingSpace(turns: readonly Turn[]): Refusal | null {
  const last = turns.at(-1)
  const text = stringOf(last?.blocks.at(-1)?.['text'])
  if (last?.role !== 'assistant' || text === text.trimEnd()) return null
  return refuse('messages: final assistant content cannot end with trailing whitespace')
}

const idsOf = (turn: Turn | undefined, type: string, field: string): readonly string[] =>
  (turn?.blocks ?? []).filter((block) => block['type'] === type).map((block) => stringOf(block[field]))
