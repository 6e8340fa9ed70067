import { arrayOf, record, stringOf } from '../formats/read'
import { isThoughtSignature } from '../signing'
import { refuse, type JsonObject, type Refusal } from '../types'

/** A content with what matters of it. */
interface Turn {
  readonly role: string
  readonly parts: readonly JsonObject[]
  readonly calls: readonly JsonObject[]
  readonly responses: readonly JsonObject[]
}

/** What generateContent refuses in the order and the signatures of a conversation. */
export function refuseGeminiTurns(model: string, contents: readonly JsonObject[]): Refusal | null {
  const turns = contents.map(turnOf)
  return wrongRole(turns) ?? wrongPlaces(turns) ?? wrongResponse(turns) ?? wrongEnd(turns) ?? wrongSignature(model, turns) ?? missingSignature(model, turns)
}

const invalid = (message: string): Refusal => refuse(message, { type: 'INVALID_ARGUMENT' })

function turnOf(content: JsonObject): Turn {
  const parts = arrayOf(content['parts']).map(record)
  const all = (key: string) => parts.flatMap((part) => (part[key] === undefined ? [] : [record(part[key])]))
  return { role: stringOf(content['role']), parts, calls: all('functionCall'), responses: all('functionResponse') }
}

// https://github.com/google-gemini/generative-ai-js/issues/136
const wrongRole = (turns: readonly Turn[]): Refusal | null =>
  turns.every(({ role }) => role === 'user' || role === 'model') ? null : invalid('Please use a valid role: user, model.')

function wrongPlaces(turns: readonly Turn[]): Refusal | null {
  for (const [index, turn] of turns.entries()) {
    const before = turns[index - 1]
    const behind = turns[index + 1]
    // https://github.com/google-gemini/gemini-cli/issues/4430
    if (turn.calls.length > 0 && before?.role !== 'user') {
      return invalid('Please ensure that function call turn comes immediately after a user turn or after a function response turn.')
    }
    if (turn.responses.length > 0 && (before?.calls.length ?? 0) === 0) {
      return invalid('Please ensure that function response turn comes immediately after a function call turn.')
    }
    // https://github.com/google-gemini/gemini-cli/issues/5443
    if (turn.calls.length > 0 && turn.calls.length !== (behind?.responses.length ?? 0)) {
      return invalid('Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.')
    }
  }
  return null
}

// https://ai.google.dev/gemini-api/docs/function-calling: by name, and by id where the call had one; `response` is a Struct.
function wrongResponse(turns: readonly Turn[]): Refusal | null {
  for (const [index, turn] of turns.entries()) {
    for (const [at, response] of turn.responses.entries()) {
      const where = `contents[${index}].parts[${at}].function_response`
      if (stringOf(response['name']) === '') return invalid(`* GenerateContentRequest.${where}.name: Name cannot be empty.`)
      const value = response['response']
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        return invalid(`Invalid value at '${where}.response' (type.googleapis.com/google.protobuf.Struct)`)
      }
      const calls = turns[index - 1]?.calls ?? []
      const call = response['id'] === undefined ? calls[at] : calls.find(({ id }) => id === response['id'])
      if (call?.['name'] !== response['name'] || call?.['id'] !== response['id']) {
        return invalid(`Function response \`${stringOf(response['name'])}\` does not match a function call of the previous turn.`)
      }
    }
  }
  return null
}

// https://github.com/google-gemini/generative-ai-js/issues/63
const wrongEnd = (turns: readonly Turn[]): Refusal | null =>
  turns.at(-1)?.role === 'user' ? null : invalid('Please ensure that multiturn requests end with a user role or a function response.')

/** Stand for a signature that there is none of: https://ai.google.dev/gemini-api/docs/thought-signatures#faqs */
const dummies: ReadonlySet<unknown> = new Set(['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'])

function wrongSignature(model: string, turns: readonly Turn[]): Refusal | null {
  const parts = turns.flatMap((turn) => turn.parts).filter((part) => part['thoughtSignature'] !== undefined)
  const wrong = parts.find((part) => !dummies.has(part['thoughtSignature']) && !isThoughtSignature(model, part))
  return wrong === undefined ? null : invalid('Corrupted thought signature.')
}

/** Of the current turn only, and of each step's first call: https://ai.google.dev/gemini-api/docs/thought-signatures */
function missingSignature(model: string, turns: readonly Turn[]): Refusal | null {
  if (!/^gemini-(?:[3-9]|\d\d)(?!.*image)/.test(model)) return null
  const start = turns.findLastIndex(({ role, parts }) => role === 'user' && parts.some((part) => part['functionResponse'] === undefined))
  for (const turn of turns.slice(start + 1)) {
    const position = turn.parts.findIndex((part) => part['functionCall'] !== undefined)
    const first = turn.parts[position]
    if (first === undefined || first['thoughtSignature'] !== undefined) continue
    return invalid(
      `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${stringOf(record(first['functionCall'])['name'])}\` , position ${position + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
    )
  }
  return null
}
