import { arrayOf, record, stringOf } from '../formats/read'
import { refuse, type JsonObject, type Refusal } from '../types'
import type { Vendor } from '../vendors'
import { isOpenAiReasoning } from './models'

/** Top-level fields of POST /chat/completions: https://platform.openai.com/docs/api-reference/chat/create */
const openAiFields = [
  'audio', 'frequency_penalty', 'function_call', 'functions', 'logit_bias', 'logprobs', 'max_completion_tokens',
  'max_tokens', 'messages', 'metadata', 'modalities', 'model', 'moderation', 'n', 'parallel_tool_calls', 'prediction',
  'presence_penalty', 'prompt_cache_key', 'prompt_cache_retention', 'reasoning_effort', 'response_format',
  'safety_identifier', 'seed', 'service_tier', 'stop', 'store', 'stream', 'stream_options', 'temperature',
  'tool_choice', 'tools', 'top_logprobs', 'top_p', 'user', 'verbosity', 'web_search_options',
]

/** https://docs.mistral.ai/api/endpoint/chat */
const mistralFields = [
  'frequency_penalty', 'guardrails', 'max_tokens', 'messages', 'metadata', 'model', 'n', 'parallel_tool_calls', 'prediction',
  'presence_penalty', 'prompt_mode', 'random_seed', 'reasoning_effort', 'response_format', 'safe_prompt', 'stop', 'stream',
  'temperature', 'tool_choice', 'tools', 'top_p',
]

/** https://console.groq.com/docs/api-reference#chat-create */
const groqFields = [
  'citation_options', 'compound_custom', 'disable_tool_validation', 'documents', 'frequency_penalty', 'function_call', 'functions',
  'include_reasoning', 'logit_bias', 'logprobs', 'max_completion_tokens', 'max_tokens', 'messages', 'metadata', 'model', 'n',
  'parallel_tool_calls', 'presence_penalty', 'reasoning_effort', 'reasoning_format', 'response_format', 'search_settings', 'seed',
  'service_tier', 'stop', 'store', 'stream', 'stream_options', 'temperature', 'tool_choice', 'tools', 'top_logprobs', 'top_p', 'user',
]

/** Who refuses what it does not know; the others read over it. */
const fieldsOf: Partial<Readonly<Record<Vendor, ReadonlySet<string>>>> = {
  plain: new Set(openAiFields),
  azure: new Set(openAiFields),
  mistral: new Set(mistralFields),
  groq: new Set(groqFields),
}

/** Of a message of the assistant. */
const assistantFields: Partial<Readonly<Record<Vendor, ReadonlySet<string>>>> = {
  azure: new Set(['role', 'content', 'tool_calls', 'name', 'refusal', 'audio']),
  mistral: new Set(['role', 'content', 'tool_calls', 'prefix']),
  groq: new Set(['role', 'content', 'tool_calls', 'name']),
}

export function unknownField(body: JsonObject, vendor: Vendor): Refusal | null {
  const known = fieldsOf[vendor]
  const field = known === undefined ? undefined : Object.keys(body).find((key) => !known.has(key))
  return field === undefined ? unknownMessageField(body, vendor) : unknownIn(vendor, field)
}

function unknownIn(vendor: Vendor, field: string): Refusal {
  // https://github.com/fanenr/chatbot/issues/21
  if (vendor === 'groq') return refuse(`property '${field}' is unsupported`)
  // https://github.com/editor-code-assistant/eca/issues/231
  if (vendor === 'mistral') return refuse(extraForbidden(['body', field]), { status: 422 })
  // https://github.com/nashsu/llm_wiki/issues/336
  return refuse(`Unrecognized request argument supplied: ${field}`)
}

function unknownMessageField(body: JsonObject, vendor: Vendor): Refusal | null {
  const known = assistantFields[vendor]
  if (known === undefined) return null
  for (const [index, message] of arrayOf(body['messages']).map(record).entries()) {
    const field = message['role'] === 'assistant' ? Object.keys(message).find((key) => !known.has(key)) : undefined
    if (field === undefined) continue
    // https://github.com/charmbracelet/crush/issues/1590
    if (vendor === 'mistral') return refuse(extraForbidden(['body', 'messages', index, 'assistant', field]), { status: 422 })
    // https://github.com/janhq/jan/issues/8136
    if (vendor === 'groq') {
      return refuse(`'messages.${index}' : for 'role:assistant' the following must be satisfied[('messages.${index}' : property '${field}' is unsupported)]`)
    }
    return refuse(`Unknown parameter: 'messages[${index}].${field}'.`, { param: `messages[${index}].${field}`, code: 'unknown_parameter' })
  }
  return null
}

const extraForbidden = (loc: readonly (string | number)[]): string =>
  JSON.stringify({ detail: [{ type: 'extra_forbidden', loc, msg: 'Extra inputs are not permitted' }] })

export function wrongTokenField(body: JsonObject, vendor: Vendor): Refusal | null {
  const isReasoning = isOpenAiReasoning(stringOf(body['model']))
  // https://github.com/teilomillet/gollm/issues/33
  if (!isReasoning || body['max_tokens'] === undefined || vendor === 'openrouter') return null
  return refuse("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", {
    param: 'max_tokens',
    code: 'unsupported_parameter',
  })
}
