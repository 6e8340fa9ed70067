import * as z from 'zod'
import type { Failure } from '../errors'
import type { OutputSchema } from '../providers/model-call'
import { asRecord, parseJson, type JsonRecord } from '../providers/wire/json'

/** A schema in the words of the services. Every property is required there: what may be missing is `null`. */
export function outputSchemaOf(name: string, schema: z.ZodType): OutputSchema {
  const { $schema: _, ...words } = z.toJSONSchema(schema)
  return { name, schema: words }
}

/** The model answered, but not with what was asked for. */
export const malformed = (detail: string): Failure => ({ code: 'malformed-response', stage: 'stream', detail })

/**
 * The one JSON object with this key in a model's answer. What stands around it (a code fence, a sentence before, the
 * thoughts of a small model) is left out and trailing commas are mended; nothing is guessed: an object that does not
 * end, or a second one that could be meant as well, is no answer.
 */
export function readJsonAnswer(text: string, key: string): JsonRecord | null {
  if (text.length > longestAnswer) return null
  const said = text.replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/g, '')
  const found = objectsIn(said).filter((object) => key in object)
  return found.length === 1 ? (found[0] ?? null) : null
}

/** In characters; what is asked for takes a small part of it. */
const longestAnswer = 40_000

/** Whole objects that lie in a text beside each other; inside of one it is not looked for others. */
function objectsIn(text: string): JsonRecord[] {
  const found: JsonRecord[] = []
  for (let start = text.indexOf('{'); start !== -1; ) {
    const end = endOfObject(text, start)
    // What does not end swallows the rest: an object inside of it was a part of it.
    if (end === null) return []
    const object = parseObject(text.slice(start, end))
    if (object !== null) found.push(object)
    start = text.indexOf('{', end)
  }
  return found
}

function endOfObject(text: string, start: number): number | null {
  let depth = 0
  for (const { 0: token, index } of text.slice(start).matchAll(tokens)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    if (depth === 0) return start + index + 1
  }
  return null
}

/** Strings are skipped whole, so that braces in them do not count. */
const tokens = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}[\]]/gs
const trailingCommas = /("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/gs

function parseObject(json: string): JsonRecord | null {
  const parsed = parseJson(json)
  const mended = parsed.ok ? parsed : parseJson(json.replace(trailingCommas, (_, string: string | undefined) => string ?? ''))
  return mended.ok ? asRecord(mended.value) : null
}
