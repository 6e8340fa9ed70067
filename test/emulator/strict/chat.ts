import { arrayOf, record, stringOf } from '../formats/read'
import { refuse, type JsonObject, type Refusal } from '../types'
import { isOpenAiReasoning } from './models'
import { refuseForeignFormat, refuseStrictSchema } from './output-schema'

/** Top-level fields of POST /chat/completions: https://platform.openai.com/docs/api-reference/chat/create */
const knownFields: ReadonlySet<string> = new Set([
  'audio',
  'frequency_penalty',
  'function_call',
  'functions',
  'logit_bias',
  'logprobs',
  'max_completion_tokens',
  'max_tokens',
  'messages',
  'metadata',
  'modalities',
  'model',
  'moderation',
  'n',
  'parallel_tool_calls',
  'prediction',
  'presence_penalty',
  'prompt_cache_key',
  'prompt_cache_retention',
  'reasoning_effort',
  'response_format',
  'safety_identifier',
  'seed',
  'service_tier',
  'stop',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'user',
  'verbosity',
  'web_search_options',
])

/** What Chat Completions services refuse; every refusal cites where that was reported. */
export function refuseChat(body: JsonObject): Refusal | null {
  const messages = arrayOf(body['messages']).map(record)
  return (
    unknownField(body) ??
    emptyMessages(messages) ??
    reasoningModelFields(body) ??
    streamOptionsWithoutStream(body) ??
    unansweredToolCalls(messages) ??
    orphanToolMessages(messages) ??
    missingReasoning(stringOf(body['model']), messages) ??
    refuseForeignFormat(stringOf(body['model']), record(body['response_format'])) ??
    refuseStrictSchema(record(record(body['response_format'])['json_schema']), 'response_format')
  )
}

// https://github.com/nashsu/llm_wiki/issues/336
function unknownField(body: JsonObject): Refusal | null {
  const field = Object.keys(body).find((key) => !knownFields.has(key))
  return field === undefined ? null : refuse(`Unrecognized request argument supplied: ${field}`)
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

function reasoningModelFields(body: JsonObject): Refusal | null {
  const isReasoning = isOpenAiReasoning(stringOf(body['model']))
  // https://github.com/teilomillet/gollm/issues/33
  if (isReasoning && body['max_tokens'] !== undefined) {
    return refuse(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { param: 'max_tokens', code: 'unsupported_parameter' },
    )
  }
  // https://github.com/umputun/tg-spam/issues/304
  if (!isReasoning && stringOf(body['model']).startsWith('gpt-') && body['reasoning_effort'] !== undefined) {
    return refuse('Unrecognized request argument supplied: reasoning_effort')
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

// https://github.com/earendil-works/pi/issues/3636 and https://github.com/abhigyanpatwari/GitNexus/issues/43
function missingReasoning(model: string, messages: readonly JsonObject[]): Refusal | null {
  if (!/deepseek-(?:reasoner|v4)|kimi-k2-thinking/.test(model)) return null
  const isMissing = messages.some(
    (message) => callIds(message).length > 0 && typeof message['reasoning_content'] !== 'string',
  )
  return isMissing
    ? refuse('The `reasoning_content` in the thinking mode must be passed back to the API.', {
        code: 'invalid_request_error',
      })
    : null
}

const callIds = (message: JsonObject): readonly string[] =>
  message['role'] === 'assistant' ? arrayOf(message['tool_calls']).map((call) => stringOf(record(call)['id'])) : []

function toolMessagesBehind(messages: readonly JsonObject[], index: number): readonly JsonObject[] {
  const rest = messages.slice(index + 1)
  const end = rest.findIndex((message) => message['role'] !== 'tool')
  return end < 0 ? rest : rest.slice(0, end)
}
