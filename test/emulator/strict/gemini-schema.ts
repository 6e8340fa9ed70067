import { arrayOf, record } from '../formats/read'

/** The subset of OpenAPI's schema that `parameters` and `responseSchema` take: https://ai.google.dev/api/caching#Schema */
const known: ReadonlySet<string> = new Set([
  'type', 'format', 'title', 'description', 'nullable', 'enum', 'maxItems', 'minItems', 'properties', 'required', 'minProperties',
  'maxProperties', 'minLength', 'maxLength', 'pattern', 'example', 'anyOf', 'propertyOrdering', 'default', 'items', 'minimum', 'maximum',
])

/** The first keyword of a schema that is none there. https://github.com/zed-industries/zed/issues/44875 */
export function unknownInSchema(value: unknown, where: string): { readonly field: string; readonly where: string } | null {
  const schema = record(value)
  const field = Object.keys(schema).find((key) => !known.has(key))
  if (field !== undefined) return { field, where }
  if (Array.isArray(schema['type'])) return { field: 'type', where }
  const below: readonly (readonly [string, unknown])[] = [
    ...Object.values(record(schema['properties'])).map((property, index) => [`${where}.properties[${index}].value`, property] as const),
    ...(schema['items'] === undefined ? [] : [[`${where}.items`, schema['items']] as const]),
    ...arrayOf(schema['anyOf']).map((option, index) => [`${where}.any_of[${index}]`, option] as const),
  ]
  for (const [place, inner] of below) {
    const strange = unknownInSchema(inner, place)
    if (strange !== null) return strange
  }
  return null
}
