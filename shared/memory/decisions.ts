import * as Y from 'yjs'
import type { LocalDate } from '../clock'
import type { EntryId, SectionId } from '../ids'
import { entriesOf, findEntry, readText, retiredKey, sourceKey, type AcceptLevel, type Entry, type LifetimeEnd, type Provenance, type Scope } from './layout'
import { change, deleteEntry, editEntry, editEntryText, editSection, undelete, type MemoryWriter } from './operations'
import { dayOf } from './lifetime'
import { readStandings } from './status'
import { fingerprintOf } from './words'

/*
 * What a person (or a rule in their place) decides about entries. Each is one transaction, and doing it twice, or on
 * two devices, comes to the same as once.
 */

type Marks = Readonly<Record<string, unknown>>

/** Sets marks and takes others away (undefined), touching only what differs. */
function mark(writer: MemoryWriter, id: EntryId, marks: Marks): void {
  editEntry(writer, id, (fields) => {
    for (const [key, value] of Object.entries(marks)) {
      if (value === undefined) fields.delete(key)
      else if (JSON.stringify(fields.get(key)) !== JSON.stringify(value)) fields.set(key, value)
    }
  })
}

/** Takes a proposal up, with the person's wording where they gave one. */
export function accept(writer: MemoryWriter, id: EntryId, options: { readonly text?: string } = {}): void {
  change(writer, () => {
    if (options.text !== undefined) editEntryText(writer, id, options.text)
    mark(writer, id, { rejectedAt: undefined, archivedAt: undefined })
    editEntry(writer, id, undelete)
    acceptAs('person', writer, id)
  })
}

/** Takes a proposal up because the section's level allows it; the person's rejection stays stronger. */
export const acceptByRule = (writer: MemoryWriter, id: EntryId): void => acceptAs('rule', writer, id)

function acceptAs(by: 'person' | 'rule', writer: MemoryWriter, id: EntryId): void {
  const entry = findEntry(writer.doc, id)
  if (entry === null || entry.change === null) return
  change(writer, () => {
    const key = `accepted/${by}`
    editEntry(writer, id, (fields) => {
      if (!fields.has(key)) fields.set(key, writer.clock.now())
    })
    for (const target of entry.targets) {
      if (entry.change === 'remove') deleteEntry(writer, target)
      else if (entry.change === 'expire') archive(writer, target)
    }
    for (const { id: former } of entry.supersedes) retire(writer, entry, former)
  })
}

/** Notes on a replaced line until when it held, and its words as they were: an edit made elsewhere shows by them. */
function retire(writer: MemoryWriter, successor: Entry, former: EntryId, isDecided = false): void {
  editEntry(writer, former, (fields) => {
    const key = retiredKey(successor.id)
    if (isDecided || !fields.has(key)) fields.set(key, fingerprintOf(readText(fields)))
    if (successor.change !== 'supersede' || fields.has('validTo')) return
    const until = successor.validFrom ?? (successor.createdAt === null ? null : dayOf(successor.createdAt))
    if (until !== null) fields.set('validTo', until)
  })
}

/** Says no; the proposal stays known, so that it does not come back (MEM-4). */
export function reject(writer: MemoryWriter, id: EntryId): void {
  change(writer, () => {
    mark(writer, id, { rejectedAt: writer.clock.now(), 'accepted/person': undefined })
    reinstateFormer(writer, id)
  })
}

/** Takes back what the person decided about a proposal: it waits again. */
export function undecide(writer: MemoryWriter, id: EntryId): void {
  change(writer, () => {
    mark(writer, id, { rejectedAt: undefined, 'accepted/person': undefined, 'accepted/rule': undefined })
    reinstateFormer(writer, id)
  })
}

/** What stands again because its successor does not: until when it was to hold is no longer so. */
function reinstateFormer(writer: MemoryWriter, id: EntryId): void {
  const former = findEntry(writer.doc, id)?.supersedes ?? []
  if (former.length === 0) return
  const { statuses } = readStandings(writer.doc)
  for (const { id: line } of former) if (statuses.get(line) === 'active') mark(writer, line, { validTo: undefined })
}

/** Lets go of a line: out of the profile and of every prompt, kept for looking up. */
export const archive = (writer: MemoryWriter, id: EntryId): void => mark(writer, id, { archivedAt: writer.clock.now() })

