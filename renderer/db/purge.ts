import Dexie from 'dexie'
import type * as Y from 'yjs'
import type { Bridge } from '@shared/bridge/bridge'
import type { Failure } from '@shared/errors'
import type { FileHash, MessageId, SessionId } from '@shared/ids'
import type { Result } from '@shared/result'
import { lineageOf, reachableFrom } from '@shared/sessions/graph'
import { deletedAt, leftOfPurged, purgeEntry, readEntries, readEntry, type IndexEntry } from '@shared/sessions/index-doc'
import type { MessageRow } from '@shared/sessions/message'
import { readMessageRow } from '@shared/sessions/read-row'
import type { PersistedDoc } from './doc-store'
import { fromStored } from './path-reader'
import { dropStoredRecall } from './recall-segments'
import type { CommonplaceDb } from './schema'
import { notePurged } from './sync-outbox'

export interface Purged {
  readonly written: Result<null, Failure>
  /** Attached files of the deleted messages; others may still use them. */
  readonly files: ReadonlySet<FileHash>
}

/**
 * Deletes a session's rows, drafts and calls in one transaction; what a fork was built on stays, and what another
 * device said without knowing (SYN-9). Also of a session that another device deleted.
 */
export async function purgeSession(
  session: SessionId,
  at: number,
  ports: { readonly db: CommonplaceDb; readonly index: PersistedDoc },
): Promise<Purged> {
  const { db, index } = ports
  const files = new Set<FileHash>()
  const isRepeated = (deletedAt(index.doc, session) ?? Number.NEGATIVE_INFINITY) >= at
  const left = isRepeated ? leftOfPurged(index.doc, session) : null
  const written = await index.edit((doc) => purgeEntry(doc, session, at), {
    tables: [db.messages, db.drafts, db.calls, db.inflight, db.recallSegments, db.jobs, db.syncState, db.syncOutbox],
    async write() {
      const ids = await db.messages.where('[sessionId+id]').between([session, Dexie.minKey], [session, Dexie.maxKey]).primaryKeys()
      for (const swept of sweptSessions(session, index.doc)) await sweep(swept, { session, left }, ports, files)
      // Another device that decided it takes the rows out of the vault itself.
      if (!isRepeated) await notePurged(session, await goneOf(ids, db), db)
      await dropStoredRecall(db)
      if (left !== null) return
      await db.drafts.delete(session)
      await db.inflight.where('sessionId').equals(session).delete()
      await db.jobs.where('sessionId').equals(session).delete()
      await db.calls.where('[sessionId+startedAt]').between([session, Dexie.minKey], [session, Dexie.maxKey]).delete()
    },
  })
  return { written, files }
}

async function goneOf(ids: readonly MessageId[], db: CommonplaceDb): Promise<MessageId[]> {
  const there = new Set(await db.messages.where('id').anyOf([...ids]).primaryKeys())
  return ids.filter((id) => !there.has(id))
}

/** The session, and those purged earlier of which rows were kept for it. */
function sweptSessions(session: SessionId, index: Y.Doc): SessionId[] {
  const lineage = lineageOf(session, (id) => readEntry(index, id)).map(({ sessionId }) => sessionId)
  return lineage.filter((id) => id === session || readEntry(index, id)?.purgedAt !== null)
}

interface Purging {
  readonly session: SessionId
  readonly left: ReturnType<typeof leftOfPurged>
}

async function sweep(
  swept: SessionId,
  purging: Purging,
  { db, index }: { readonly db: CommonplaceDb; readonly index: PersistedDoc },
  files: Set<FileHash>,
): Promise<void> {
  const rows = await rowsOf(swept, db)
  const heirs = readEntries(index.doc).filter((entry) => isHeir(entry, swept, index.doc))
  const living = heirs.filter(({ id, purgedAt }) => id !== purging.session && purgedAt === null)
  const kept = await keptFor(heirs, living, rows, db)
  if (swept === purging.session && purging.left !== null) for (const { id } of leftOf(purging.left, rows)) kept.add(id)
  const dropped = rows.filter((row) => !kept.has(row.overlayOf ?? row.id))
  for (const row of dropped) for (const part of row.parts) if (part.type === 'file') files.add(part.hash)
  if (kept.size > 0) await db.messages.bulkDelete(dropped.map(({ id }) => id))
  // Also takes what could not be read as a row.
  else await db.messages.where('[sessionId+id]').between([swept, Dexie.minKey], [swept, Dexie.maxKey]).delete()
}

/** What was said after the end that whoever deleted the session knew. */
function leftOf({ tips, goneUpTo }: NonNullable<Purging['left']>, rows: readonly MessageRow[]): MessageRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const gone = new Set(goneUpTo === null ? [] : reachableFrom([goneUpTo], byId).map(({ id }) => id))
  return reachableFrom(tips, byId).filter(({ id }) => !gone.has(id))
}

const isHeir = (entry: IndexEntry, ancestor: SessionId, index: Y.Doc): boolean =>
  lineageOf(entry.id, (id) => readEntry(index, id)).slice(1).some(({ sessionId }) => sessionId === ancestor)

/** Ids that rows of the heirs, or the ends of the living ones, follow from. */
async function keptFor(
  heirs: readonly IndexEntry[],
  living: readonly IndexEntry[],
  rows: readonly MessageRow[],
  db: CommonplaceDb,
): Promise<Set<MessageId>> {
  // Heirs that were swept before have only the rows left that somebody needs.
  const own = (await Promise.all(heirs.map(({ id }) => rowsOf(id, db)))).flat()
  const ends = living.flatMap(({ tip, forkedFrom }) => [tip, forkedFrom?.messageId ?? null].filter((id) => id !== null))
  const byId = new Map([...rows, ...own].map((row) => [row.id, row]))
  return new Set(reachableFrom([...ends, ...own.map(({ id }) => id)], byId).map(({ id }) => id))
}

async function rowsOf(session: SessionId, db: CommonplaceDb): Promise<MessageRow[]> {
  const stored = await db.messages
    .where('[sessionId+id]')
    .between([session, Dexie.minKey], [session, Dexie.maxKey])
    .toArray()
  return stored.flatMap((value) => readMessageRow(fromStored(value)) ?? [])
}

/** Removes attached bytes that no message and no draft mentions any more. */
export async function removeUnusedFiles(
  candidates: ReadonlySet<FileHash>,
  db: CommonplaceDb,
  bridge: Pick<Bridge, 'request'>,
): Promise<void> {
  if (candidates.size === 0) return
  const unused = new Set(candidates)
  const keep = (parts: unknown): void => {
    if (!Array.isArray(parts)) return
    for (const part of parts as ({ hash?: FileHash } | null)[]) if (part?.hash !== undefined) unused.delete(part.hash)
  }
  await db.messages.each((stored) => keep((stored as { parts?: unknown }).parts))
  await db.drafts.each(({ files }) => keep(files))
  for (const hash of unused) {
    const removed = await bridge.request('files.remove', { hash })
    if (removed.ok) await db.files.delete(hash)
  }
}
