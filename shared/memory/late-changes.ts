import type { Character, EntryPieces, Writing } from './entry-pieces'

/** Two states of an entry: as it was here until it came in rebuilt, and the rebuilt one. */
export interface Pair {
  readonly former: EntryPieces
  readonly rebuilt: EntryPieces
  /** Nothing that the rebuilt entry was made from, or has been told of since. */
  readonly isLate: (piece: Character | Writing) => boolean
  /** The former entry knew of it: it was there, or had been taken away. */
  readonly wasKnown: (piece: Character | Writing) => boolean
}

export interface LateValues {
  readonly written: readonly (readonly [key: string, writing: Writing])[]
  readonly removed: readonly string[]
}

export function lateValues({ former, rebuilt, isLate, wasKnown }: Pair): LateValues {
  const written: [string, Writing][] = []
  const removed: string[] = []
  for (const key of new Set([...former.keys(), ...rebuilt.keys()])) {
    const [newest] = former.writings(key)
    const now = rebuilt.writings(key)
    const kept = newest?.isThere === true ? newest : null
    const current = now[0]?.isThere === true ? now[0] : null
    // Known here, and not what holds here: something was written over it, or it was taken away.
    const isOlder = current !== null && current.id !== kept?.id && wasKnown(current)
    if (kept === null) {
      if (isOlder) removed.push(key)
    } else if (isOlder || (isLate(kept) && !now.some(({ id }) => id === kept.id))) written.push([key, kept])
  }
  return { written, removed }
}

/** At a place among the visible characters of the rebuilt text. */
export interface Edit {
  readonly at: number
  readonly removed: number
  readonly inserted: readonly Character[]
}

/** From the end to the beginning, so that places stay true while they are carried out. */
export function lateWords({ former, rebuilt, isLate, wasKnown }: Pair): Edit[] {
  const before = former.characters()
  const now = rebuilt.characters()
  const visible = new Set(before.filter(({ isVisible }) => isVisible).map(({ id }) => id))
  const inserted = insertions(before, now, isLate)
  const edits: Edit[] = []
  let at = now.filter(({ isVisible }) => isVisible).length
  for (let index = now.length; index >= 0; index--) {
    const words = inserted.get(index) ?? []
    if (words.length > 0) edits.push({ at, removed: 0, inserted: words })
    const character = now[index - 1]
    if (character?.isVisible !== true) continue
    at -= 1
    if (!visible.has(character.id) && wasKnown(character)) edits.push({ at, removed: 1, inserted: [] })
  }
  return edits
}

/** By the number of characters of the rebuilt text that they stand behind: late characters in order. */
function insertions(before: readonly Character[], now: readonly Character[], isLate: Pair['isLate']): Map<number, Character[]> {
  const places = new Map(now.map(({ id }, index) => [id, index + 1]))
  const inserted = new Map<number, Character[]>()
  const done = new Set<string>()
  let place = 0
  for (const character of before) {
    const known = places.get(character.id)
    if (known !== undefined) place = known
    else if (character.isVisible && isLate(character) && !done.has(character.id)) {
      done.add(character.id)
      inserted.set(place, [...(inserted.get(place) ?? []), character])
    }
  }
  return inserted
}
