import type * as Y from 'yjs'
import { entriesOf, readEntry, readText } from './layout'
import { LineFacts } from './line-facts'
import { readMemory, viewOf, type EntryReading, type MemoryView } from './view'

/**
 * Looks at one document again and again: only entries that changed since the last look are read anew, and the view
 * is the same object for as long as nothing changed.
 */
export class MemoryReader {
  readonly #readings = new Map<string, EntryReading>()
  #view: MemoryView | null = null
  #isCurrent = false

  constructor(private readonly doc: Y.Doc) {
    entriesOf(doc).observeDeep((events) => {
      for (const event of events) this.#forget(event)
    })
    doc.on('update', () => (this.#isCurrent = false))
  }

  view(): MemoryView {
    // Within a transaction nothing has been heard of yet.
    if (this.doc._transaction !== null) return readMemory(this.doc)
    if (this.#view === null || !this.#isCurrent) this.#view = viewOf(this.doc, (id, fields) => this.#read(id, fields), this.#view)
    this.#isCurrent = true
    return this.#view
  }

  #read(id: string, fields: Y.Map<unknown>): EntryReading {
    const known = this.#readings.get(id)
    if (known !== undefined) return known
    const reading = { entry: readEntry(id, fields), facts: new LineFacts(readText(fields)) }
    this.#readings.set(id, reading)
    return reading
  }

  #forget(event: Y.YEvent<Y.AbstractType<unknown>>): void {
    const [id] = event.path
    if (id !== undefined) this.#readings.delete(String(id))
    else for (const key of event.changes.keys.keys()) this.#readings.delete(key)
  }
}
