import type { StoredSegment } from '@shared/context/recall/recall-index'
import type { SessionId } from '@shared/ids'
import type { CommonplaceDb } from './schema'

/** How many rows of each session the stored index has looked at; rows only come, so a number that is the same means nothing new. */
export type RowCounts = ReadonlyMap<SessionId, number>

export interface StoredRecall {
  readonly segments: readonly StoredSegment[]
  readonly counts: RowCounts
  /** How often what was stored had to go; an index of an earlier age may hold words that were erased since. */
  readonly age: number
}

const countsKey = 'recall-row-counts'
/** Where the age stands among the segments, so that dropping them is a matter of one table. */
const ageNumber = -1

export async function readStoredRecall(db: CommonplaceDb): Promise<StoredRecall> {
  const [rows, counts] = await Promise.all([db.recallSegments.orderBy('number').toArray(), db.meta.get(countsKey)])
  const segments = rows.filter(({ number }) => number >= 0)
  const age = ageOf(rows.find(({ number }) => number === ageNumber))
  // Dropped segments take their counts with them, whatever is still written there.
  if (segments.length === 0 || typeof counts?.value !== 'object' || counts.value === null) return { segments, counts: new Map(), age }
  return { segments, counts: new Map(Object.entries(counts.value) as [SessionId, number][]), age }
}

/**
 * Writes the segments that changed, and those that are not there; what is there beyond them goes.
 * @returns the age of what is stored; where it is another one, nothing was written: the index has to be built anew.
 */
export async function saveRecall(
  db: CommonplaceDb,
  { segments, counts, age }: StoredRecall,
  isChanged: (segment: StoredSegment) => boolean,
): Promise<number> {
  return db.transaction('rw', db.recallSegments, db.meta, async () => {
    const storedAge = ageOf(await db.recallSegments.get(ageNumber))
    if (storedAge !== age) return storedAge
    const there = new Set(await db.recallSegments.where('number').aboveOrEqual(0).primaryKeys())
    const numbers = new Set(segments.map(({ number }) => number))
    await db.recallSegments.bulkDelete([...there].filter((number) => !numbers.has(number)))
    await db.recallSegments.bulkPut(segments.filter((segment) => isChanged(segment) || !there.has(segment.number)))
    await db.meta.put({ key: countsKey, value: Object.fromEntries(counts) })
    return age
  })
}

/**
 * Part of the transaction that erases messages (over `recallSegments`): words of theirs stand in the stored index, and in those that
 * windows hold. The window that keeps the stored one builds it anew; none writes what it had before.
 */
export async function dropStoredRecall(db: CommonplaceDb): Promise<void> {
  const age = ageOf(await db.recallSegments.get(ageNumber)) + 1
  await db.recallSegments.clear()
  await db.recallSegments.put({ number: ageNumber, bytes: new Uint8Array(Uint32Array.of(age).buffer) })
}

const ageOf = (stored: StoredSegment | undefined): number => (stored === undefined ? 0 : new DataView(stored.bytes.slice().buffer).getUint32(0, true))
