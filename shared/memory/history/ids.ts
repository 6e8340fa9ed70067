import { decodeTime, ulid } from 'ulid'

/** Makes a record id for an instant that sorts behind another one, whatever the clocks did. */
export function historyId(at: number, after: string | null, random?: () => number): string {
  const id = ulid(at, random)
  if (after === null || id > after) return id
  return ulid(decodeTime(after) + 1, random)
}
