import type * as Y from 'yjs'
import type { DeviceId } from '@shared/ids'
import { findConflicts } from '@shared/memory/conflicts'
import { readMemory, type EntryView } from '@shared/memory/view'
import { readEntries } from '@shared/sessions/index-doc'
import { syncOrigin } from '@shared/sync/sealed-document'
import type { Said } from './report'

export interface ConflictPorts {
  readonly memory: Y.Doc
  readonly index: Y.Doc
  readonly say: (said: Said) => void
}

/** Several changes that come in make one look. */
const lookAfterMs = 3000

/**
 * SYN-9: says in the log where devices that did not know of each other did what cannot both hold: of lines, where the
 * person may decide otherwise; of sessions, where one was thrown away while another device went on with it. What was so
 * at the start was said then.
 * @returns the way out
 */
export function watchConflicts({ memory, index, say }: ConflictPorts): () => void {
  const looks = [
    watch(memory, () => linesOf(memory), (count) => say({ kind: 'conflict', room: 'memory', count })),
    watch(index, () => continuedIn(index, 'trashed'), (count) => say({ kind: 'conflict', room: 'index', count, reason: 'continued-after-trash' })),
    watch(index, () => continuedIn(index, 'purged'), (count) => say({ kind: 'conflict', room: 'index', count, reason: 'continued-after-deletion' })),
  ]
  return () => looks.forEach((stop) => stop())
}

function watch(doc: Y.Doc, read: () => ReadonlySet<string>, say: (count: number) => void): () => void {
  let known = read()
  let timer: ReturnType<typeof setTimeout> | null = null
  const look = (): void => {
    timer = null
    const now = read()
    const fresh = [...now].filter((each) => !known.has(each)).length
    known = now
    if (fresh > 0) say(fresh)
  }
  const onUpdate = (_update: Uint8Array, origin: unknown): void => {
    if (origin === syncOrigin) timer ??= setTimeout(look, lookAfterMs)
  }
  doc.on('update', onUpdate)
  return () => {
    doc.off('update', onUpdate)
    if (timer !== null) clearTimeout(timer)
  }
}

/** What devices apart brought about: lines that contradict each other may also be of one hand. */
const linesOf = (doc: Y.Doc): Set<string> =>
  new Set(
    findConflicts(readMemory(doc))
      .filter(({ kind, entries }) => kind !== 'same-topic' || new Set(entries.map(deviceOf)).size > 1)
      .map(({ entries }) => entries.map(({ id }) => id).sort().join(' ')),
  )

const deviceOf = ({ author }: EntryView): DeviceId | null => (author?.kind === 'person' ? (author.device ?? null) : null)

const continuedIn = (doc: Y.Doc, after: 'trashed' | 'purged'): Set<string> =>
  new Set(readEntries(doc).flatMap(({ id, continuedAfter }) => (continuedAfter === after ? [id] : [])))
