import type * as Y from 'yjs'
import type { SessionId } from '@shared/ids'
import { readEntry, type IndexEntry } from '@shared/sessions/index-doc'

/** A session that may be worked on; of one that is private, in the trash or deleted nothing is kept and nothing sent. */
export function readOpenEntry(index: Y.Doc, session: SessionId): IndexEntry | null {
  const entry = readEntry(index, session)
  return entry === null || entry.isPrivate || entry.trashedAt !== null || entry.purgedAt !== null ? null : entry
}
