import * as Y from 'yjs'
import { builtFrom, goneRuns, isStorageKey, notedPlaces, type CompactInfo, type Place, type Run } from './compact-info'

/** Whether a piece says something at the moment that is looked at. */
export type IsThere = (item: Y.Item) => boolean

export const isThereNow: IsThere = (item) => !item.deleted
/** As it was until this transaction took the entry's map away with everything in it. */
export const wasThereBefore =
  (transaction: Y.Transaction): IsThere =>
  (item) =>
    !item.deleted || Y.isDeleted(transaction.deleteSet, item.id)

export const placeKey = ([client, clock]: Place): string => `${client}:${clock}`

/** A character of the text, or a value that a key has or had. */
export interface Piece {
  /** By the place where it was written first: the same in a rebuilt entry, and in every copy. */
  readonly id: string
  readonly origin: Place
  /** Where it stands in this entry. */
  readonly at: Place
}

export interface Character extends Piece {
  /** null once its content is gone. */
  readonly text: string | null
  readonly isVisible: boolean
}

export interface Writing extends Piece {
  readonly isThere: boolean
  /** Undefined once its content is gone. */
  readonly value: unknown
}

/** An entry as Yjs keeps it: piece by piece, those that were deleted included. */
export class EntryPieces {
  readonly info: CompactInfo | null
  private readonly noted: ReadonlyMap<string, Place>
  private readonly builder: number | null

  constructor(
    private readonly fields: Y.Map<unknown>,
    private readonly isThere: IsThere = isThereNow,
  ) {
    this.info = builtFrom(fields)
    this.noted = notedPlaces(fields)
    this.builder = this.info === null ? null : (fields._item?.id.client ?? null)
  }

  /** Keys of values, also of values that were taken away. */
  keys(): string[] {
    return [...this.fields._map.keys()].filter((key) => key !== 'text' && !isStorageKey(key))
  }

  hasKey(key: string): boolean {
    return this.fields._map.has(key)
  }

  /** Whether it was written before, and carried over to this entry. */
  isCarried({ at }: Piece): boolean {
    return this.noted.has(placeKey(at))
  }

  /** The text in order. */
  characters(): Character[] {
    const text = textTypeOf(this.fields)
    if (text === null) return []
    const built = this.builtPlaces(text)
    const characters: Character[] = []
    for (let item: Y.Item | null = text._start; item !== null; item = item.right) {
      if (!item.countable && !(item.content instanceof Y.ContentDeleted)) continue
      const string = item.content instanceof Y.ContentString ? item.content.str : null
      const isVisible = string !== null && this.isThere(item)
      for (let offset = 0; offset < item.length; offset++) {
        const at: Place = [item.id.client, item.id.clock + offset]
        const origin = built.get(placeKey(at)) ?? this.originOf(at)
        characters.push({ id: placeKey(origin), origin, at, text: string?.charAt(offset) ?? null, isVisible })
      }
    }
    return characters
  }

  /** What was written under a key, the newest first; only the first one can be the value that the key has. */
  writings(key: string): Writing[] {
    const builtFromPlace = this.info?.keys[key]
    const writings: Writing[] = []
    for (let item: Y.Item | null = this.fields._map.get(key) ?? null; item !== null; item = item.left) {
      const isPlain = !(item.content instanceof Y.ContentDeleted || item.content instanceof Y.ContentType)
      for (let offset = item.length - 1; offset >= 0; offset--) {
        const at: Place = [item.id.client, item.id.clock + offset]
        const origin = (item.id.client === this.builder ? builtFromPlace : undefined) ?? this.originOf(at)
        const value: unknown = isPlain ? item.content.getContent()[offset] : undefined
        writings.push({ id: placeKey(origin), origin, at, isThere: isPlain && this.isThere(item), value })
      }
    }
    return writings
  }

