/** JSON that another side sent: nothing is believed before it is looked at. */
export type JsonRecord = Record<string, unknown>

export function parseJson(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return { ok: false }
  }
}

export function asRecord(value: unknown): JsonRecord | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : null
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function recordAt(record: JsonRecord | null | undefined, key: string): JsonRecord | null {
  return asRecord(record?.[key])
}

/** The records in an array field; anything else in it is left out. */
export function recordsAt(record: JsonRecord | null | undefined, key: string): readonly JsonRecord[] {
  const value = record?.[key]
  const records: JsonRecord[] = []
  // A loop: this runs several times for each event of a stream.
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) {
      const found = asRecord(item)
      if (found !== null) records.push(found)
    }
  }
  return records
}

export function stringAt(record: JsonRecord | null | undefined, key: string): string | null {
  const value = record?.[key]
  return typeof value === 'string' ? value : null
}

/** A count: a finite number that is not negative, rounded down; null for anything else. */
export function countAt(record: JsonRecord | null | undefined, key: string): number | null {
  const value = record?.[key]
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.floor(value) : null
}

export function isValidJson(text: string): boolean {
  return parseJson(text).ok
}
