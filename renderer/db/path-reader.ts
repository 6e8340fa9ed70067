import Dexie from 'dexie'
import type { MessageId, SessionId } from '@shared/ids'
import { isInLineage, isOverlay, type LineageStep, type Place } from '@shared/sessions/graph'
import type { MessageRow } from '@shared/sessions/message'
import { readMessageRow } from '@shared/sessions/read-row'
import type { CommonplaceDb } from './schema'

/** Rows read at once: about three screens. */
export const pageRows = 50
const scanRows = 500

/** A message row as it lies in the database; `rootOf` (its session) is there only where it has no parents. */
export type StoredRow = MessageRow & { readonly rootOf?: SessionId }

export const toStored = (row: MessageRow): StoredRow => (row.parentIds.length === 0 ? { ...row, rootOf: row.sessionId } : row)

/** What toStored was given, still to be checked. */
export function fromStored(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('rootOf' in stored)) return stored
  const { rootOf: _, ...row } = stored
  return row
}

/** Reads rows of the graph; every query touches a number of rows that does not depend on the session's length. */
export class PathReader {
  constructor(
    private readonly db: CommonplaceDb,
    private readonly onUnreadable: (stored: unknown) => void,
  ) {}

  async get(id: MessageId): Promise<MessageRow | null> {
    return (await this.getMany([id]))[0] ?? null
  }

  /** The rows that exist, in no order. */
  async getMany(ids: readonly MessageId[]): Promise<MessageRow[]> {
    return this.parse((await this.db.messages.bulkGet([...ids])).filter((stored) => stored !== undefined))
  }

  /**
   * The last `limit` rows of the path that ends at the tips, newest first by id, and the ids at which it goes on.
   * @param known rows that were read before; rows never change, so they are not read again
   */
  async walk(tips: readonly MessageId[], limit: number, known: Map<MessageId, MessageRow>): Promise<Walk> {
    const open = new Set(tips)
    const found = new Map<MessageId, MessageRow>()
    while (open.size > 0 && found.size < limit) {
      const id = newest(open)
      const row = known.get(id) ?? (await this.readAround(id, known))
      open.delete(id)
      if (row === null) continue
      found.set(id, row)
      for (const parent of row.parentIds) if (!found.has(parent)) open.add(parent)
    }
    return { rows: [...found.values()], earlier: [...open] }
  }

  /** All rows of which one of these is a parent; overlays left out. */
  async childrenOf(ids: readonly MessageId[], lineage: readonly LineageStep[]): Promise<MessageRow[]> {
    if (ids.length === 0) return []
    const stored = await this.db.messages.where('parentIds').anyOf([...ids]).distinct().toArray()
    return this.parse(stored).filter((row) => !isOverlay(row) && isInLineage(row, lineage))
  }

  /** The session's newest message on this device; null where it has none yet. */
  async newestOf(session: SessionId): Promise<MessageId | null> {
    const stored: unknown = await this.db.messages
      .where('[sessionId+id]')
      .between([session, Dexie.minKey], [session, Dexie.maxKey])
      .reverse()
      .filter((row) => hasPlace(row) && !isOverlay(row))
      .first()
    return hasPlace(stored) ? stored.id : null
  }

  /** First messages of the lineage's sessions. */
  async roots(lineage: readonly LineageStep[]): Promise<MessageRow[]> {
    const stored = await this.db.messages.where('rootOf').anyOf(lineage.map(({ sessionId }) => sessionId)).toArray()
    return this.parse(stored).filter((row) => !isOverlay(row))
  }

  async overlaysOf(ids: readonly MessageId[], lineage: readonly LineageStep[]): Promise<MessageRow[]> {
    if (ids.length === 0) return []
    const rows = this.parse(await this.db.messages.where('overlayOf').anyOf([...ids]).toArray())
    return rows.filter((row) => lineage.some(({ sessionId }) => sessionId === row.sessionId))
  }

  /** The newest leaf below a row within the lineage, or the row itself. */
  async newestContinuation(from: MessageId, lineage: readonly LineageStep[]): Promise<MessageId> {
    const below = new Set<MessageId>([from])
    const passed = new Set<MessageId>()
    // Ids sort by time, so one pass upwards meets parents before children, the oldest session first.
    for (const { sessionId } of [...lineage].reverse()) {
      for await (const row of this.scan(sessionId, from)) addChild(row, below, passed, lineage)
    }
    // Where a child is older than its parent by a wrong clock, the pass has missed it.
    for (let leaves = leavesOf(below, passed); ; leaves = leavesOf(below, passed)) {
      const missed = (await this.childrenOf(leaves, lineage)).filter(({ id }) => !below.has(id))
      if (missed.length === 0) return leaves.sort().at(-1) ?? from
      for (const row of missed) addChild(row, below, passed, lineage)
    }
  }

  private async *scan(sessionId: SessionId, after: MessageId): AsyncGenerator<Place> {
    for (let last = after; ; ) {
      const page = await this.db.messages
        .where('[sessionId+id]')
        .between([sessionId, last], [sessionId, Dexie.maxKey], false, true)
        .limit(scanRows)
        .toArray()
      for (const stored of page) if (hasPlace(stored)) yield stored
      const end = (page.at(-1) as { id?: MessageId } | undefined)?.id
      if (page.length < scanRows || end === undefined) return
      last = end
    }
  }

  /** Reads a row with the rows of its session before it: most likely they come next on the path. */
  private async readAround(id: MessageId, known: Map<MessageId, MessageRow>): Promise<MessageRow | null> {
    const row = await this.get(id)
    if (row === null) return null
    const stored = await this.db.messages
      .where('[sessionId+id]')
      .between([row.sessionId, Dexie.minKey], [row.sessionId, id], true, false)
      .reverse()
      .limit(pageRows)
      .toArray()
    for (const earlier of [...this.parse(stored), row]) known.set(earlier.id, earlier)
    return row
  }

  private parse(stored: readonly unknown[]): MessageRow[] {
    return stored.flatMap((value) => {
      const row = readMessageRow(fromStored(value))
      if (row === null) this.onUnreadable(value)
      return row ?? []
    })
  }
}

export interface Walk {
  readonly rows: readonly MessageRow[]
  readonly earlier: readonly MessageId[]
}

/** Enough for walking: checking whole rows would cost more than reading them. */
function hasPlace(stored: unknown): stored is Place {
  const { id, parentIds } = (stored ?? {}) as Partial<Place>
  return typeof id === 'string' && Array.isArray(parentIds)
}

function addChild(row: Place, below: Set<MessageId>, passed: Set<MessageId>, lineage: readonly LineageStep[]): void {
  if (isOverlay(row) || !isInLineage(row, lineage)) return
  const parents = row.parentIds.filter((parent) => below.has(parent))
  if (parents.length > 0) below.add(row.id)
  for (const parent of parents) passed.add(parent)
}

const leavesOf = (below: ReadonlySet<MessageId>, passed: ReadonlySet<MessageId>): MessageId[] =>
  [...below].filter((id) => !passed.has(id))

function newest(ids: Iterable<MessageId>): MessageId {
  let best: MessageId | undefined
  for (const id of ids) if (best === undefined || id > best) best = id
  if (best === undefined) throw new Error('newest of nothing')
  return best
}
