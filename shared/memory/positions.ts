import type * as Y from 'yjs'
import type { SectionId } from '../ids'
import { entriesOf, mapsIn, readOrder, readSectionId, type Entry } from './layout'

/** The order key of the last entry of a section, whatever its status; null where it has none. */
export function lastOrderIn(doc: Y.Doc, section: SectionId): string | null {
  let last: string | null = null
  for (const order of ordersIn(doc, section)) if (last === null || order > last) last = order
  return last
}

/** The order key that follows an entry's own in its section; null where it is the last. */
export function nextOrderAfter(doc: Y.Doc, entry: Pick<Entry, 'sectionId' | 'order'>): string | null {
  let next: string | null = null
  for (const order of ordersIn(doc, entry.sectionId)) if (order > entry.order && (next === null || order < next)) next = order
  return next
}

function* ordersIn(doc: Y.Doc, section: SectionId): Iterable<string> {
  for (const [, fields] of mapsIn(entriesOf(doc))) if (readSectionId(fields) === section && readOrder(fields) !== '') yield readOrder(fields)
}
