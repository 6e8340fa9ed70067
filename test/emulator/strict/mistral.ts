import { arrayOf, record, stringOf } from '../formats/read'
import { refuse, type JsonObject, type Refusal } from '../types'

/** What may come behind what: https://github.com/mistralai/mistral-common, validation of conversations. */
const followers: Readonly<Record<string, readonly string[]>> = {
  start: ['system', 'user'],
  system: ['system', 'user', 'assistant'],
  user: ['assistant', 'system', 'user'],
  assistant: ['user', 'tool'],
  tool: ['tool', 'assistant'],
}

/** The rules that Mistral's models have of their own, wherever they run. */
export function refuseMistralOrder(messages: readonly JsonObject[]): Refusal | null {
  return wrongOrder(messages) ?? wrongId(messages) ?? wrongEnd(messages)
}

// https://github.com/pipecat-ai/pipecat-flows/issues/178
function wrongOrder(messages: readonly JsonObject[]): Refusal | null {
  let before = 'start'
  for (const message of messages) {
    const role = stringOf(message['role'])
    if (followers[before]?.includes(role) !== true) {
      return refuse(`Unexpected role '${role}' after role '${before}'`, { type: 'invalid_request_message_order', code: '3230' })
    }
    before = role
  }
  return null
}

// https://github.com/anomalyco/opencode/issues/1680
function wrongId(messages: readonly JsonObject[]): Refusal | null {
  const ids = messages.flatMap((message) => [
    ...arrayOf(message['tool_calls']).map((call) => stringOf(record(call)['id'])),
    ...(message['role'] === 'tool' ? [stringOf(message['tool_call_id'])] : []),
  ])
  const wrong = ids.find((id) => !/^[A-Za-z0-9]{9}$/.test(id))
  if (wrong === undefined) return null
  return refuse(`Tool call id was ${wrong} but must be a-z, A-Z, 0-9, with a length of 9.`, { type: 'invalid_function_call', code: '3280' })
}

// https://github.com/0xPlaygrounds/rig/pull/1130
function wrongEnd(messages: readonly JsonObject[]): Refusal | null {
  const last = messages.at(-1)
  const role = stringOf(last?.['role'])
  if (role === 'user' || role === 'tool' || last?.['prefix'] === true) return null
  return refuse(`Expected last role User or Tool (or Assistant with prefix True) for serving but got ${role}`, {
    type: 'invalid_request_message_order',
    code: '3230',
  })
}
