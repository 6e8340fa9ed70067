import type { Bridge } from '@shared/bridge/bridge'
import type { Clock } from '@shared/clock'
import type { Failure } from '@shared/errors'
import type { IdFactory, MessageId, SessionId } from '@shared/ids'
import { fail, ok, type Result } from '@shared/result'
import { changeEntry, putEntry, readEntries, readEntry, type IndexChange } from '@shared/sessions/index-doc'
import type { PersistedDoc } from '@renderer/db/doc-store'
import type { MessageStore } from '@renderer/db/message-store'
import type { CommonplaceDb } from '@renderer/db/schema'
import { keepOnly } from './keep-only'
import { openPath } from './open-path'
import { watchSessionList } from './sessions-list'
import type { Sessions } from './services'

/** How long something stays in the trash, in milliseconds. */
export const trashKeptMs = 30 * 24 * 60 * 60 * 1000

export interface SessionsPorts {
  readonly db: CommonplaceDb
  readonly index: PersistedDoc
  readonly store: MessageStore
  readonly clock: Clock
  readonly newId: IdFactory
  readonly bridge: Pick<Bridge, 'request'>
  /** Whether rows that are missing may be on their way from another device. */
  readonly isComing?: () => boolean
}

export interface SessionsService extends Sessions {
  /** Deletes for good what has been in the trash for 30 days; once at every start. */
  purgeExpired(): Promise<void>
}

const notFound: Failure = { code: 'not-found', stage: 'store' }
const notLoaded: Failure = { code: 'network', stage: 'store', detail: 'A part of the program could not be loaded.' }

export function createSessions(ports: SessionsPorts): SessionsService {
  const { db, index, store, clock, newId } = ports
  const list = watchSessionList(index.doc)

  const change = async (id: SessionId, fields: IndexChange): Promise<Result<null, Failure>> => {
    if (readEntry(index.doc, id) === null) return fail(notFound)
    return index.edit((doc) => changeEntry(doc, id, fields))
  }
  /** The end of each session at the moment at which it was made private in this window. */
  const privateFrom = new Map<SessionId, MessageId | null>()
  const setPrivate = async (id: SessionId, isPrivate: boolean): Promise<Result<null, Failure>> => {
    const entry = readEntry(index.doc, id)
    if (entry === null) return fail(notFound)
    if (entry.isPrivate === isPrivate) return ok(null)
    // Made public again it would be read as a whole, with what was said in private.
    if (!isPrivate && privateFrom.get(id) !== entry.tip) return fail({ code: 'not-supported-here', stage: 'store' })
    if (isPrivate) privateFrom.set(id, entry.tip)
    return change(id, { isPrivate })
  }
  const purge = async (id: SessionId): Promise<Result<null, Failure>> => {
    const loaded = await import('@renderer/db/purge').catch(() => null)
    if (loaded === null) return fail(notLoaded)
    const { purgeSession, removeUnusedFiles } = loaded
    if ((readEntry(index.doc, id)?.trashedAt ?? null) === null) return fail(notFound)
    const { written, files } = await purgeSession(id, clock.now(), { db, index })
    if (written.ok) await removeUnusedFiles(files, db, ports.bridge)
    return written
  }

  return {
    list,
    openPath: (id) => openPath(id, { store, index, list, ...(ports.isComing !== undefined && { isComing: ports.isComing }) }),
    async rename(id, title) {
      const name = title.trim()
      if (name === '') return fail({ code: 'invalid-input', stage: 'store' })
      return change(id, { title: name.slice(0, 500), titleSource: 'person' })
    },
    setPinned: (id, isPinned) => change(id, { pinned: isPinned }),
    setModel: (id, model) => change(id, { model }),
    setPrivate,
    trash: (id) => change(id, { trashedAt: clock.now() }),
    restore: (id) => change(id, { trashedAt: null }),
    purge,
    async fork(from) {
      const row = await store.get(from)
      const origin = row === null ? null : readEntry(index.doc, row.sessionId)
      if (row === null || origin === null) return fail(notFound)
      const id = newId<SessionId>()
      const now = clock.now()
      const written = await index.edit((doc) =>
        putEntry(doc, id, {
          title: origin.title,
          titleSource: origin.titleSource,
          createdAt: now,
          updatedAt: now,
          tip: from,
          forkedFrom: { sessionId: row.sessionId, messageId: from },
          model: origin.model,
          isPrivate: origin.isPrivate,
        }),
      )
      return written.ok ? ok(id) : written
    },
    async showSibling(session, message) {
      if ((await store.get(message)) === null) return fail(notFound)
      const tip = await store.newestContinuation(session, message)
      const [shown] = await store.history(session, [tip], 1)
      return change(session, { tip, interrupted: shown?.status === 'interrupted' })
    },
    keepOnly: (session, message, which) => keepOnly(session, { message, which }, ports),
    async search(query, limit, signal) {
      const { searchSessions } = await import('./sessions-search')
      return searchSessions(db, { query, limit, signal, sessions: list.current() })
    },
    async purgeExpired() {
      const before = clock.now() - trashKeptMs
      for (const { id, trashedAt, purgedAt } of readEntries(index.doc)) {
        if (purgedAt === null && trashedAt !== null && trashedAt < before) await purge(id)
      }
    },
  }
}
