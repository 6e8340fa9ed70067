import { arrayOf, record, stringOf } from '../formats/read'
import { refuse, type JsonObject, type Refusal } from '../types'

/** What OpenAI refuses in a strict schema: https://github.com/moeru-ai/xsai/issues/202 */
export function refuseStrictSchema(format: JsonObject, where: string): Refusal | null {
  if (format['strict'] !== true) return null
  const name = stringOf(format['name'])
  if (!/^[\w-]{1,64}$/.test(name)) return refuse(`Invalid '${where}.name': string does not match pattern.`, { param: `${where}.name` })
  const fault = faultOf(record(format['schema']), [])
  return fault === null ? null : refuse(`Invalid schema for response_format '${name}': ${fault}`, { param: where })
}

function faultOf(schema: JsonObject, path: readonly string[]): string | null {
  const context = `In context=(${path.map((step) => `'${step}'`).join(', ')})`
  if (schema['$schema'] !== undefined || schema['default'] !== undefined) return `${context}, an unknown keyword is used.`
  const properties = Object.entries(record(schema['properties']))
  if (schema['type'] === 'object') {
    if (schema['additionalProperties'] !== false) return `${context}, 'additionalProperties' is required to be supplied and to be false.`
    const required = arrayOf(schema['required'])
    const missing = properties.find(([key]) => !required.includes(key))
    if (missing !== undefined) {
      return `${context}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing[0]}'.`
    }
  }
  const below: [string, unknown][] = [...properties, ...(schema['items'] === undefined ? [] : ([['items', schema['items']]] as [string, unknown][]))]
  for (const [key, value] of below) {
    const fault = faultOf(record(value), [...path, key])
    if (fault !== null) return fault
  }
  return null
}

/** DeepSeek takes `json_object` only: https://github.com/llm-exe/llm-exe/issues/662 */
export function refuseForeignFormat(model: string, format: JsonObject, asked: string): Refusal | null {
  if (/^deepseek-/.test(model) && format['type'] === 'json_schema') {
    return refuse('This response_format type is unavailable now', { code: 'invalid_request_error' })
  }
  // https://community.openai.com/t/json-mode-vs-prompting-for-json/479736
  if (format['type'] !== 'json_object' || /json/i.test(asked)) return null
  return refuse("'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.", { param: 'messages' })
}
