import { arrayOf, record, stringOf } from '../formats/read'
import { unseal } from '../signing'
import { refuse, type JsonObject, type Refusal } from '../types'
import { refuseResponsesFiles } from './files'
import { isOpenAiReasoning } from './models'
import { refuseStrictSchema } from './output-schema'

/** Top-level fields of POST /responses: https://platform.openai.com/docs/api-reference/responses/create */
const knownFields: ReadonlySet<string> = new Set([
  'background',
  'context_management',
  'conversation',
  'include',
  'input',
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'metadata',
  'model',
  'parallel_tool_calls',
  'previous_response_id',
  'prompt',
  'prompt_cache_key',
  'prompt_cache_retention',
  'reasoning',
  'safety_identifier',
  'service_tier',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'text',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'truncation',
  'user',
])

/** What the Responses service refuses; every refusal cites where that was reported. */
export function refuseResponses(body: JsonObject): Refusal | null {
  const input = arrayOf(body['input']).map(record)
  return (
    unknownField(body) ??
    smallBound(body) ??
    reasoningFields(body) ??
    summaryForUnverified(body) ??
    refuseResponsesFiles(input) ??
    unansweredCalls(input) ??
    orphanOutputs(input) ??
    changedReasoning(stringOf(body['model']), input) ??
    missingReasoning(input) ??
    refuseStrictSchema(record(record(body['text'])['format']), 'text.format')
  )
}

// https://github.com/OpenHands/software-agent-sdk/issues/755
function unknownField(body: JsonObject): Refusal | null {
  if (body['reasoning_effort'] !== undefined) {
    return refuse(
      "Unsupported parameter: 'reasoning_effort'. In the Responses API, this parameter has moved to 'reasoning.effort'. Try again with the new parameter.",
      { code: 'unsupported_parameter' },
    )
  }
  const field = Object.keys(body).find((key) => !knownFields.has(key))
  return field === undefined
    ? null
    : refuse(`Unknown parameter: '${field}'.`, { param: field, code: 'unknown_parameter' })
}

// https://github.com/earendil-works/pi/issues/6265
function smallBound(body: JsonObject): Refusal | null {
  const bound = body['max_output_tokens']
  if (typeof bound !== 'number' || bound >= 16) return null
  return refuse(
    `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got ${bound} instead.`,
    { param: 'max_output_tokens', code: 'integer_below_min_value' },
  )
}

// https://platform.openai.com/docs/guides/reasoning: `reasoning` is for reasoning models only.
function reasoningFields(body: JsonObject): Refusal | null {
  if (!/^(?:gpt|o\d)/.test(stringOf(body['model'])) || isOpenAiReasoning(stringOf(body['model']))) return null
  if (record(body['reasoning'])['effort'] === undefined) return null
  return refuse("Unsupported parameter: 'reasoning.effort' is not supported with this model.", {
    param: 'reasoning.effort',
    code: 'unsupported_parameter',
  })
}

// As for most accounts, the organization here is not verified: https://github.com/continuedev/continue/issues/9607
function summaryForUnverified(body: JsonObject): Refusal | null {
  if (record(body['reasoning'])['summary'] === undefined) return null
  return refuse('Your organization must be verified to generate reasoning summaries.', {
    param: 'reasoning.summary',
    code: 'unsupported_value',
  })
}

// https://github.com/Gitlawb/openclaude/issues/187
function unansweredCalls(input: readonly JsonObject[]): Refusal | null {
  const answered = new Set(
    input.filter((item) => item['type'] === 'function_call_output').map((item) => item['call_id']),
  )
  const missing = input.find((item) => item['type'] === 'function_call' && !answered.has(item['call_id']))
  return missing === undefined
    ? null
    : refuse(`No tool output found for function call ${stringOf(missing['call_id'])}.`, { param: 'input' })
}

// https://github.com/continuedev/continue/issues/10092
function orphanOutputs(input: readonly JsonObject[]): Refusal | null {
  const orphan = input.find((item, index) => {
    if (item['type'] !== 'function_call_output') return false
    return !input
      .slice(0, index)
      .some((earlier) => earlier['type'] === 'function_call' && earlier['call_id'] === item['call_id'])
  })
  return orphan === undefined
    ? null
    : refuse(`No tool call found for function call output with call_id ${stringOf(orphan['call_id'])}.`, {
        param: 'input',
      })
}

function changedReasoning(model: string, input: readonly JsonObject[]): Refusal | null {
  for (const [index, item] of input.entries()) {
    if (item['type'] !== 'reasoning') continue
    const id = stringOf(item['id'])
    // With `store: false` nothing is kept to look the id up: https://github.com/continuedev/continue/pull/11785
    if (typeof item['encrypted_content'] !== 'string') {
      return refuse(
        `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
        { status: 404, param: 'input' },
      )
    }
    const opened = unseal(model, item['encrypted_content'])
    // https://github.com/openai/codex/issues/8119
    if (opened?.itemId !== id) {
      return refuse(
        `The encrypted content for item ${id} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
        { code: 'invalid_encrypted_content' },
      )
    }
    // https://github.com/openai/openai-agents-python/issues/1660
    if (input[index + 1]?.['id'] !== opened.nextId) {
      return refuse(`Item '${id}' of type 'reasoning' was provided without its required following item.`, {
        param: 'input',
      })
    }
  }
  return null
}

// https://github.com/continuedev/continue/pull/11785
function missingReasoning(input: readonly JsonObject[]): Refusal | null {
  const orphan = input.find(
    (item, index) => /^(?:msg|fc)_.*r$/.test(stringOf(item['id'])) && input[index - 1]?.['type'] !== 'reasoning',
  )
  if (orphan === undefined) return null
  return refuse(
    `Item '${stringOf(orphan['id'])}' of type '${stringOf(orphan['type'])}' was provided without its required 'reasoning' item.`,
    { param: 'input' },
  )
}
