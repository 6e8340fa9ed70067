import type { Table } from 'dexie'
import type * as Y from 'yjs'
import type { Failure } from '@shared/errors'
import type { MessageId, SessionId } from '@shared/ids'
import type { Result } from '@shared/result'
import { readChosenEnds, withoutPassedOver, type ChosenEnds } from '@shared/sessions/chosen-ends'
import {
  concurrentTips,
  joinTips,
  lineageOf,
  newestOverlay,
  pathTo,
  replacedIds,
  siblingsOf,
  withOverlay,
  type LineageStep,
} from '@shared/sessions/graph'
import { readEntry } from '@shared/sessions/index-doc'
import { messageRowSchema, messageText, type MessageRow } from '@shared/sessions/message'
import type { CallRecord } from '@shared/usage/call-record'
import type { PathItem } from '@renderer/state/services'
import type { PersistedDoc } from './doc-store'
import type { Doorbell } from './doorbell'
import { pageRows, PathReader, toStored } from './path-reader'
import type { CommonplaceDb, InflightRow } from './schema'
import { isInVault, noteForSync, type SyncSwitch } from './sync-outbox'

/** One action of a person or a turn: everything in it is written, or nothing. */
export interface Commit {
  readonly rows: readonly MessageRow[]
  /** New call records, and records that have ended. */
  readonly calls?: readonly CallRecord[]
  /** The first journal row of the answer that follows. */
  readonly putInflight?: InflightRow
  readonly removeInflight?: MessageId
  readonly clearDraft?: SessionId | 'new'
  /** Operations of shared/sessions/index-doc on the document that it is given. */
  readonly editIndex?: (index: Y.Doc) => void
}

export interface PathPage {
  readonly items: readonly PathItem[]
  readonly hasEarlier: boolean
  /** The ends that the path joins; the parents of the next message. */
  readonly tips: readonly MessageId[]
}

export interface MessageStore {
  /** SES-1: resolves after one strict transaction. Rows that are there already stay as they are. */
  commit(commit: Commit): Promise<Result<null, Failure>>
  get(id: MessageId): Promise<MessageRow | null>
  getMany(ids: readonly MessageId[]): Promise<MessageRow[]>
  /** Parents of the next message: the tip, and the ends of what other windows or devices went on with. */
  nextParents(session: SessionId): Promise<MessageId[]>
  /** The path up to these ends as the model reads it: overlays applied, oldest first, the last `limit` rows. */
  history(session: SessionId, tips: readonly MessageId[], limit?: number): Promise<MessageRow[]>
  /** The end of the shown path with its siblings; `known` is a cache that the caller keeps. */
  readPath(session: SessionId, limit: number, known: Map<MessageId, MessageRow>): Promise<PathPage>
  newestContinuation(session: SessionId, from: MessageId): Promise<MessageId>
  /** Takes up what other windows wrote; call it after taking a session's lock. */
  refresh(): Promise<void>
  /** Hears which sessions have new rows, from this window and others. Returns the way out. */
  subscribe(listener: RowsListener): () => void
  /** Tells every window that rows of these sessions were rewritten. */
  erased(sessions: readonly SessionId[]): void
  /** Tells every window that rows of these sessions came from another device. */
  received(sessions: readonly SessionId[]): void
}

/** `erased`: rows that were there have been rewritten. `received`: another device wrote them. */
export type RowsKind = 'written' | 'erased' | 'received'
export type RowsListener = (sessions: readonly SessionId[], kind: RowsKind) => void

export interface MessageStorePorts {
  readonly db: CommonplaceDb
  readonly index: PersistedDoc
  readonly doorbell: Doorbell
  /** Told about rows of which nothing can be read. */
  readonly onUnreadable?: (stored: unknown) => void
  /** Whether rows are noted for other devices; left out where nothing ever is. */
  readonly syncSwitch?: SyncSwitch
}

