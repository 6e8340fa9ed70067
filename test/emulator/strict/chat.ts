import { arrayOf, record, stringOf } from '../formats/read'
import { refuse, type JsonObject, type Refusal } from '../types'
import { isMistralModel, type Vendor } from '../vendors'
import { unknownField, wrongTokenField } from './chat-fields'
import { changedDetails, wrongReasoning } from './chat-reasoning'
import { refuseMistralOrder } from './mistral'
import { refuseChatFiles } from './files'
import { isOpenAiReasoning } from './models'
import { refuseForeignFormat, refuseStrictSchema } from './output-schema'

/** What Chat Completions services refuse; every refusal cites where that was reported. */
export function refuseChat(body: JsonObject, vendor: Vendor = 'plain'): Refusal | null {
  const messages = arrayOf(body['messages']).map(record)
  const model = stringOf(body['model'])
  return (
    unknownField(body, vendor) ??
    wrongTokenField(body, vendor) ??
    emptyMessages(messages) ??
    emptyContent(messages) ??
    refuseChatFiles(messages, vendor) ??
    wrongSystemRole(model, messages) ??
    wrongEffort(body, vendor) ??
    streamOptionsWithoutStream(body) ??
    unansweredToolCalls(messages) ??
    orphanToolMessages(messages) ??
    (vendor === 'mistral' || isMistralModel(model) ? refuseMistralOrder(messages) : null) ??
    wrongReasoning(model, messages, vendor) ??
    changedDetails(model, messages, vendor) ??
    refuseForeignFormat(model, record(body['response_format']), JSON.stringify(body['messages'])) ??
    refuseStrictSchema(record(record(body['response_format'])['json_schema']), 'response_format')
  )
}

// https://platform.openai.com/docs/api-reference/chat/create: `messages` is required and holds at least one.
function emptyMessages(messages: readonly JsonObject[]): Refusal | null {
  return messages.length > 0
    ? null
    : refuse(
        "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        { param: 'messages', code: 'empty_array' },
      )
}

// https://platform.openai.com/docs/api-reference/chat/create: only an assistant's content may be missing, beside its calls.
function emptyContent(messages: readonly JsonObject[]): Refusal | null {
  const index = messages.findIndex((message) => {
    const content = message['content']
    if (message['role'] === 'assistant') return (content === null || content === undefined || content === '') && callIds(message).length === 0
    return typeof content === 'string' ? false : arrayOf(content).length === 0
  })
  return index < 0
    ? null
    : refuse(`Invalid value for 'content': expected a string, got null.`, { param: `messages.[${index}].content` })
}

// https://github.com/Aider-AI/aider/issues/1496
function wrongSystemRole(model: string, messages: readonly JsonObject[]): Refusal | null {
  if (!/^o1-(?:mini|preview)/.test(model)) return null
  const index = messages.findIndex(({ role }) => role === 'system' || role === 'developer')
  if (index < 0) return null
  return refuse(`Unsupported value: 'messages[${index}].role' does not support 'system' with this model.`, {
    param: `messages[${index}].role`,
    code: 'unsupported_value',
  })
}

function wrongEffort(body: JsonObject, vendor: Vendor): Refusal | null {
  const model = stringOf(body['model'])
  if (body['reasoning_effort'] === undefined) return null
  // https://github.com/umputun/tg-spam/issues/304
  if (model.startsWith('gpt-') && !/^gpt-oss/.test(model) && !isOpenAiReasoning(model)) {
    return refuse('Unrecognized request argument supplied: reasoning_effort')
  }
  // https://github.com/neavo/LinguaGacha/issues/771
  if (vendor === 'xai' && !model.startsWith('grok-3-mini')) {
    return refuse(`Model ${model} does not support parameter reasoningEffort.`)
  }
  // https://github.com/HKUDS/nanobot/issues/3939
  if (vendor === 'moonshot' && body['thinking'] !== undefined) {
    return refuse("cannot specify both 'thinking' and 'reasoning_effort'")
  }
  return null
}

// https://platform.openai.com/docs/api-reference/chat/create: "Only set this when you set stream: true."
function streamOptionsWithoutStream(body: JsonObject): Refusal | null {
  if (body['stream_options'] === undefined || body['stream'] === true) return null
  return refuse("The 'stream_options' parameter is only allowed when 'stream' is enabled.", { param: 'stream_options' })
}

// https://github.com/BerriAI/litellm/issues/28995
function unansweredToolCalls(messages: readonly JsonObject[]): Refusal | null {
  for (const [index, message] of messages.entries()) {
    const ids = callIds(message)
    const answered = new Set(toolMessagesBehind(messages, index).map((reply) => reply['tool_call_id']))
    const missing = ids.filter((id) => !answered.has(id))
    if (missing.length > 0) {
      return refuse(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${missing.join(', ')}`,
        { param: `messages.[${index + 1}].role` },
      )
    }
  }
  return null
}

// https://github.com/miurla/morphic/issues/136
function orphanToolMessages(messages: readonly JsonObject[]): Refusal | null {
  const index = messages.findIndex((message, at) => {
    if (message['role'] !== 'tool') return false
    const owner = messages.slice(0, at).findLast((earlier) => earlier['role'] !== 'tool')
    return owner === undefined || !callIds(owner).includes(stringOf(message['tool_call_id']))
  })
  return index < 0
    ? null
    : refuse(
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        { param: `messages.[${index}].role` },
      )
}

export const callIds = (message: JsonObject): readonly string[] =>
  message['role'] === 'assistant' ? arrayOf(message['tool_calls']).map((call) => stringOf(record(call)['id'])) : []

function toolMessagesBehind(messages: readonly JsonObject[], index: number): readonly JsonObject[] {
  const rest = messages.slice(index + 1)
  const end = rest.findIndex((message) => message['role'] !== 'tool')
  return end < 0 ? rest : rest.slice(0, end)
}
