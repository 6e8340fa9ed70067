import type { EntryId, SectionId } from '../ids'
import { entriesOf, readOrder, readSectionId, readSections, topSectionId } from './layout'
import type { Slot } from './match-lines'
import { createEntry, createSection, editEntry, editSection, placeEntry, restoreEntry, type MemoryWriter } from './operations'
import { keyBetween, keysBetween } from './order'
import { parseHeading, type ProfileLine } from './profile-markdown'
import type { Revivals } from './revivals'

/**
 * Writes sections and order keys so that the document shows exactly these lines in this order. A line that is
 * already in the right place is not written: only new and moved ones are, and those that a heading has come above.
 */
export function placeLines(writer: MemoryWriter, slots: readonly Slot[], revivals: Revivals): ProfileLine[] {
  return new Placement(writer, slots, revivals).run()
}

type EntrySlot = { readonly sectionId: SectionId; readonly order: string }

class Placement {
  /** Sections by order, deleted ones included; the one without a heading first. */
  private readonly ranked: SectionId[]
  private readonly orders: Map<SectionId, string>
  private readonly live: Set<SectionId>
  /** The section of the last placed line: that of the heading above, or a deleted one behind it. */
  private home: SectionId = topSectionId
  private lastOrder: string | null = null
  /** Keys made ahead for a run of new lines. */
  private ahead: string[] = []

  constructor(
    private readonly writer: MemoryWriter,
    private readonly slots: readonly Slot[],
    private readonly revivals: Revivals,
  ) {
    const sections = readSections(writer.doc)
    this.ranked = [topSectionId, ...sections.map((section) => section.id)]
    this.orders = new Map(sections.map((section) => [section.id, section.order]))
    this.live = new Set(sections.flatMap((section) => (section.isDeleted ? [] : [section.id])))
  }

  run(): ProfileLine[] {
    return this.slots.map((slot, index) => (isHeading(slot) ? this.placeHeading(slot) : this.placeEntry(slot, index)))
  }

  private placeHeading(slot: Slot): ProfileLine {
    const id = slot.kind === 'kept' ? (slot.line.id as SectionId) : this.insertHeading(slot)
    this.home = id
    this.lastOrder = null
    this.ahead = []
    return { kind: 'heading', id, text: slot.text }
  }

  private insertHeading(slot: Slot): SectionId {
    const { doc } = this.writer
    const heading = parseHeading(slot.text) ?? { level: 1, title: '' }
    const known = slot.kind === 'new' ? this.revivals.sections.get(heading.title) : (slot.line.id as SectionId)
    if (known !== undefined) this.ranked.splice(this.rank(known), 1)
    const after = this.ranked[this.rank(this.home) + 1]
    const order = keyBetween(this.orders.get(this.home) ?? null, this.orders.get(after ?? topSectionId) ?? null, doc.clientID)
    const id = known ?? createSection(this.writer, heading.title, heading.level, order)
    if (known !== undefined) this.reviveSection(known, heading.level, order)
    this.revivals.sections.delete(heading.title)
    this.ranked.splice(this.rank(this.home) + 1, 0, id)
    this.orders.set(id, order)
    this.live.add(id)
    return id
  }

  private reviveSection(id: SectionId, level: number, order: string): void {
    editSection(this.writer, id, (fields) => {
      fields.set('order', order)
      fields.delete('status')
      if (fields.get('level') !== level) fields.set('level', level)
    })
  }

  private placeEntry(slot: Slot, index: number): ProfileLine {
    const stored = slot.kind === 'kept' ? this.stored(slot) : null
    if (slot.kind === 'kept' && stored !== null && this.isInPlace(stored)) {
      this.settle(stored)
      return { kind: 'entry', id: slot.line.id as EntryId, text: slot.text, ...stored }
    }
    const place = { sectionId: this.home, order: this.nextOrder(index, stored) }
    const id = slot.kind === 'new' ? this.insertEntry(slot.text, place) : (slot.line.id as EntryId)
    if (slot.kind !== 'new') editEntry(this.writer, id, (fields) => placeEntry(fields, place.sectionId, place.order))
    this.settle(place)
    return { kind: 'entry', id, text: slot.text, ...place }
  }

  private insertEntry(text: string, place: EntrySlot): EntryId {
    const known = this.revivals.entries.get(text)
    if (known === undefined) return createEntry(this.writer, { text, sectionId: place.sectionId }, place.sectionId, place.order)
    this.revivals.entries.delete(text)
    restoreEntry(this.writer, known)
    editEntry(this.writer, known, (fields) => placeEntry(fields, place.sectionId, place.order))
    return known
  }

  private settle(place: EntrySlot): void {
    this.home = place.sectionId
    this.lastOrder = place.order
  }

  /** Where a kept entry is stored; a section that does not exist counts as the top, as it is shown there. */
  private stored(slot: Exclude<Slot, { kind: 'new' }>): EntrySlot {
    const fields = entriesOf(this.writer.doc).get(slot.line.id)
    if (fields === undefined) return { sectionId: topSectionId, order: '' }
    const sectionId = readSectionId(fields)
    return { sectionId: this.ranked.includes(sectionId) ? sectionId : topSectionId, order: readOrder(fields) }
  }

  private rank(id: SectionId): number {
    return this.ranked.indexOf(id)
  }

  /** Shown below the current heading and behind everything placed so far. */
  private isInPlace({ sectionId, order }: EntrySlot): boolean {
    const rank = this.rank(sectionId)
    if (rank < this.rank(this.home)) return false
    if (sectionId === this.home) return this.lastOrder === null || order > this.lastOrder
    return !this.ranked.slice(this.rank(this.home) + 1, rank + 1).some((id) => this.live.has(id))
  }

  /** A key behind the last line and before the next one of the same section that stays. */
  private nextOrder(index: number, own: EntrySlot | null): string {
    const made = this.ahead.shift()
    if (made !== undefined) return made
    let end = index + 1
    while (this.slots[end] !== undefined && this.slots[end]?.kind !== 'kept' && !isHeading(this.slots[end])) end += 1
    const following = this.followingOrder(end)
    const isOwnFine = own !== null && own.order > (this.lastOrder ?? '') && (following === null || own.order < following)
    if (isOwnFine) return own.order
    const count = own === null ? end - index : 1
    const [first, ...rest] = keysBetween(this.lastOrder, following, count, this.writer.doc.clientID)
    this.ahead = rest
    return first ?? ''
  }

  private followingOrder(from: number): string | null {
    for (const slot of this.slots.slice(from)) {
      if (isHeading(slot)) return null
      if (slot.kind !== 'kept') continue
      const { sectionId, order } = this.stored(slot)
      if (sectionId === this.home && order > (this.lastOrder ?? '')) return order
    }
    return null
  }
}

function isHeading(slot: Slot | undefined): boolean {
  if (slot === undefined) return false
  return slot.kind === 'new' ? parseHeading(slot.text) !== null : slot.line.kind === 'heading'
}
