import type * as Y from 'yjs'
import type { SessionId } from '@shared/ids'
import { readEntries, readEntry, type IndexEntry } from '@shared/sessions/index-doc'
import { createChangeable } from './observable'
import type { Observable, SessionSummary } from './services'

/** The list of sessions as the index document has it; a summary keeps its identity until its entry changes. */
export function watchSessionList(index: Y.Doc): Observable<readonly SessionSummary[]> {
  const summaries = new Map<SessionId, SessionSummary>()
  const take = (entry: IndexEntry | null, id: SessionId): void => {
    if (entry === null || entry.purgedAt !== null) summaries.delete(id)
    else summaries.set(id, toSummary(entry))
  }
  for (const entry of readEntries(index)) take(entry, entry.id)
  const list = createChangeable<readonly SessionSummary[]>(newestFirst(summaries.values()))
  index.getMap('sessions').observeDeep((events) => {
    for (const id of changedSessions(events)) take(readEntry(index, id), id)
    list.set(newestFirst(summaries.values()))
  })
  return list
}

function changedSessions(events: readonly Y.YEvent<Y.AbstractType<unknown>>[]): Set<SessionId> {
  const ids = events.flatMap((event) => (event.path.length > 0 ? [String(event.path[0])] : [...event.changes.keys.keys()]))
  return new Set(ids as SessionId[])
}

const newestFirst = (summaries: Iterable<SessionSummary>): SessionSummary[] =>
  [...summaries].sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1))

function toSummary({ pinned, interrupted, purgedAt: _purged, schemaVersion: _version, summary: _summary, ...entry }: IndexEntry): SessionSummary {
  return { ...entry, isPinned: pinned, isInterrupted: interrupted }
}
