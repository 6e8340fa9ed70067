import * as Y from 'yjs'
import * as z from 'zod'

/** A place in what one client wrote: its number, and a count of its characters and values. */
type Id = readonly [client: number, clock: number]

const idSchema = z.tuple([z.number(), z.number()])
/** Client, place, length. */
const runSchema = z.tuple([z.number(), z.number(), z.number()])

/**
 * What a rebuilt entry knows of the one that it was made from, so that a change made elsewhere meanwhile can be told
 * from one that is in it. Kept under one key of the entry; no part of what the entry says.
 */
const infoSchema = z.object({
  /** Of each client, everything before this place was known. */
  seen: z.array(idSchema),
  /** Where the characters of the text come from, in order. */
  runs: z.array(runSchema),
  /** Which writing each value comes from. */
  keys: z.record(z.string(), idSchema),
})
export type CompactInfo = z.infer<typeof infoSchema>

export const compactedKey = 'compacted'
/** `carried/<client>:<place>`: the characters that begin there were written before, at other places. */
const carriedPrefix = 'carried/'
const runsSchema = z.array(runSchema)

/** Keys that say how an entry is stored, and nothing of what it says. */
export const isStorageKey = (key: string): boolean => key === compactedKey || key.startsWith(carriedPrefix)

export const readInfo = (fields: Y.Map<unknown>): CompactInfo | null => infoSchema.safeParse(valueOf(fields, compactedKey)).data ?? null

/** Also of a map that was just replaced: its values are there until the transaction is over. */
function valueOf(fields: Y.Map<unknown>, key: string): unknown {
  const item = itemsOf(fields).get(key)
  return item?.content instanceof Y.ContentAny ? item.content.arr[0] : undefined
}

/** Notes of characters that are written once more which ones they are. */
export function noteCarried(fields: Y.Map<unknown>, [client, clock]: Id, characters: readonly Character[]): void {
  fields.set(`${carriedPrefix}${client}:${clock}`, runsOf(characters))
}

/** One character of a text: where it comes from, and what it is (null once it is gone). */
export interface Character {
  readonly id: string
  readonly client: number
  readonly clock: number
  readonly text: string | null
  readonly isVisible: boolean
}

export type WasVisible = (item: Y.Item) => boolean

const itemsOf = (fields: Y.Map<unknown>): ReadonlyMap<string, Y.Item> => fields._map

/** All characters of an entry's text in order, those that were deleted included, by where they come from first. */
export function charactersOf(fields: Y.Map<unknown>, wasVisible: WasVisible): Character[] {
  const text = textTypeOf(fields)
  if (text === null) return []
  const origins = originsOf(fields, text)
  const characters: Character[] = []
  for (let item: Y.Item | null = text._start; item !== null; item = item.right) {
    if (!item.countable && !(item.content instanceof Y.ContentDeleted)) continue
    const string = item.content instanceof Y.ContentString ? item.content.str : null
    const isVisible = string !== null && wasVisible(item)
    for (let offset = 0; offset < item.length; offset++) {
      const [client, clock] = origins(item.id.client, item.id.clock + offset)
      characters.push({ id: `${client}:${clock}`, client, clock, text: string?.charAt(offset) ?? null, isVisible })
    }
  }
  return characters
}

function textTypeOf(fields: Y.Map<unknown>): Y.Text | null {
  const content = itemsOf(fields).get('text')?.content
  return content instanceof Y.ContentType && content.type instanceof Y.Text ? content.type : null
}

/** Characters with which an entry was rebuilt, or that were carried over to it, are known by their first place. */
function originsOf(fields: Y.Map<unknown>, text: Y.Text): (client: number, clock: number) => Id {
  const known = new Map<string, Id>()
  const note = (client: number, first: number, runs: CompactInfo['runs']): void => {
    placesIn(runs).forEach((place, offset) => known.set(`${client}:${first + offset}`, place))
  }
  const info = readInfo(fields)
  const builder = fields._item?.id.client
  if (info !== null && builder !== undefined) note(builder, firstClockOf(text, builder), info.runs)
  for (const key of itemsOf(fields).keys()) {
    const [client, first] = key.startsWith(carriedPrefix) ? key.slice(carriedPrefix.length).split(':').map(Number) : []
    if (client !== undefined && first !== undefined) note(client, first, runsSchema.safeParse(valueOf(fields, key)).data ?? [])
  }
  return (client, clock) => known.get(`${client}:${clock}`) ?? [client, clock]
}

const placesIn = (runs: CompactInfo['runs']): Id[] =>
  runs.flatMap(([client, clock, length]) => Array.from({ length }, (_, offset): Id => [client, clock + offset]))

function firstClockOf(text: Y.Text, client: number): number {
  let first = Number.POSITIVE_INFINITY
  for (let item: Y.Item | null = text._start; item !== null; item = item.right) {
    if (item.id.client === client) first = Math.min(first, item.id.clock)
  }
  return first
}

/** Where the newest value of a key comes from; null where the key was never written. */
export function writingOf(fields: Y.Map<unknown>, key: string): { readonly id: Id; readonly item: Y.Item } | null {
  const item = itemsOf(fields).get(key)
  if (item === undefined) return null
  const isBuilt = item.id.client === fields._item?.id.client
  return { id: (isBuilt ? readInfo(fields)?.keys[key] : undefined) ?? [item.id.client, item.id.clock], item }
}

export const keysOf = (fields: Y.Map<unknown>): string[] => [...itemsOf(fields).keys()].filter((key) => key !== 'text' && !isStorageKey(key))

/** How many pieces an entry is stored in, and how many of them say nothing any more. */
export function piecesOf(fields: Y.Map<unknown>): { readonly all: number; readonly dead: number } {
  let all = 0
  let dead = 0
  for (const item of allItems(fields)) {
    all += 1
    if (item.deleted) dead += 1
  }
  return { all, dead }
}

function* allItems(fields: Y.Map<unknown>): Generator<Y.Item> {
  for (const newest of itemsOf(fields).values()) for (let item: Y.Item | null = newest; item !== null; item = item.left) yield item
  for (let item = textTypeOf(fields)?._start ?? null; item !== null; item = item.right) yield item
}

/** What the entry is made of at this moment. */
export function infoOf(fields: Y.Map<unknown>): CompactInfo {
  const known = readInfo(fields)
  const builder = known === null ? undefined : fields._item?.id.client
  const seen = new Map<number, number>(known?.seen)
  for (const { id, length } of allItems(fields)) {
    if (id.client !== builder) seen.set(id.client, Math.max(seen.get(id.client) ?? 0, id.clock + length))
  }
  const characters = charactersOf(fields, (item) => !item.deleted).filter(({ isVisible }) => isVisible)
  for (const { client, clock } of characters) seen.set(client, Math.max(seen.get(client) ?? 0, clock + 1))
  const keys = keysOf(fields).flatMap((key) => {
    const writing = writingOf(fields, key)
    return writing === null || writing.item.deleted ? [] : [[key, [...writing.id]] as const]
  })
  return {
    seen: [...seen].sort(([a], [b]) => a - b),
    runs: runsOf(characters),
    keys: Object.fromEntries(keys.sort(([a], [b]) => (a < b ? -1 : 1))) as CompactInfo['keys'],
  }
}

function runsOf(characters: readonly Character[]): CompactInfo['runs'] {
  const runs: [number, number, number][] = []
  for (const { client, clock } of characters) {
    const last = runs.at(-1)
    if (last !== undefined && last[0] === client && last[1] + last[2] === clock) last[2] += 1
    else runs.push([client, clock, 1])
  }
  return runs
}
