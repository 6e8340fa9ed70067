import type { StoredSegment } from '@shared/context/recall/recall-index'
import type { SessionId } from '@shared/ids'
import type { CommonplaceDb } from './schema'

/** How many rows of each session the stored index has looked at; rows only come, so a number that is the same means nothing new. */
export type RowCounts = ReadonlyMap<SessionId, number>

export interface StoredRecall {
  readonly segments: readonly StoredSegment[]
  readonly counts: RowCounts
}

const countsKey = 'recall-row-counts'

export async function readStoredRecall(db: CommonplaceDb): Promise<StoredRecall> {
  const [segments, counts] = await Promise.all([db.recallSegments.orderBy('number').toArray(), db.meta.get(countsKey)])
  // Dropped segments take their counts with them, whatever is still written there.
  if (segments.length === 0 || typeof counts?.value !== 'object' || counts.value === null) return { segments, counts: new Map() }
  return { segments, counts: new Map(Object.entries(counts.value) as [SessionId, number][]) }
}

/** Writes the segments that changed, and those that are not there; what is there beyond them goes. */
export async function saveRecall(
  db: CommonplaceDb,
  { segments, counts }: StoredRecall,
  isChanged: (segment: StoredSegment) => boolean,
): Promise<void> {
  await db.transaction('rw', db.recallSegments, db.meta, async () => {
    const there = new Set(await db.recallSegments.toCollection().primaryKeys())
    const numbers = new Set(segments.map(({ number }) => number))
    await db.recallSegments.bulkDelete([...there].filter((number) => !numbers.has(number)))
    await db.recallSegments.bulkPut(segments.filter((segment) => isChanged(segment) || !there.has(segment.number)))
    await db.meta.put({ key: countsKey, value: Object.fromEntries(counts) })
  })
}

/**
 * Part of the transaction that erases messages (over `recallSegments`): words of theirs stand in the stored index until
 * it is written anew, which the window that keeps it does.
 */
export async function dropStoredRecall(db: CommonplaceDb): Promise<void> {
  await db.recallSegments.clear()
}
