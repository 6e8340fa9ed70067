import { scopeKey, topicOfEntry } from '@shared/memory/conflicts'
import type { EntryView, MemoryView } from '@shared/memory/view'
import { fingerprintOf } from '@shared/memory/words'

/** A view never changes, and every proposal of it asks for the same. */
const known = new WeakMap<MemoryView, ReadonlyMap<string, readonly EntryView[]>>()

/** The lines that a proposal cannot stand beside: they say something else of what can only be one way. */
export function contradictedBy(proposal: EntryView, view: MemoryView): readonly EntryView[] {
  const key = placeOf(proposal)
  if (key === null) return []
  const words = proposal.facts.of(fingerprintOf)
  return (linesByTopic(view).get(key) ?? []).filter(
    (entry) => entry.facts.of(fingerprintOf) !== words && !proposal.supersedes.some(({ id }) => id === entry.id),
  )
}

function linesByTopic(view: MemoryView): ReadonlyMap<string, readonly EntryView[]> {
  const found = known.get(view)
  if (found !== undefined) return found
  const lines = new Map<string, EntryView[]>()
  for (const entry of view.entries.values()) {
    const key = entry.status === 'active' ? placeOf(entry) : null
    if (key !== null) lines.set(key, [...(lines.get(key) ?? []), entry])
  }
  known.set(view, lines)
  return lines
}

const placeOf = (entry: EntryView): string | null => {
  const topic = topicOfEntry(entry)
  return topic === null ? null : `${topic}\n${scopeKey(entry.scope)}`
}
