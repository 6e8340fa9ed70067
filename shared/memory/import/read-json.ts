/** One piece of an export: Markdown or a bare statement, below the heading that its place in the JSON gives it. */
export interface ExportedText {
  readonly heading: string | null
  readonly text: string
  /** As written there; whatever it is. */
  readonly date: string | null
}

/** Fields that hold a statement, by the names that exports use. */
const statementFields = ['content', 'memory', 'text', 'value', 'fact', 'statement', 'observation', 'summary'] as const
const dateFields = ['updated_at', 'created_at', 'createdAt', 'updatedAt', 'date', 'timestamp'] as const

/** Fields of books and records that are nobody's statement. */
const silentFields = /(^|_)(id|uuid|ids|uuids|type|role|email|model|version|count|tokens|status|url)$/i

const deepest = 8

/**
 * The statements of a JSON export: ChatGPT's `{memories: [{content, updated_at}]}`, Claude's
 * `[{conversations_memory: "markdown", project_memories: {…}}]`, knowledge graphs with `{name, observations: []}`,
 * lists of strings, and what looks like them. null where the text is no JSON; one object per line is read too.
 */
export function readExport(source: string): readonly ExportedText[] | null {
  const value = parse(source)
  return value === undefined ? null : textsIn(value, null, 0)
}

function parse(source: string): unknown {
  const text = source.trim()
  if (!/^[[{]/.test(text)) return undefined
  return parseOne(text) ?? parseLines(text)
}

function parseOne(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function parseLines(text: string): unknown {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const values = lines.map(parseOne)
  return values.length > 1 && values.every((value) => value !== undefined) ? values : undefined
}

function textsIn(value: unknown, heading: string | null, depth: number): readonly ExportedText[] {
  if (depth > deepest) return []
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ heading, text: value, date: null }]
  if (Array.isArray(value)) return value.flatMap((item: unknown) => textsIn(item, heading, depth + 1))
  if (typeof value !== 'object' || value === null) return []
  return textsOfRecord(value as Readonly<Record<string, unknown>>, heading, depth)
}

function textsOfRecord(record: Readonly<Record<string, unknown>>, heading: string | null, depth: number): readonly ExportedText[] {
  const statement = statementFields.map((field) => record[field]).find((value) => typeof value === 'string')
  if (typeof statement === 'string') {
    const date = dateFields.map((field) => record[field]).find((value) => typeof value === 'string' || typeof value === 'number')
    const category = typeof record['category'] === 'string' ? record['category'] : heading
    return [{ heading: category, text: statement, date: date === undefined ? null : String(date) }]
  }
  if (typeof record['name'] === 'string' && Array.isArray(record['observations'])) return observationsOf(record['name'], record['observations'], heading)
  return Object.entries(record).flatMap(([key, value]) => (silentFields.test(key) ? [] : textsIn(value, readableKey(key) ?? heading, depth + 1)))
}

/** A graph says "Mina: lives in Turin": without the name an observation says nothing. */
function observationsOf(name: string, observations: readonly unknown[], heading: string | null): readonly ExportedText[] {
  return observations.flatMap((text) => (typeof text === 'string' && text.trim() !== '' ? [{ heading, text: `${name}: ${text}`, date: null }] : []))
}

/** `project_memories` reads as a heading; a uuid does not. */
const readableKey = (key: string): string | null => (/^[\p{L} _-]{3,40}$/u.test(key) ? key.replace(/[_-]/g, ' ').replace(/\bmemor(y|ies)\b/i, '').trim() || null : null)
