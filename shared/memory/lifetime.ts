import type * as Y from 'yjs'
import { localDateAt, type LocalDate } from '../clock'
import type { SectionId } from '../ids'
import { mapsIn, readExpiresOn, readSection, readSectionId, readText, sectionsOf, type AcceptLevel, type LifetimeEnd, type Section } from './layout'

export interface Lifetime {
  /** Days since it was written, taken up by the person or last confirmed; 0: for ever. */
  readonly days: number
  readonly end: LifetimeEnd
}

const forEver: Lifetime = { days: 0, end: 'expire' }

/** How long a line holds where the person set nothing: who one is stays, what one is doing passes. */
const defaults: Readonly<Record<string, Lifetime>> = {
  preferences: { days: 365, end: 'review' },
  projects: { days: 180, end: 'expire' },
  tasks: { days: 14, end: 'expire' },
}

export const defaultAcceptLevel: AcceptLevel = 'plain-statements'

export function lifetimeOf(section: Pick<Section, 'id' | 'lifetimeDays' | 'lifetimeEnd'>): Lifetime {
  const usual = defaults[section.id] ?? forEver
  return { days: section.lifetimeDays ?? usual.days, end: section.lifetimeEnd ?? usual.end }
}

export type Lifetimes = ReadonlyMap<SectionId, Lifetime>

export const readLifetimes = (doc: Y.Doc): Lifetimes =>
  new Map(mapsIn(sectionsOf(doc)).map(([id, fields]) => [id as SectionId, lifetimeOf(readSection(id, fields))]))

const dayMs = 86_400_000

/** A line that is being typed is left alone for so long: half a word may look like another value. */
export const typingRestMs = 10 * 60_000

/**
 * The last day on which an entry holds: the date that was set, else the end of its section's lifetime; null: no end.
 * Pinned and empty lines have no lifetime. Lifetimes count days in UTC, so that all devices agree; a set date is the
 * person's own day.
 */
export function expiryOf(fields: Y.Map<unknown>, lifetimes: Lifetimes): LocalDate | null {
  return readExpiresOn(fields) ?? lifetimeEndOf(fields, lifetimes, 'expire')
}

/** The last day before the person is asked whether a line still holds; null: never. */
export const reviewOf = (fields: Y.Map<unknown>, lifetimes: Lifetimes): LocalDate | null =>
  readExpiresOn(fields) === null ? lifetimeEndOf(fields, lifetimes, 'review') : null

function lifetimeEndOf(fields: Y.Map<unknown>, lifetimes: Lifetimes, end: LifetimeEnd): LocalDate | null {
  const lifetime = lifetimes.get(readSectionId(fields))
  if (lifetime === undefined || lifetime.days === 0 || lifetime.end !== end || fields.get('pinned') === true) return null
  const instants = beginnings.map((key) => fields.get(key)).filter((at): at is number => Number.isFinite(at))
  // MEM-7: where it is not known since when, it holds.
  if (instants.length === 0 || readText(fields).trim() === '') return null
  return utcDate(Math.max(...instants) + lifetime.days * dayMs)
}

/** A lifetime begins anew with each of these: whoever takes up a proposal after weeks says that it holds now. */
const beginnings = ['createdAt', 'updatedAt', 'confirmedAt', 'accepted/person']

/** @returns null where there is no such instant. */
export function utcDate(instantMs: number): LocalDate | null {
  const date = new Date(instantMs)
  return Number.isNaN(date.getTime()) ? null : (date.toISOString().slice(0, 10) as LocalDate)
}

/** The person's day at an instant that a document holds; null where there is no such instant. */
export const dayOf = (instantMs: number): LocalDate | null => (utcDate(instantMs) === null ? null : localDateAt(instantMs))

/** A day so many days later. */
export const addDays = (date: LocalDate, days: number): LocalDate => utcDate(Date.parse(`${date}T00:00:00Z`) + days * dayMs) ?? date
