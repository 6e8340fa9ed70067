import type * as Y from 'yjs'
import type { Clock, LocalDate } from '../clock'
import type { IdFactory } from '../ids'
import { compact } from './compact'
import { periodEnd, saidAt, sameTopicConflicts, scopeKey } from './conflicts'
import { compareStrings, readText, retiredKey, type Author } from './layout'
import { addDays, typingRestMs } from './lifetime'
import { change, editEntry, type MemoryWriter } from './operations'
import { entriesWith, readMemory, type EntryView, type MemoryView } from './view'
import { fingerprintOf } from './words'

const app: Author = { kind: 'app' }
/** One object: what maintenance does is no part of anybody's undo. */
const appOrigin = Object.freeze({ author: app })

export interface MaintainOptions {
  /** The person's day. */
  readonly today: LocalDate
  readonly clock: Clock
  readonly newId: IdFactory
  /** A look at the document that may be remembered (`MemoryReader`). */
  readonly view?: () => MemoryView
  /**
   * Whether this device rebuilds entries. One device of those that sync does; entries that two rebuild apart come out
   * right too, with more to carry over (carry-over.ts). Without sync: the device itself.
   */
  readonly isCompactor?: () => boolean
}

/**
 * What every device may do by itself: settle contradictions by policy, join what was proposed twice, mark what has
 * expired; and what one of them does: rebuild what is stored in too many pieces. The same memory leads to the same
 * marks, so devices that do it apart agree. Returns whether it changed anything.
 */
export function maintain(doc: Y.Doc, options: MaintainOptions): boolean {
  const writer: MemoryWriter = { doc, origin: appOrigin, clock: options.clock, newId: options.newId }
  let isChanged = false
  const note = () => (isChanged = true)
  doc.on('update', note)
  const view = options.view ?? (() => readMemory(doc))
  for (const step of [markExpired, joinDoubles, settleConflicts]) {
    const now = view()
    change(writer, () => step(writer, now, options.today))
  }
  if (options.isCompactor?.() ?? true) compact(doc, { now: options.clock.now() })
  doc.off('update', note)
  return isChanged
}

/** MEM-7: the last day still counts, and what has no date that can be read stays. */
function markExpired(writer: MemoryWriter, view: MemoryView, today: LocalDate): void {
  for (const { id, effectiveExpiry } of entriesWith(view, 'active')) {
    if (effectiveExpiry !== null && effectiveExpiry < today) editEntry(writer, id, (fields) => fields.set('expired', effectiveExpiry))
  }
}

/** Written by hand and not at rest yet; an instant that is far ahead came from a clock that was wrong. */
const isBeingTyped = (entry: EntryView, now: number): boolean => entry.change === null && Math.abs(now - saidAt(entry)) < typingRestMs

function settleConflicts(writer: MemoryWriter, view: MemoryView): void {
  const now = writer.clock.now()
  for (const { entries } of sameTopicConflicts(view)) {
    const [winner, ...losers] = entries
    if (winner === undefined || entries.some((entry) => isBeingTyped(entry, now))) continue
    for (const loser of losers) replaceByRule(writer, winner, loser, periodEnd(winner, loser))
  }
}

/** MEM-2: proposed twice, by other hands or in other words, and the same: the first one stays. */
function joinDoubles(writer: MemoryWriter, view: MemoryView): void {
  const kept = new Map<string, EntryView>()
  for (const entry of entriesWith(view, 'active', 'proposed').sort(activeFirst)) {
    if (entry.text === '') continue
    const key = `${scopeKey(entry.scope)} ${entry.facts.of(fingerprintOf)}`
    const first = kept.get(key)
    if (first === undefined) kept.set(key, entry)
    // What somebody typed twice is theirs to keep.
    else if (entry.change !== null) replaceByRule(writer, first, entry, null)
    else if (first.change !== null) replaceByRule(writer, entry, first, null)
  }
}

const activeFirst = (a: EntryView, b: EntryView): number =>
  Number(b.status === 'active') - Number(a.status === 'active') || saidAt(a) - saidAt(b) || compareStrings(a.id, b.id)

function replaceByRule(writer: MemoryWriter, winner: EntryView, loser: EntryView, until: LocalDate | null): void {
  const at = Math.max(saidAt(winner), saidAt(loser))
  editEntry(writer, winner.id, (fields) => {
    if (!fields.has(`supersedes/${loser.id}`)) fields.set(`supersedes/${loser.id}`, { by: 'rule', at })
  })
  editEntry(writer, loser.id, (fields) => {
    if (!fields.has(retiredKey(winner.id))) fields.set(retiredKey(winner.id), fingerprintOf(readText(fields)))
    if (until !== null && !fields.has('validTo')) fields.set('validTo', until)
  })
}

/** Active lines whose time ends within so many days, the first to end first. */
export function expiringSoon(view: MemoryView, today: LocalDate, withinDays: number): EntryView[] {
  const last = addDays(today, withinDays)
  return entriesWith(view, 'active')
    .filter(({ effectiveExpiry }) => effectiveExpiry !== null && effectiveExpiry <= last)
    .sort((a, b) => ((a.effectiveExpiry ?? '') < (b.effectiveExpiry ?? '') ? -1 : 1))
}

/** Active lines that the person should look at again. */
export const dueForReview = (view: MemoryView, today: LocalDate): EntryView[] =>
  entriesWith(view, 'active').filter(({ reviewOn }) => reviewOn !== null && reviewOn < today)