export const unarchive = (writer: MemoryWriter, id: EntryId): void =>
  mark(writer, id, { archivedAt: undefined, expired: undefined, confirmedAt: writer.clock.now() })

/** It still holds: its lifetime begins anew, and a date on which it would have ended, or did, is taken away. */
export const confirm = (writer: MemoryWriter, id: EntryId): void =>
  mark(writer, id, { confirmedAt: writer.clock.now(), expired: undefined, expiresOn: undefined, archivedAt: undefined })

const mostSources = 8

/** Notes that it was said again: its lifetime begins anew at that instant, never earlier than what is known. */
export function reaffirm(writer: MemoryWriter, id: EntryId, sources: readonly Provenance[]): void {
  const known = findEntry(writer.doc, id)
  if (known === null) return
  const keys = new Set(known.provenance.map(sourceKey))
  const fresh = sources.filter((source) => !keys.has(sourceKey(source))).slice(0, Math.max(0, mostSources - keys.size))
  const at = Math.max(known.confirmedAt ?? known.createdAt ?? 0, ...sources.map((source) => source.at))
  change(writer, () => {
    if (at > (known.confirmedAt ?? known.createdAt ?? 0)) mark(writer, id, { confirmedAt: at })
    mark(writer, id, Object.fromEntries(fresh.map((source) => [sourceKey(source), source])))
  })
}

/** @param expiresOn the last day on which it holds; null: as long as its section's lines. */
export const extend = (writer: MemoryWriter, id: EntryId, expiresOn: LocalDate | null): void =>
  mark(writer, id, { expiresOn: expiresOn ?? undefined, expired: undefined, archivedAt: undefined, confirmedAt: writer.clock.now() })

export const setScope = (writer: MemoryWriter, id: EntryId, scope: Scope): void =>
  mark(writer, id, { scope: scope.kind === 'everywhere' ? undefined : scope })

/** The person settles a contradiction: this line holds, those do not. */
export function keepInstead(writer: MemoryWriter, winner: EntryId, ...losers: readonly EntryId[]): void {
  change(writer, () => {
    releaseFromOthers(writer, winner)
    mark(writer, winner, { rejectedAt: undefined, archivedAt: undefined, expired: undefined, validTo: undefined })
    editEntry(writer, winner, undelete)
    acceptAs('person', writer, winner)
    for (const loser of losers) {
      mark(writer, winner, { [`supersedes/${loser}`]: { by: 'person', at: writer.clock.now() } })
      const entry = findEntry(writer.doc, winner)
      if (entry !== null) retire(writer, entry, loser, true)
    }
  })
}

/** Whatever claims this entry's place claims it no longer. */
function releaseFromOthers(writer: MemoryWriter, id: EntryId): void {
  const key = `supersedes/${id}`
  for (const [other, fields] of entriesOf(writer.doc).entries()) {
    if (fields instanceof Y.Map && fields.has(key)) mark(writer, other as EntryId, { [key]: undefined })
  }
}

/** Both were true, one after the other. @param since the first day of the present one. */
export function keepBothAsHistory(writer: MemoryWriter, current: EntryId, former: EntryId, since: LocalDate): void {
  change(writer, () => {
    keepInstead(writer, current, former)
    mark(writer, current, { validFrom: since })
    mark(writer, former, { validTo: since })
  })
}

/** Both hold side by side: they are about the same thing only by name. */
export function keepBoth(writer: MemoryWriter, a: EntryId, b: EntryId): void {
  change(writer, () => {
    for (const id of [a, b]) {
      releaseFromOthers(writer, id)
      acceptAs('person', writer, id)
      // An empty topic is none, and is not looked for in the words again.
      mark(writer, id, { topic: '' })
    }
  })
}

export function setAcceptLevel(writer: MemoryWriter, section: SectionId, level: AcceptLevel): void {
  editSection(writer, section, (fields) => fields.set('acceptLevel', level))
}

/** @param days 0: for ever. */
export function setLifetime(writer: MemoryWriter, section: SectionId, days: number, end: LifetimeEnd): void {
  editSection(writer, section, (fields) => {
    fields.set('lifetimeDays', days)
    fields.set('lifetimeEnd', end)
  })
}