export function createMessageStore(ports: MessageStorePorts): MessageStore {
  const { db, index, doorbell } = ports
  const reader = new PathReader(db, ports.onUnreadable ?? (() => undefined))
  const listeners = new Set<RowsListener>()
  const tell = (sessions: readonly SessionId[], kind: RowsKind = 'written'): void => {
    for (const listener of [...listeners]) listener(sessions, kind)
  }
  doorbell.listen((ring) => {
    if (ring.kind === 'erased') tell(ring.sessionIds, 'erased')
    if (ring.kind === 'rows') tell(ring.sessionIds, ring.isReceived === true ? 'received' : 'written')
  })
  const lineage = (session: SessionId): LineageStep[] => lineageOf(session, (id) => readEntry(index.doc, id))
  const findTips = async (session: SessionId, limit: number, known: Map<MessageId, MessageRow>): Promise<MessageId[]> => {
    const tip = readEntry(index.doc, session)?.tip ?? null
    if (tip === null) return []
    const steps = lineage(session)
    return tipsAt(reader, await shownEnd(reader, steps, tip, known), steps, limit, known, readChosenEnds(index.doc, session))
  }

  return {
    async commit(commit) {
      const { syncSwitch } = ports
      const isNotable = syncSwitch !== undefined && commit.rows.length > 0
      const isKnownOn = syncSwitch?.isOn === true
      const written = await index.edit(commit.editIndex ?? (() => undefined), {
        tables: [...tablesOf(commit, db), ...(isNotable ? [db.syncOutbox] : []), ...(isNotable && !isKnownOn ? [db.syncState] : [])],
        async write() {
          await writeCommit(commit, db)
          // Another window may have turned sync on a moment ago: what is missed here is never sent.
          if (isNotable && (isKnownOn || (await isInVault(db)))) await noteForSync(commit.rows.map(({ id }) => id), db)
        },
      })
      if (!written.ok) return written
      const sessionIds = [...new Set(commit.rows.map((row) => row.sessionId))]
      doorbell.ring({ kind: 'rows', sessionIds })
      // The others show answers by their journal rows: they are told when one begins, and when it has ended.
      if (commit.putInflight !== undefined || commit.removeInflight !== undefined) doorbell.ring({ kind: 'table', table: 'inflight' })
      tell(sessionIds)
      return written
    },
    get: (id) => reader.get(id),
    getMany: (ids) => reader.getMany(ids),
    nextParents: (session) => findTips(session, pageRows, new Map()),
    async history(session, tips, limit = Number.POSITIVE_INFINITY) {
      const { rows } = await reader.walk(tips, limit, new Map())
      const path = pathTo(tips, byId(rows))
      const overlays = await reader.overlaysOf(path.map(({ id }) => id), lineage(session))
      return path.map((row) => withOverlay(row, newestOverlay(row.id, overlays)))
    },
    async readPath(session, limit, known) {
      const tips = await findTips(session, limit, known)
      const { rows, earlier } = await reader.walk(tips, limit, known)
      const items = await describe(reader, pathTo(tips, byId(rows)), lineage(session))
      return { items, hasEarlier: earlier.length > 0, tips }
    },
    newestContinuation: (session, from) => reader.newestContinuation(from, lineage(session)),
    refresh: () => index.refresh(),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    erased(sessionIds) {
      doorbell.ring({ kind: 'erased', sessionIds })
      tell(sessionIds, 'erased')
    },
    received(sessionIds) {
      doorbell.ring({ kind: 'rows', sessionIds, isReceived: true })
      tell(sessionIds, 'received')
    },
  }
}

const byId = (rows: readonly MessageRow[]): Map<MessageId, MessageRow> => new Map(rows.map((row) => [row.id, row]))

/** Rows and the list of sessions come from other devices in any order: until the tip is here, the newest row, or the one it was forked from, stands for it. */
async function shownEnd(reader: PathReader, [own, from]: readonly LineageStep[], tip: MessageId, known: ReadonlyMap<MessageId, MessageRow>): Promise<MessageId> {
  if (known.has(tip) || (await reader.get(tip)) !== null) return tip
  return (own === undefined ? null : await reader.newestOf(own.sessionId)) ?? from?.forkedAt ?? tip
}

