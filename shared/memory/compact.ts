import * as Y from 'yjs'
import { compactedKey } from './compact-info'
import { contentId } from './content-id'
import { countPieces, infoOf } from './entry-pieces'
import { plainFields, type PlainFields } from './history/plain'
import { compareStrings, entriesOf, mapsIn } from './layout'

export interface CompactOptions {
  readonly now: number
}

/** An entry is usually left alone for so long after it was last written to. */
export const compactAfterMs = 24 * 60 * 60_000
/** Fewer pieces than this are not worth a rebuilding. */
const mostDeadPieces = 8
/** A document of fewer pieces is small, whatever they hold. */
const fewPieces = 3_000
/**
 * How long an entry has to have rested, by how many pieces there are for each that says something: what was written
 * a moment ago can be undone only until it is rebuilt.
 */
const rests: readonly (readonly [crowding: number, restMs: number])[] = [
  [5, 0],
  [3, 10 * 60_000],
]

const origin = Object.freeze({ author: { kind: 'app' } })

/**
 * MEM-16: rebuilds entries that are stored in many pieces, each as one that says the same. What is deleted within a
 * map stays behind as a trace of each change; with the map it goes. Two devices that rebuild the same state write the
 * same bytes; what a device wrote meanwhile without knowing is carried over (carry-over.ts).
 * @returns how many entries were rebuilt
 */
export function compact(doc: Y.Doc, { now }: CompactOptions): number {
  const entries = mapsIn(entriesOf(doc)).map(([id, fields]) => ({ id, fields, ...countPieces(fields) }))
  const all = entries.reduce((sum, entry) => sum + entry.all, 0)
  const dead = entries.reduce((sum, entry) => sum + entry.dead, 0)
  const rest = all < fewPieces ? compactAfterMs : (rests.find(([crowding]) => all > crowding * (all - dead))?.[1] ?? compactAfterMs)
  const chosen = entries.filter(({ fields, all: pieces, dead: gone }) => isWorthIt(pieces, gone) && now - lastWriting(fields) >= rest)
  doc.transact(() => {
    for (const { id, fields } of chosen) rebuild(doc, id, fields)
  }, origin)
  return chosen.length
}

const isWorthIt = (pieces: number, dead: number): boolean => dead > mostDeadPieces || (pieces > 4 * mostDeadPieces && dead > 0)

const instantKeys = /^(createdAt|updatedAt|confirmedAt|deletedAt|deleted\/.*|archivedAt|rejectedAt|accepted\/.*)$/

function lastWriting(fields: Y.Map<unknown>): number {
  let last = 0
  for (const [key, value] of fields.entries()) if (instantKeys.test(key) && typeof value === 'number') last = Math.max(last, value)
  return last
}

/** Writes as a client made of the content: the same state gives the same bytes on every device. */
function rebuild(doc: Y.Doc, id: string, fields: Y.Map<unknown>): void {
  const content = plainFields(fields)
  const info = infoOf(fields)
  const source = fields._item?.id
  const { seed } = contentId(JSON.stringify([id, source?.client, source?.clock, sorted(content), info]))
  const own = doc.clientID
  doc.clientID = firstRebuilder + seed
  try {
    const rebuilt = new Y.Map<unknown>()
    entriesOf(doc).set(id, rebuilt)
    for (const [key, value] of sorted(content)) rebuilt.set(key, key === 'text' ? new Y.Text(String(value)) : value)
    rebuilt.set(compactedKey, info)
  } finally {
    doc.clientID = own
  }
}

/** Out of the way of windows (32 bits) and of seeds. */
const firstRebuilder = 2 ** 51

const sorted = (content: PlainFields): [string, unknown][] => Object.entries(content).sort(([a], [b]) => compareStrings(a, b))
