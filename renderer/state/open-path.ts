import type { MessageId, SessionId } from '@shared/ids'
import { readChosenEnds } from '@shared/sessions/chosen-ends'
import { lineageOf } from '@shared/sessions/graph'
import { readEntry } from '@shared/sessions/index-doc'
import type { MessageRow } from '@shared/sessions/message'
import type { PersistedDoc } from '@renderer/db/doc-store'
import type { MessageStore, PathPage } from '@renderer/db/message-store'
import { pageRows } from '@renderer/db/path-reader'
import { storageFailureOf } from '@renderer/db/storage-guard'
import { createChangeable } from './observable'
import type { OpenPath, PathItem, PathState, SessionSummary, Observable } from './services'

export interface OpenPathPorts {
  readonly store: MessageStore
  readonly index: PersistedDoc
  readonly list: Observable<readonly SessionSummary[]>
  /** Whether rows that are missing may be on their way from another device. */
  readonly isComing?: () => boolean
}

/** Rows that may have come since the last look; more of them make the path start again at its end. */
const slackRows = 20

/** The shown path of a session, read from its end and kept up to date. */
export function openPath(session: SessionId, ports: OpenPathPorts): OpenPath {
  const { store, index, list } = ports
  const state = createChangeable<PathState>({ kind: 'loading' })
  // Rows change only where something is forgotten for good: what was read once is kept while the path is open.
  const known = new Map<MessageId, MessageRow>()
  let isClosed = false
  let isStale = false
  let reading: Promise<void> | null = null
  let wanted = 0

  const items = (): readonly PathItem[] => {
    const current = state.current()
    return current.kind === 'ready' ? current.items : []
  }
  const read = async (): Promise<void> => {
    const extra = wanted
    wanted = 0
    const before = items()
    const limit = before.length === 0 ? pageRows : before.length + extra + slackRows
    const page = await readOrFail(store, session, limit, known)
    if (isClosed) return
    if ('code' in page) return state.set({ kind: 'failed', failure: page })
    const entry = readEntry(index.doc, session)
    if (entry === null) state.set({ kind: 'failed', failure: { code: 'not-found', stage: 'store' } })
    else if (page.items.length > 0 || entry.tip === null || ports.isComing?.() !== true) show(state, trim(page, before, extra))
  }
  const refresh = async (): Promise<void> => {
    do {
      isStale = false
      await read()
    } while (isStale && !isClosed)
    reading = null
  }
  const touch = (): Promise<void> => {
    isStale = true
    // Several changes of one commit make one reading: it starts after them.
    return (reading ??= Promise.resolve().then(refresh))
  }

  const concerns = (sessions: readonly SessionId[]): boolean =>
    lineageOf(session, (id) => readEntry(index.doc, id)).some(({ sessionId }) => sessions.includes(sessionId))
  const endsOf = (): string => JSON.stringify([readEntry(index.doc, session)?.tip, readChosenEnds(index.doc, session)])
  let shownEnds = endsOf()
  const stops = [
    store.subscribe((sessions, kind) => {
      if (!concerns(sessions)) return
      if (kind === 'erased') known.clear()
      void touch()
    }),
    list.subscribe(() => {
      const ends = endsOf()
      if (ends === shownEnds) return
      shownEnds = ends
      void touch()
    }),
  ]
  void touch()

  return {
    current: state.current,
    subscribe: state.subscribe,
    async loadEarlier() {
      const current = state.current()
      if (current.kind !== 'ready' || !current.hasEarlier) return
      wanted = pageRows
      await touch()
    },
    close() {
      isClosed = true
      for (const stop of stops) stop()
    },
  }
}

async function readOrFail(store: MessageStore, session: SessionId, limit: number, known: Map<MessageId, MessageRow>) {
  try {
    return await store.readPath(session, limit, known)
  } catch (error) {
    const failure = storageFailureOf(error)
    if (failure === null) throw error
    return failure
  }
}

/** Keeps the first shown message where it is, so that nothing moves under the reader's eyes. */
function trim(page: PathPage, before: readonly PathItem[], extra: number): PathPage {
  const first = page.items.findIndex((item) => item.row.id === before[0]?.row.id)
  const keep = first < 0 ? pageRows : page.items.length - first + extra
  const from = Math.max(0, page.items.length - keep)
  return from === 0 ? page : { ...page, items: page.items.slice(from), hasEarlier: true }
}

function show(state: ReturnType<typeof createChangeable<PathState>>, page: PathPage): void {
  const current = state.current()
  const before = new Map(current.kind === 'ready' ? current.items.map((item) => [item.row.id, item]) : [])
  const items = page.items.map((item) => {
    const earlier = before.get(item.row.id)
    return earlier !== undefined && isSameItem(earlier, item) ? earlier : item
  })
  if (current.kind === 'ready' && current.hasEarlier === page.hasEarlier && isSameList(current.items, items)) return
  state.set({ kind: 'ready', items, hasEarlier: page.hasEarlier })
}

const isSameList = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((value, at) => value === b[at])

/** Rows come from one cache: an unedited one is the same object. */
const isSameItem = (a: PathItem, b: PathItem): boolean =>
  a.isEdited === b.isEdited &&
  isSameList(a.siblingIds, b.siblingIds) &&
  (a.row === b.row || JSON.stringify(a.row) === JSON.stringify(b.row))
