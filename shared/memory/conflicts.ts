import { dayOf } from './lifetime'
import type { EntryId } from '../ids'
import type { LocalDate } from '../clock'
import { compareStrings, type Scope } from './layout'
import { liveSuccessor, type EntryView, type MemoryView } from './view'
import { fingerprintOf, topicOf } from './words'

export interface Conflict {
  /**
   * same-topic: lines that cannot both hold. edited-while-replaced: a line was changed on one device while another
   * one put a new line in its place. both-replaced: two devices decided against each other.
   */
  readonly kind: 'same-topic' | 'edited-while-replaced' | 'both-replaced'
  /** Two or more, the winner first. */
  readonly entries: readonly EntryView[]
  /** The one that counts for as long as the person has not decided. */
  readonly winner: EntryId
  /** Already by policy, and shown so; the person may decide otherwise. */
  readonly isSettled: boolean
}

/** What the person has to settle, and what was settled for them and not yet seen; in a stable order. */
export function findConflicts(view: MemoryView): Conflict[] {
  const open = sameTopicConflicts(view)
  return [...open, ...settledByRule(view), ...editedWhileReplaced(view), ...decidedBothWays(view)]
}

export interface SameTopic extends Conflict {
  readonly kind: 'same-topic'
}

/** Active lines about the same single-valued topic that say different things. */
export function sameTopicConflicts(view: MemoryView): SameTopic[] {
  const groups = new Map<string, EntryView[]>()
  for (const entry of view.entries.values()) {
    if (entry.status !== 'active') continue
    const topic = topicOfEntry(entry)
    if (topic === null) continue
    const key = `${topic}\n${scopeKey(entry.scope)}`
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  return [...groups.values()].flatMap((entries) => {
    const ranked = [...entries].sort(byPolicy)
    const [winner] = ranked
    if (winner === undefined || ranked.every((entry) => says(entry, winner))) return []
    return [{ kind: 'same-topic' as const, entries: ranked, winner: winner.id, isSettled: false }]
  })
}

/** null: none, or the person said that it stands beside others. */
export function topicOfEntry({ topic, facts }: EntryView): string | null {
  return topic === '' ? null : (facts.of(topicOf) ?? topic)
}

/** What the words come to by rule counts for more than what a model calls it: models call one thing by many names. */
export const topicOfStatement = (statement: string, named: string | null): string | null => topicOf(statement) ?? named

export const scopeKey = (scope: Scope): string => (scope.kind === 'everywhere' ? '' : `${scope.kind} ${scope.id}`)

const says = (a: EntryView, b: EntryView): boolean => a.facts.of(fingerprintOf) === b.facts.of(fingerprintOf)

/** The policy where the person does not decide: said beats inferred, pinned beats unpinned, newer beats older. */
export function byPolicy(a: EntryView, b: EntryView): number {
  return (
    Number(b.basis !== 'inferred') - Number(a.basis !== 'inferred') ||
    Number(b.isPinned) - Number(a.isPinned) ||
    saidAt(b) - saidAt(a) ||
    compareStrings(a.id, b.id)
  )
}

/** When it was said, or last changed by hand. */
export const saidAt = (entry: EntryView): number => Math.max(entry.createdAt ?? 0, entry.updatedAt ?? 0)

/** The day from which the newer of two lines holds; null where that is the older one's business. */
export function periodEnd(winner: EntryView, loser: EntryView): LocalDate | null {
  return saidAt(winner) < saidAt(loser) ? null : (winner.validFrom ?? dayOf(saidAt(winner)))
}

function settledByRule(view: MemoryView): Conflict[] {
  return [...view.entries.values()].flatMap((winner) => {
    if (winner.status !== 'active') return []
    const losers = winner.supersedes.flatMap(({ id, by }) => {
      const loser = by === 'rule' ? view.entries.get(id) : undefined
      return loser?.status === 'superseded' && loser.supersededBy === winner.id && !says(loser, winner) ? [loser] : []
    })
    return losers.length === 0 ? [] : [{ kind: 'same-topic' as const, entries: [winner, ...losers], winner: winner.id, isSettled: true }]
  })
}

function editedWhileReplaced(view: MemoryView): Conflict[] {
  return [...view.entries.values()].flatMap((entry) => {
    if (entry.status !== 'superseded' || entry.supersededBy === null || entry.retiredAs === null) return []
    const winner = liveSuccessor(view, entry.id)
    const isEdited = fingerprintOf(entry.text) !== entry.retiredAs
    if (!isEdited || winner === null || winner.status !== 'active' || says(entry, winner)) return []
    return [{ kind: 'edited-while-replaced' as const, entries: [winner, entry], winner: winner.id, isSettled: true }]
  })
}

/** Both replace the other: one of them had to stay. */
function decidedBothWays(view: MemoryView): Conflict[] {
  return [...view.entries.values()].flatMap((winner) => {
    if (winner.status !== 'active') return []
    const losers = winner.supersedes.flatMap(({ id, by }) => {
      const loser = view.entries.get(id)
      const isMutual = by === 'person' && loser?.supersedes.some((claim) => claim.id === winner.id && claim.by === 'person') === true
      return isMutual ? [loser] : []
    })
    return losers.length === 0 ? [] : [{ kind: 'both-replaced' as const, entries: [winner, ...losers], winner: winner.id, isSettled: true }]
  })
}
