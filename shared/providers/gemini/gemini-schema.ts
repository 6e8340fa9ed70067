import { asArray, asRecord, recordAt, stringAt, type JsonRecord } from '../wire/json'

/** The part of OpenAPI's schema that the service takes: https://ai.google.dev/api/caching#Schema */
export interface GeminiSchema {
  readonly type?: 'OBJECT' | 'ARRAY' | 'STRING' | 'NUMBER' | 'INTEGER' | 'BOOLEAN'
  readonly description?: string
  readonly nullable?: true
  readonly enum?: readonly string[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, GeminiSchema>>
  readonly required?: readonly string[]
  readonly items?: GeminiSchema
  readonly anyOf?: readonly GeminiSchema[]
  readonly [bound: `m${'in' | 'ax'}${string}`]: number | undefined
  readonly pattern?: string
}

const types = { object: 'OBJECT', array: 'ARRAY', string: 'STRING', number: 'NUMBER', integer: 'INTEGER', boolean: 'BOOLEAN' } as const
type JsonType = keyof typeof types

/** Deeper than any tool needs; a schema that holds itself ends here. */
const maxDepth = 12

/**
 * Puts a JSON Schema into the service's dialect, which refuses every word that it does not know. References are
 * written out, alternatives become `anyOf`, and what cannot be said in a word is said in the description.
 */
export function toGeminiSchema(schema: JsonRecord): GeminiSchema {
  return convert(schema, schema, 0)
}

function convert(given: unknown, root: JsonRecord, depth: number): GeminiSchema {
  const schema = depth > maxDepth ? {} : resolved(given, root)
  const alternatives = alternativesOf(schema)
  const kinds = alternatives.filter((item) => !isNull(item))
  const isNullable = typesOf(schema).includes('null') || kinds.length < alternatives.length || schema['nullable'] === true
  const [only] = kinds
  if (kinds.length === 1 && only !== undefined) {
    return described({ ...convert(only, root, depth + 1), ...(isNullable ? { nullable: true as const } : {}) }, stringAt(schema, 'description'))
  }
  const notes: string[] = []
  const type = typeOf(schema)
  const made: GeminiSchema = {
    ...(kinds.length > 1 ? { anyOf: kinds.map((item) => convert(item, root, depth + 1)) } : { type: types[type] }),
    ...(isNullable ? { nullable: true as const } : {}),
    ...(kinds.length > 1 ? {} : wordsOf[type]?.(schema, notes)),
    ...(kinds.length > 1 || type !== 'object' ? {} : objectWords(schema, root, depth)),
    ...(kinds.length > 1 || type !== 'array' ? {} : { items: convert(itemsOf(schema), root, depth + 1) }),
  }
  return described(made, [stringAt(schema, 'description'), ...notes].filter((note) => note !== null && note !== '').join(' '))
}

const described = (schema: GeminiSchema, description: string | null): GeminiSchema =>
  description === null || description === '' ? schema : { ...schema, description }

/** A reference is replaced by what it means, and what stands beside it stays; parts of `allOf` are laid over each other. */
function resolved(given: unknown, root: JsonRecord): JsonRecord {
  let schema = asRecord(given) ?? {}
  for (let step = 0; step < maxDepth && typeof schema['$ref'] === 'string'; step++) {
    const { $ref, ...beside } = schema
    schema = { ...(lookUp(String($ref), root) ?? {}), ...beside }
  }
  const pieces = asArray(schema['allOf'])
  if (pieces.length === 0) return schema
  const { allOf: _, ...own } = schema
  return [own, ...pieces.map((piece) => resolved(piece, root))].reduce(overlaid)
}

function overlaid(under: JsonRecord, over: JsonRecord): JsonRecord {
  const required = [...asArray(under['required']), ...asArray(over['required'])]
  const properties = { ...recordAt(under, 'properties'), ...recordAt(over, 'properties') }
  return {
    ...over,
    ...under,
    ...(required.length === 0 ? {} : { required }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  }
}

function lookUp(reference: string, root: JsonRecord): JsonRecord | null {
  if (!reference.startsWith('#')) return null
  const steps = reference.slice(1).split('/').filter((step) => step !== '')
  return steps.reduce<JsonRecord | null>(
    (at, step) => recordAt(at, step.replaceAll('~1', '/').replaceAll('~0', '~')),
    root,
  )
}

function alternativesOf(schema: JsonRecord): readonly JsonRecord[] {
  const written = [...asArray(schema['anyOf']), ...asArray(schema['oneOf'])].map(asRecord).filter((item) => item !== null)
  if (written.length > 0) return written
  const named = typesOf(schema).filter((type) => type !== 'null')
  return named.length > 1 ? named.map((type) => ({ ...schema, type, description: undefined })) : []
}

const typesOf = (schema: JsonRecord): readonly unknown[] => (Array.isArray(schema['type']) ? asArray(schema['type']) : [schema['type']])

const isNull = (schema: JsonRecord): boolean => schema['type'] === 'null' || ('const' in schema && schema['const'] === null)

/** Where no type is said, what is said tells it; where nothing is, any text will do. */
function typeOf(schema: JsonRecord): JsonType {
  const named = typesOf(schema).find((type): type is JsonType => typeof type === 'string' && type in types)
  if (named !== undefined) return named
  if ('properties' in schema || 'additionalProperties' in schema) return 'object'
  if ('items' in schema || 'prefixItems' in schema) return 'array'
  const example = 'const' in schema ? schema['const'] : asArray(schema['enum'])[0]
  if (typeof example === 'number') return Number.isInteger(example) ? 'integer' : 'number'
  return typeof example === 'boolean' ? 'boolean' : 'string'
}

const itemsOf = (schema: JsonRecord): unknown => schema['items'] ?? asArray(schema['prefixItems'])[0] ?? { type: 'string' }

function objectWords(schema: JsonRecord, root: JsonRecord, depth: number): GeminiSchema {
  const properties = Object.entries(recordAt(schema, 'properties') ?? {})
  if (properties.length === 0) return {}
  const names = new Set(properties.map(([name]) => name))
  const required = [...new Set(asArray(schema['required']))].filter((name): name is string => typeof name === 'string' && names.has(name))
  return {
    properties: Object.fromEntries(properties.map(([name, value]) => [name, convert(value, root, depth + 1)])),
    ...(required.length === 0 ? {} : { required }),
  }
}

type Words = (schema: JsonRecord, notes: string[]) => GeminiSchema

const numberWords: Words = (schema, notes) => {
  noteChoices(schema, notes)
  noteRest(schema, notes, ['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'])
  return kept(schema, ['minimum', 'maximum'])
}

const wordsOf: Partial<Record<JsonType, Words>> = {
  string: (schema, notes) => {
    const choices = choicesOf(schema).filter((choice): choice is string => typeof choice === 'string' && choice !== '')
    const isDateTime = schema['format'] === 'date-time'
    noteRest(schema, notes, isDateTime ? [] : ['format'])
    return {
      ...(choices.length === 0 ? {} : { format: 'enum', enum: [...new Set(choices)] }),
      ...(isDateTime && choices.length === 0 ? { format: 'date-time' } : {}),
      ...kept(schema, ['minLength', 'maxLength']),
      ...(typeof schema['pattern'] === 'string' ? { pattern: schema['pattern'] } : {}),
    }
  },
  number: numberWords,
  integer: numberWords,
  boolean: (schema, notes) => {
    noteChoices(schema, notes)
    return {}
  },
  array: (schema) => kept(schema, ['minItems', 'maxItems']),
  object: (schema) => kept(schema, ['minProperties', 'maxProperties']),
}

const choicesOf = (schema: JsonRecord): readonly unknown[] => ('const' in schema ? [schema['const']] : asArray(schema['enum']))

/** Choices are for texts only. */
function noteChoices(schema: JsonRecord, notes: string[]): void {
  const choices = choicesOf(schema)
  if (choices.length > 0) notes.push(`One of: ${choices.map((choice) => JSON.stringify(choice)).join(', ')}.`)
}

function noteRest(schema: JsonRecord, notes: string[], words: readonly string[]): void {
  for (const word of words) if (schema[word] !== undefined) notes.push(`${word}: ${JSON.stringify(schema[word])}.`)
}

const kept = (schema: JsonRecord, words: readonly `m${'in' | 'ax'}${string}`[]): GeminiSchema =>
  Object.fromEntries(words.flatMap((word) => (typeof schema[word] === 'number' ? [[word, schema[word]]] : [])))
