import { parentPort } from 'node:worker_threads'
import * as Y from 'yjs'
import { ClockIndex } from '../wire/clock-index'
import { scanUpdate } from '../wire/scan-update'
import { unpackUpdates, type PackedUpdates } from '../storage/sqlite-wire'

export interface FoldReply {
  readonly state: Uint8Array | null
  readonly failure?: string
}

const anyClients = 1_000_000
const noLimits = { maxClients: anyClients, maxIslands: Number.POSITIVE_INFINITY, maxDeletedRanges: Number.POSITIVE_INFINITY }

/** The one place where the server builds documents: what was deleted leaves the state here. */
function fold(updates: readonly Uint8Array[]): Uint8Array {
  const doc = new Y.Doc({ gc: true })
  const before = new ClockIndex(noLimits)
  for (const update of updates) {
    const scanned = scanUpdate(update, anyClients)
    if (scanned === null) throw new Error('a stored update is damaged')
    before.add(scanned)
    Y.applyUpdate(doc, update)
  }
  const state = Y.encodeStateAsUpdate(doc)
  const after = new ClockIndex(noLimits)
  const scanned = scanUpdate(state, anyClients)
  if (scanned !== null) after.add(scanned)
  // Whatever a hostile device wrote: a fold that would lose something is not made.
  if (scanned === null || !after.holds(before)) throw new Error('the fold would lose something')
  return state
}

parentPort?.on('message', (packed: PackedUpdates) => {
  let reply: FoldReply
  try {
    reply = { state: fold(unpackUpdates(packed)) }
  } catch (error) {
    reply = { state: null, failure: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage(reply, [])
})
