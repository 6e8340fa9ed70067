import { create } from 'zustand'
import type { EntryId, MessageId } from '@shared/ids'
import type { RequestOutcome } from '@renderer/state/explicit-requests'
import { useServices } from '@renderer/state/services'
import { isNoteRecent, notesByMessage, type MemoryNote } from '@renderer/state/session-proposals'
import { useObservable } from '@renderer/state/use-observable'

export interface MessageNotes {
  readonly notes: readonly MemoryNote[]
  /** What a request came to that memory does not show by itself. */
  readonly outcome: RequestOutcome | null
}

const useHidden = create<{ readonly entries: ReadonlySet<EntryId> }>(() => ({ entries: new Set() }))

export const hideNote = (id: EntryId): void => useHidden.setState(({ entries }) => ({ entries: new Set(entries).add(id) }))

/** What a message did to memory; null where there is nothing to show. */
export function useMessageNotes(message: MessageId): MessageNotes | null {
  const { memory, clock } = useServices()
  const all = notesByMessage(useObservable(memory.view)).get(message)
  const hidden = useHidden(({ entries }) => entries)
  const outcome = useObservable(memory.requests.outcomes).get(message) ?? null
  const notes = (all ?? []).filter((note) => isNoteRecent(note, clock.now()) && !hidden.has(note.entry.id))
  return notes.length === 0 && outcome === null ? null : { notes, outcome }
}
