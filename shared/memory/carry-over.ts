import * as Y from 'yjs'
import { carryOrigin, settleCarried, writeCarried } from './carried'
import { builtFrom, goneIn, isSeenIn, isStorageKey, nextPlace, noteCarried, noteGone, type CompactInfo, type Place, type Run } from './compact-info'
import { EntryPieces, runsOf, seenIn, wasThereBefore } from './entry-pieces'
import { lateValues, lateWords, type Edit, type Pair } from './late-changes'
import { entriesOf } from './layout'

export interface WatchOptions {
  /** Told when an entry came in rebuilt, or was rebuilt here; whether anything was carried over to it or not. */
  readonly onRebuilt?: (transaction: Y.Transaction) => void
}

/**
 * MEM-2: when an entry comes in rebuilt by another device or window, everything that is known of it here and was not
 * known there is carried over to the rebuilt one: what was written, and what was taken away, whoever did it. Several
 * devices and windows may do so for the same words: each notes where they were written first, and one copy stays
 * (carried.ts). To be called once for every open memory document.
 * @returns the way out
 */
export function watchRebuilt(doc: Y.Doc, { onRebuilt }: WatchOptions = {}): () => void {
  const entries = entriesOf(doc)
  const observer = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[], transaction: Y.Transaction): void => {
    for (const [id, { isReplaced, keys }] of touchedBy(events, entries)) {
      const fields = entries.get(id)
      if (!(fields instanceof Y.Map)) continue
      const info = isReplaced ? builtFrom(fields) : null
      const formers = info === null ? [] : formersOf(fields, transaction)
      if (formers.length > 0) onRebuilt?.(transaction)
      for (const former of formers) if (info !== null) carryOver(former, fields, info, transaction)
      settleCarried(fields, isReplaced ? new EntryPieces(fields).keys() : [...keys], transaction)
    }
  }
  entries.observeDeep(observer as Parameters<typeof entries.observeDeep>[0])
  return () => entries.unobserveDeep(observer as Parameters<typeof entries.observeDeep>[0])
}

interface Touched {
  isReplaced: boolean
  readonly keys: Set<string>
}

/** By entry: whether its map is another one now, or which of its values changed. */
function touchedBy(events: readonly Y.YEvent<Y.AbstractType<unknown>>[], entries: Y.Map<Y.Map<unknown>>): Map<string, Touched> {
  const touched = new Map<string, Touched>()
  const touch = (id: unknown): Touched => {
    const known = touched.get(String(id)) ?? { isReplaced: false, keys: new Set<string>() }
    touched.set(String(id), known)
    return known
  }
  for (const event of events) {
    const changed = event instanceof Y.YMapEvent ? [...event.keysChanged].map(String) : []
    if ((event.target as unknown) === entries) for (const id of changed) touch(id).isReplaced = true
    else for (const key of changed.length === 0 ? [''] : changed) touch(event.path[0]).keys.add(key)
  }
  for (const { keys } of touched.values()) for (const key of keys) if (key === '' || key === 'text' || isStorageKey(key)) keys.delete(key)
  return touched
}

/** The maps that this one stands in the place of since this transaction, oldest first. */
function formersOf(fields: Y.Map<unknown>, transaction: Y.Transaction): Y.Map<unknown>[] {
  const formers: Y.Map<unknown>[] = []
  for (let item = fields._item?.left ?? null; item !== null; item = item.left) {
    const isJustGone = Y.isDeleted(transaction.deleteSet, item.id)
    if (isJustGone && item.content instanceof Y.ContentType && item.content.type instanceof Y.Map) formers.unshift(item.content.type)
  }
  return formers
}

function carryOver(former: Y.Map<unknown>, rebuilt: Y.Map<unknown>, info: CompactInfo, transaction: Y.Transaction): void {
  const pieces = new EntryPieces(former, wasThereBefore(transaction))
  const known = seenIn(former, pieces)
  const isInRebuilt = isSeenIn(new Map(info.seen))
  const isGone = goneIn(rebuilt)
  const pair: Pair = {
    former: pieces,
    rebuilt: new EntryPieces(rebuilt),
    isLate: ({ origin }) => !isInRebuilt(origin) && !isGone(origin),
    wasKnown: ({ origin }) => isSeenIn(known)(origin),
  }
  const values = lateValues(pair)
  const edits = lateWords(pair)
  const gone = goneSince(new Map(info.seen), known, pieces.present()).filter((run) => !isGoneWhole(run, isGone))
  if (values.written.length + values.removed.length + edits.length + gone.length === 0) return
  transaction.doc.transact(() => {
    for (const [key, writing] of values.written) writeCarried(rebuilt, key, writing)
    for (const key of values.removed) rebuilt.delete(key)
    const text = rebuilt.get('text')
    if (text instanceof Y.Text) for (const edit of edits) carryOut(rebuilt, text, edit)
    noteGone(rebuilt, gone)
  }, carryOrigin)
}

/** What was known of each client beyond what the rebuilt entry knows, and is not there any more. */
function goneSince(since: ReadonlyMap<number, number>, known: ReadonlyMap<number, number>, present: readonly Place[]): Run[] {
  const runs: Run[] = []
  for (const [client, end] of known) {
    let from = since.get(client) ?? 0
    const kept = present.flatMap(([owner, clock]) => (owner === client && clock >= from && clock < end ? [clock] : []))
    for (const clock of [...kept.sort((a, b) => a - b), end]) {
      if (clock > from) runs.push([client, from, clock - from])
      from = Math.max(from, clock + 1)
    }
  }
  return runs
}

const isGoneWhole = ([client, clock, length]: Run, isGone: (place: Place) => boolean): boolean => {
  for (let step = 0; step < length; step++) if (!isGone([client, clock + step])) return false
  return true
}

function carryOut(rebuilt: Y.Map<unknown>, text: Y.Text, { at, removed, inserted }: Edit): void {
  if (removed > 0) text.delete(at, removed)
  if (inserted.length === 0 || rebuilt.doc === null) return
  const place = nextPlace(rebuilt.doc)
  text.insert(at, inserted.map(({ text: character }) => character ?? '').join(''))
  noteCarried(rebuilt, place, runsOf(inserted.map(({ origin }) => origin)))
}