/** The tip, joined with what went on beside it near the end of the path. */
async function tipsAt(
  reader: PathReader,
  tip: MessageId,
  lineage: readonly LineageStep[],
  limit: number,
  known: Map<MessageId, MessageRow>,
  chosen: readonly ChosenEnds[],
): Promise<MessageId[]> {
  const { rows } = await reader.walk([tip], Math.min(limit, pageRows), known)
  const children = await reader.childrenOf(rows.map(({ id }) => id), lineage)
  const beside = concurrentTips(tip, byId([...rows, ...children]))
  if (beside.length === 0) return [tip]
  const found = await Promise.all(beside.map((id) => reader.newestContinuation(id, lineage)))
  const ends = withoutPassedOver(found, new Set(rows.map(({ id }) => id)), chosen)
  if (ends.length === 0) return [tip]
  const { rows: walked } = await reader.walk([tip, ...ends], limit + beside.length * pageRows, known)
  return joinTips([tip, ...ends], byId(walked))
}

/** The rows of a path as they are shown: siblings and overlays for exactly these rows. */
async function describe(
  reader: PathReader,
  path: readonly MessageRow[],
  lineage: readonly LineageStep[],
): Promise<PathItem[]> {
  const parents = [...new Set(path.flatMap((row) => row.parentIds))]
  const [children, roots, overlays] = await Promise.all([
    reader.childrenOf(parents, lineage),
    path.some((row) => row.parentIds.length === 0) ? reader.roots(lineage) : [],
    reader.overlaysOf(path.map(({ id }) => id), lineage),
  ])
  const candidates = [...children, ...roots]
  const continued = candidates.flatMap((row) => row.continuationOf ?? [])
  const withChildren = new Set((await reader.childrenOf(continued, lineage)).flatMap((row) => row.parentIds))
  const replaced = replacedIds(candidates, (id) => withChildren.has(id))
  const hidden = new Set([...path.map(({ id }) => id), ...replaced])
  return path.map((row) => {
    const siblingIds = siblingsOf(row, candidates, hidden)
    const overlay = newestOverlay(row.id, overlays)
    const shown = withOverlay(row, overlay)
    const isEdited = overlay !== null && messageText(overlay.parts) !== messageText(row.parts)
    return { row: shown, siblingIds, siblingIndex: siblingIds.indexOf(row.id), parts: shown.parts, isEdited }
  })
}

function tablesOf(commit: Commit, db: CommonplaceDb): Table[] {
  const tables: Table[] = [db.messages]
  if (commit.calls !== undefined) tables.push(db.calls)
  if (commit.putInflight !== undefined || commit.removeInflight !== undefined) tables.push(db.inflight)
  if (commit.clearDraft !== undefined) tables.push(db.drafts)
  return tables
}

async function writeCommit(commit: Commit, db: CommonplaceDb): Promise<void> {
  await appendRows(commit.rows, db)
  if (commit.calls !== undefined) await db.calls.bulkPut([...commit.calls])
  if (commit.removeInflight !== undefined) await db.inflight.delete(commit.removeInflight)
  if (commit.putInflight !== undefined) await db.inflight.put(commit.putInflight)
  if (commit.clearDraft !== undefined) await db.drafts.delete(commit.clearDraft)
}

/** SES-3: a row that is there is never written again. Rows of ours that break the schema are a bug and throw. */
export async function appendRows(rows: readonly MessageRow[], db: CommonplaceDb): Promise<void> {
  const parsed = rows.map((row) => messageRowSchema.parse(row))
  const there = new Set(await db.messages.where('id').anyOf(parsed.map(({ id }) => id)).primaryKeys())
  const missing = parsed.filter(({ id }) => !there.has(id)).map(toStored)
  if (missing.length > 0) await db.messages.bulkAdd(missing)
}
