import { arrayOf, record, stringOf } from '../formats/read'
import { isSignedBy } from '../signing'
import { refuse, type JsonObject, type Refusal } from '../types'
import type { Vendor } from '../vendors'

const deepSeekThinking = /(?:^|\/)deepseek-(?:reasoner|v3\.2|v4|flash|pro)/
const kimiThinking = /(?:^|\/)kimi-(?:k2-thinking|k2\.[5-9]|k3)/
/** Before V3.2 thoughts must not come back. */
const olderDeepSeek = /(?:^|\/)deepseek-r1/

/** What `reasoning_content` has to be in the messages of a request. */
export function wrongReasoning(model: string, messages: readonly JsonObject[], vendor: Vendor): Refusal | null {
  if (vendor === 'openrouter') return null
  const answers = messages.flatMap((message, index) => (message['role'] === 'assistant' ? [{ message, index }] : []))
  // https://api-docs.deepseek.com/guides/reasoning_model: "if the reasoning_content field is included … the API will return a 400".
  if (olderDeepSeek.test(model) && answers.some(({ message }) => message['reasoning_content'] !== undefined)) {
    return refuse("The reasoning_content is an intermediate result for display purposes only and will not be included in the context for inference. Please remove the reasoning_content from your message.", { code: 'invalid_request_error' })
  }
  const withCalls = answers.filter(({ message }) => arrayOf(message['tool_calls']).length > 0)
  // https://github.com/earendil-works/pi/issues/3636 and https://github.com/AstrBotDevs/AstrBot/issues/4174
  if (deepSeekThinking.test(model) && withCalls.some(({ message }) => typeof message['reasoning_content'] !== 'string')) {
    return refuse('The `reasoning_content` in the thinking mode must be passed back to the API.', { code: 'invalid_request_error' })
  }
  // An empty text counts as missing there: https://github.com/earendil-works/pi/pull/4178
  const bare = kimiThinking.test(model) ? withCalls.find(({ message }) => stringOf(message['reasoning_content']) === '') : undefined
  if (bare !== undefined) {
    return refuse(`thinking is enabled but reasoning_content is missing in assistant tool call message at index ${bare.index}`)
  }
  // https://github.com/abhigyanpatwari/GitNexus/issues/43: of whoever else is asked here, the field is not theirs.
  const isThinking = deepSeekThinking.test(model) || kimiThinking.test(model)
  const strange = vendor === 'plain' && !isThinking ? answers.find(({ message }) => message['reasoning_content'] !== undefined) : undefined
  return strange === undefined
    ? null
    : refuse(`Unknown parameter: 'messages[${strange.index}].reasoning_content'.`, { code: 'unknown_parameter' })
}

/**
 * OpenRouter hands the blocks on to their maker, who has signed them.
 * https://openrouter.ai/docs/use-cases/reasoning-tokens#preserving-reasoning: "the entire sequence … must match".
 */
export function changedDetails(model: string, messages: readonly JsonObject[], vendor: Vendor): Refusal | null {
  if (vendor !== 'openrouter') return null
  for (const [index, message] of messages.entries()) {
    const changed = arrayOf(message['reasoning_details'])
      .map(record)
      .find((detail) => !isSignedBy(model, stringOf(detail['text']), detail['signature']))
    if (changed !== undefined) {
      return refuse(`Provider returned error: messages.${index}.content.0: Invalid \`signature\` in \`thinking\` block`, { code: '400' })
    }
  }
  return null
}
