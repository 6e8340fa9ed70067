import fc from 'fast-check'
import * as Y from 'yjs'

/** One edit of one of three devices; `sync` gives it what another one has. */
export interface Edit {
  readonly device: number
  readonly kind: 'push' | 'type' | 'erase' | 'format' | 'embed' | 'set' | 'nest' | 'drop' | 'sync'
  readonly at: number
  readonly text: string
}

export const editArbitrary: fc.Arbitrary<Edit> = fc.record({
  device: fc.nat(2),
  kind: fc.constantFrom('push', 'type', 'erase', 'format', 'embed', 'set', 'nest', 'drop', 'sync'),
  at: fc.nat(50),
  text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
})

/** What Yjs writes for these edits: one update per edit, and the state that each device ends with. */
export function randomUpdates(edits: readonly Edit[]): { readonly updates: Uint8Array[]; readonly states: Uint8Array[] } {
  const updates: Uint8Array[] = []
  const docs = [1, 200, 70_000].map((client) => {
    const doc = new Y.Doc()
    doc.clientID = client
    doc.on('update', (update: Uint8Array, origin: unknown) => origin !== 'sync' && updates.push(update))
    return doc
  })
  for (const edit of edits) perform(docs, edit)
  // At least one update, whatever the edits came to.
  docs[0]?.getArray('entries').push([new Uint8Array([7])])
  return { updates, states: docs.map((doc) => Y.encodeStateAsUpdate(doc)) }
}

function perform(docs: readonly Y.Doc[], { device, kind, at, text }: Edit): void {
  const doc = docs[device]
  if (doc === undefined) return
  const [list, words, map] = [doc.getArray('entries'), doc.getText('text'), doc.getMap('map')]
  const place = words.length === 0 ? 0 : at % words.length
  if (kind === 'push') list.push([new TextEncoder().encode(text)])
  if (kind === 'type') words.insert(place, text)
  if (kind === 'erase' && words.length > 0) words.delete(place, Math.min(3, words.length - place))
  if (kind === 'format' && words.length > 0) words.format(place, 1, { bold: true, note: { text } })
  if (kind === 'embed') words.insertEmbed(place, { image: text })
  if (kind === 'set') map.set(text, { at, deep: [text, null, true, 1.5, undefined, -at], big: 12345678901 })
  if (kind === 'nest') map.set('nested', new Y.Map([[text, new Y.Array()]]))
  if (kind === 'drop' && list.length > 0) list.delete(at % list.length, 1)
  if (kind === 'sync') for (const other of docs) Y.applyUpdate(doc, Y.encodeStateAsUpdate(other, Y.encodeStateVector(doc)), 'sync')
}
