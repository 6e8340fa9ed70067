import * as Y from 'yjs'
import { chainKeyOf } from './envelope'
import { noteCovers, noteEntry, type SeenChains } from './chain-state'
import type { LivingEntry, RoomLog } from './room-log'
import { maxEntryBytes } from './rooms'
import { splitUpdate } from './split-update'
import { mergeInTree } from './merge-in-tree'

export const foldAfterEntries = 64
/** Bytes of a part before it is sealed. */
export const maxPartBytes = maxEntryBytes - 32 * 1024
/** Small entries are folded by themselves until they come to this share of the snapshot. */
const smallShare = 1 / 3
/** Of small entries, one that is this many times larger than all smaller ones together is left for a later fold. */
const tierFactor = 4
const leastAtOnce = 32

/** Many entries, or two snapshots after two devices folded at once. */
export function isFoldDue(log: RoomLog): boolean {
  const taken = log.taken()
  return taken.filter(({ fold }) => fold?.isWhole !== true).length > foldAfterEntries || wholesIn(taken) > 1
}

/** The whole document, or the small entries only where that is enough. @returns entries folded, null where none could be */
export function foldWhatIsDue(log: RoomLog, inner: Y.Doc): number | null {
  const taken = log.taken()
  const whole = taken.filter(({ fold }) => fold?.isWhole === true)
  const small = taken.filter(({ fold }) => fold?.isWhole !== true)
  const isSmall = bytesOf(small) < bytesOf(whole) * smallShare
  return wholesIn(taken) === 1 && isSmall ? foldSmall(log, small) : foldWhole(log, inner)
}

/**
 * One change that puts in a snapshot of the inner document and takes out exactly the entries that this device has
 * taken, which are in it: two devices that do so at once lose nothing.
 */
export function foldWhole(log: RoomLog, inner: Y.Doc): number | null {
  return fold(log, log.taken(), Y.encodeStateAsUpdate(inner), structuredClone(log.ports.chain.seen), true)
}

/** Leaves the snapshot where it is: writing a large one again for every 64 small changes would cost more than they do. */
function foldSmall(log: RoomLog, small: readonly LivingEntry[]): number | null {
  const chosen = smallest(small)
  const covers: SeenChains = {}
  const updates: Uint8Array[] = []
  for (const entry of chosen) {
    const header = log.sealedOf(entry)
    const body = log.bodyOf(entry)
    if (header === null || body === null || !('update' in body)) return null
    updates.push(body.update)
    if (body.kind === 'fold') noteCovers(covers, body.covers)
    noteEntry(covers, chainKeyOf(header.entry.header), { ...header.entry.header, hash: header.hash })
  }
  return fold(log, chosen, mergeInTree(updates), covers, false)
}

function fold(log: RoomLog, folded: readonly LivingEntry[], update: Uint8Array, covers: SeenChains, isWhole: boolean): number | null {
  const updates = splitUpdate(update, maxPartBytes)
  const bodies = updates.map((part, index) => {
    const isLast = index === updates.length - 1
    return { kind: 'fold', part: index, parts: updates.length, isWhole, covers: isLast ? covers : {}, update: part } as const
  })
  const removed = new Set(folded.map(({ id }) => id))
  return log.push(bodies, removed) ? removed.size : null
}

function smallest(entries: readonly LivingEntry[]): LivingEntry[] {
  const chosen: LivingEntry[] = []
  let bytes = 0
  for (const entry of [...entries].sort((a, b) => sizeOf(a) - sizeOf(b))) {
    if (chosen.length >= leastAtOnce && sizeOf(entry) > bytes * tierFactor) break
    chosen.push(entry)
    bytes += sizeOf(entry)
  }
  return chosen
}

const wholesIn = (entries: readonly LivingEntry[]): number =>
  entries.filter(({ fold }) => fold?.isWhole === true && fold.isLast).length

const sizeOf = (entry: LivingEntry): number => entry.bytes?.byteLength ?? 0
const bytesOf = (entries: readonly LivingEntry[]): number => entries.reduce((sum, entry) => sum + sizeOf(entry), 0)
