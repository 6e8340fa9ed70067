import type { EntryId, MessageId, SessionId } from '@shared/ids'
import { isMessageSource } from '@shared/memory/layout'
import { entriesWith, type EntryView, type MemoryView } from '@shared/memory/view'

/** What a message did to memory, as the memory itself tells it. */
export interface MemoryNote {
  readonly entry: EntryView
  /** noted: taken up by rule. remembered: because the person asked. */
  readonly kind: 'noted' | 'remembered'
  /** The entries that it replaced, expired or removed. */
  readonly former: readonly EntryView[]
}

export type NotesByMessage = ReadonlyMap<MessageId, readonly MemoryNote[]>

/** How long a note is shown under its message, in milliseconds. */
const noteShownMs = 7 * 24 * 60 * 60 * 1000

/** Proposals that wait for the person, those that came from this session and all others. */
export interface WaitingProposals {
  readonly ofSession: readonly EntryView[]
  readonly elsewhere: number
}

export function waitingProposals(view: MemoryView, session: SessionId | null): WaitingProposals {
  const all = entriesWith(view, 'proposed')
  const ofSession = all.filter((entry) => entry.provenance.some((source) => isMessageSource(source) && source.sessionId === session))
  return { ofSession, elsewhere: all.length - ofSession.length }
}

const notes = new WeakMap<MemoryView, NotesByMessage>()

/** The notes of all messages; worked out once for each state of the memory. */
export function notesByMessage(view: MemoryView): NotesByMessage {
  const known = notes.get(view)
  if (known !== undefined) return known
  const byMessage = new Map<MessageId, MemoryNote[]>()
  for (const entry of view.entries.values()) {
    const note = noteOf(entry, view)
    if (note === null) continue
    for (const source of entry.provenance) {
      // Whoever says it again later confirms it.
      if (isMessageSource(source) && source.at <= (entry.acceptedAt ?? source.at)) byMessage.set(source.messageId, [...(byMessage.get(source.messageId) ?? []), note])
    }
  }
  notes.set(view, byMessage)
  return byMessage
}

export const isNoteRecent = (note: MemoryNote, now: number): boolean => now - (note.entry.acceptedAt ?? 0) < noteShownMs

function noteOf(entry: EntryView, view: MemoryView): MemoryNote | null {
  const isErrand = entry.targets.length > 0
  if (entry.change === null || entry.status !== (isErrand ? 'archived' : 'active')) return null
  const former = [...entry.targets, ...entry.supersedes.map(({ id }) => id)].flatMap((id: EntryId) => view.entries.get(id) ?? [])
  if (entry.acceptedBy === 'rule') return { entry, kind: 'noted', former }
  // What the person accepted on the review screen they know already.
  return entry.acceptedBy === 'person' && entry.basis === 'explicit' ? { entry, kind: 'remembered', former } : null
}
