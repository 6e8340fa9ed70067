import * as Y from 'yjs'
import * as z from 'zod'

/** A place in what one client wrote: its number, and a count of its characters and values. */
export type Place = readonly [client: number, clock: number]
export type Run = readonly [client: number, clock: number, length: number]

const placeSchema = z.tuple([z.number(), z.number()])
const runsSchema = z.array(z.tuple([z.number(), z.number(), z.number()]))

/**
 * What a rebuilt entry knows of the one that it was made from, so that a change made elsewhere meanwhile can be told
 * from one that is in it. Kept under one key of the entry; no part of what the entry says.
 */
const infoSchema = z.object({
  /** Of each client, everything that it wrote to this entry before this place was known. */
  seen: z.array(placeSchema),
  /** Where the characters of the text come from, in order. */
  runs: runsSchema,
  /** Which writing each value comes from. */
  keys: z.record(z.string(), placeSchema),
})
export type CompactInfo = z.infer<typeof infoSchema>

export const compactedKey = 'compacted'
/** `carried/<client>:<clock>`: the characters or the value that begin there were written before, at other places. */
const carriedPrefix = 'carried/'
/** `gone/<client>:<clock>`: runs of what was taken away, from wherever it may still come in. */
const gonePrefix = 'gone/'

const isNote = (key: string): boolean => key.startsWith(carriedPrefix) || key.startsWith(gonePrefix)

/** Keys that say how an entry is stored, and nothing of what it says. */
export const isStorageKey = (key: string): boolean => key === compactedKey || isNote(key)

/** Whether something was carried over to the entry since it was rebuilt. */
export function hasNotes(fields: Y.Map<unknown>): boolean {
  for (const key of fields._map.keys()) if (isNote(key)) return true
  return false
}

/** null where the entry was never rebuilt. Also of a map that goes in the transaction that is under way. */
export const builtFrom = (fields: Y.Map<unknown>): CompactInfo | null => infoSchema.safeParse(storedValue(fields, compactedKey)).data ?? null

function storedValue(fields: Y.Map<unknown>, key: string): unknown {
  const content = fields._map.get(key)?.content
  return content instanceof Y.ContentAny ? content.arr.at(-1) : undefined
}

/** By the key of the place where it stands: the place where it was written first. */
export function notedPlaces(fields: Y.Map<unknown>): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const [[client, first], runs] of notesOf(fields, carriedPrefix)) {
    let offset = 0
    for (const [origin, clock, length] of runs) {
      for (let step = 0; step < length; step++, offset++) places.set(`${client}:${first + offset}`, [origin, clock + step])
    }
  }
  return places
}

/** What was taken away for good, by where it was written first. */
export const goneRuns = (fields: Y.Map<unknown>): Run[] => notesOf(fields, gonePrefix).flatMap(([, runs]) => runs)

/** Whether something is among what was taken away for good. */
export function goneIn(fields: Y.Map<unknown>): (place: Place) => boolean {
  const byClient = new Map<number, Run[]>()
  for (const run of goneRuns(fields)) byClient.set(run[0], [...(byClient.get(run[0]) ?? []), run])
  return ([client, clock]) => (byClient.get(client) ?? []).some(([, first, length]) => clock >= first && clock < first + length)
}

/** Whether something was known, where of each client everything before one place was. */
export const isSeenIn =
  (seen: ReadonlyMap<number, number>) =>
  ([client, clock]: Place): boolean =>
    clock < (seen.get(client) ?? 0)

function notesOf(fields: Y.Map<unknown>, prefix: string): [Place, readonly Run[]][] {
  const notes: [Place, readonly Run[]][] = []
  for (const key of fields._map.keys()) {
    if (!key.startsWith(prefix)) continue
    const [client, clock] = key.slice(prefix.length).split(':').map(Number)
    const runs = runsSchema.safeParse(storedValue(fields, key)).data
    if (client !== undefined && clock !== undefined && runs !== undefined) notes.push([[client, clock], runs])
  }
  return notes
}

/** Notes of what is written once more, beginning at this place, where it was written first. */
export const noteCarried = (fields: Y.Map<unknown>, [client, clock]: Place, runs: readonly Run[]): void =>
  void fields.set(`${carriedPrefix}${client}:${clock}`, runs)

/** Notes what is to stay away. */
export function noteGone(fields: Y.Map<unknown>, runs: readonly Run[]): void {
  if (runs.length === 0 || fields.doc === null) return
  fields.set(`${gonePrefix}${nextPlace(fields.doc).join(':')}`, runs)
}

/** Where the next thing that this document's client writes will stand. */
export const nextPlace = (doc: Y.Doc): Place => [doc.clientID, Y.getState(doc.store, doc.clientID)]