  /** Where what the entry says now was written first. */
  present(): Place[] {
    const characters = this.characters().filter(({ isVisible }) => isVisible)
    const values = this.keys().flatMap((key) => this.writings(key).slice(0, 1)).filter(({ isThere }) => isThere)
    return [...characters, ...values].map(({ origin }) => origin)
  }

  private originOf(at: Place): Place {
    return this.noted.get(placeKey(at)) ?? at
  }

  /** The characters that the entry was rebuilt with stand one behind the other in what its builder wrote. */
  private builtPlaces(text: Y.Text): Map<string, Place> {
    const { builder, info } = this
    if (builder === null || info === null) return new Map()
    const first = firstClockOf(text, builder)
    return new Map(placesIn(info.runs).map((place, offset) => [placeKey([builder, first + offset]), place]))
  }
}

function textTypeOf(fields: Y.Map<unknown>): Y.Text | null {
  const content = fields._map.get('text')?.content
  return content instanceof Y.ContentType && content.type instanceof Y.Text ? content.type : null
}

function firstClockOf(text: Y.Text, client: number): number {
  let first = Number.POSITIVE_INFINITY
  for (let item: Y.Item | null = text._start; item !== null; item = item.right) {
    if (item.id.client === client) first = Math.min(first, item.id.clock)
  }
  return first
}

const placesIn = (runs: readonly Run[]): Place[] =>
  runs.flatMap(([client, clock, length]) => Array.from({ length }, (_, offset): Place => [client, clock + offset]))

export function runsOf(places: readonly Place[]): [number, number, number][] {
  const runs: [number, number, number][] = []
  for (const [client, clock] of places) {
    const last = runs.at(-1)
    if (last !== undefined && last[0] === client && last[1] + last[2] === clock) last[2] += 1
    else runs.push([client, clock, 1])
  }
  return runs
}

/** How many pieces an entry is stored in, and how many of them say nothing any more. */
export function countPieces(fields: Y.Map<unknown>): { readonly all: number; readonly dead: number } {
  let all = 0
  let dead = 0
  for (const item of itemsOf(fields)) {
    all += 1
    if (item.deleted) dead += 1
  }
  return { all, dead }
}

function* itemsOf(fields: Y.Map<unknown>): Generator<Y.Item> {
  for (const newest of fields._map.values()) for (let item: Y.Item | null = newest; item !== null; item = item.left) yield item
  for (let item = textTypeOf(fields)?._start ?? null; item !== null; item = item.right) yield item
}

/**
 * Of each client, before which place everything that it wrote to the entry is known. Who carried over or took away
 * one thing of a client has dealt with everything that this client wrote before.
 */
export function seenIn(fields: Y.Map<unknown>, pieces: EntryPieces): Map<number, number> {
  const seen = new Map<number, number>(pieces.info?.seen)
  const see = ([client, clock]: Place, length = 1): void => void seen.set(client, Math.max(seen.get(client) ?? 0, clock + length))
  const builder = pieces.info === null ? null : fields._item?.id.client
  for (const { id, length } of itemsOf(fields)) if (id.client !== builder) see([id.client, id.clock], length)
  for (const { origin } of [...pieces.characters(), ...pieces.keys().flatMap((key) => pieces.writings(key))]) see(origin)
  for (const [client, clock, length] of goneRuns(fields)) see([client, clock], length)
  return seen
}

/** What the entry is made of at this moment. */
export function infoOf(fields: Y.Map<unknown>): CompactInfo {
  const pieces = new EntryPieces(fields)
  const characters = pieces.characters().filter(({ isVisible }) => isVisible)
  const keys = pieces.keys().flatMap((key) => {
    const [newest] = pieces.writings(key)
    return newest?.isThere === true ? [[key, [...newest.origin]] as const] : []
  })
  return {
    seen: [...seenIn(fields, pieces)].sort(([a], [b]) => a - b),
    runs: runsOf(characters.map(({ origin }) => origin)),
    keys: Object.fromEntries(keys.sort(([a], [b]) => (a < b ? -1 : 1))) as CompactInfo['keys'],
  }
}
