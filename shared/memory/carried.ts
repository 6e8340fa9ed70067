import * as Y from 'yjs'
import { goneIn, hasNotes, nextPlace, noteCarried, noteGone, type Place } from './compact-info'
import { EntryPieces, placeKey, runsOf, wasThereBefore, type Character, type Piece, type Writing } from './entry-pieces'

/** What is written once more is no part of anybody's undo. */
export const carryOrigin = Object.freeze({ author: { kind: 'app' } })

/**
 * Puts an entry in order to which something was carried over, after a transaction that changed it. Several devices
 * may have carried over the same characters: one copy stays. What the person takes away is noted, so that a copy that
 * comes in later goes too. All of this takes away, or gives back what was there: devices that do it apart agree.
 * @param keys of the values that the transaction changed
 */
export function settleCarried(fields: Y.Map<unknown>, keys: readonly string[], transaction: Y.Transaction): void {
  if (!hasNotes(fields)) return
  const pieces = new EntryPieces(fields)
  const isOurs = transaction.local && transaction.origin !== carryOrigin
  const taken = isOurs ? takenAway(pieces, keys, transaction) : []
  const wasGone = goneIn(fields)
  const justGone = new Set(taken.map(placeKey))
  const isGone = ({ id, origin }: Piece): boolean => justGone.has(id) || wasGone(origin)
  const surplus = surplusOf(pieces.characters(), isGone)
  const stale = keys.filter((key) => isStale(pieces.writings(key)[0], isGone))
  if (taken.length === 0 && surplus.length === 0 && stale.length === 0) return
  transaction.doc.transact(() => {
    noteGone(fields, runsOf(taken))
    const text = fields.get('text')
    if (text instanceof Y.Text) for (const at of surplus) text.delete(at, 1)
    for (const key of stale) giveBack(fields, key, isGone, transaction)
  }, carryOrigin)
}

type IsGone = (piece: Piece) => boolean

/** What this transaction took away of what was carried over. */
function takenAway(pieces: EntryPieces, keys: readonly string[], transaction: Y.Transaction): Place[] {
  const all = [...pieces.characters(), ...keys.flatMap((key) => pieces.writings(key))]
  const isTaken = ({ at }: { readonly at: Place }): boolean => Y.isDeleted(transaction.deleteSet, Y.createID(...at))
  return all.filter((piece) => pieces.isCarried(piece) && isTaken(piece)).map(({ origin }) => origin)
}

/** Places among the visible characters, the last one first, of copies and of what is gone. */
function surplusOf(characters: readonly Character[], isGone: IsGone): number[] {
  const visible = characters.filter(({ isVisible }) => isVisible)
  const first = new Map<string, Place>()
  for (const { id, at } of visible) {
    const known = first.get(id)
    if (known === undefined || isBefore(at, known)) first.set(id, at)
  }
  return visible.flatMap((character, index) => (isGone(character) || first.get(character.id) !== character.at ? [index] : [])).reverse()
}

const isBefore = (a: Place, b: Place): boolean => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1])

const isStale = (newest: Writing | undefined, isGone: IsGone): boolean => newest?.isThere === true && isGone(newest)

/** A copy of an older value came in over a newer one, which comes back. */
function giveBack(fields: Y.Map<unknown>, key: string, isGone: IsGone, transaction: Y.Transaction): void {
  const [, ...covered] = new EntryPieces(fields, wasThereBefore(transaction)).writings(key)
  const last = covered.find((writing) => writing.isThere && !isGone(writing))
  if (last === undefined) fields.delete(key)
  else writeCarried(fields, key, last)
}

/** Writes a value once more, and where it was written first. */
export function writeCarried(fields: Y.Map<unknown>, key: string, { value, origin }: Writing): void {
  if (fields.doc === null) return
  const at = nextPlace(fields.doc)
  fields.set(key, value)
  noteCarried(fields, at, [[...origin, 1]])
}
