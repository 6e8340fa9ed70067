import * as Y from 'yjs'
import { carryOrigin } from '@shared/memory/carried'
import { watchRebuilt } from '@shared/memory/carry-over'
import { persistedOrigin, type PersistedDoc } from './doc-store'
import type { CommonplaceDb } from './schema'
import { docState } from './snapshots'

/**
 * MEM-2: sees to it that no rebuilt entry is stored without what it did not know. A window carries over what it has in
 * memory; what other windows have stored and this one has not read is carried over in the transaction that stores
 * the rebuilt entry, from the document as it is stored: whenever the app is killed, nothing is lost, and what is
 * carried over again at the next start is there once (carried.ts).
 * To be called right after the document was opened, and before its history is recorded: what comes in and is carried
 * over at once is no change.
 */
export function keepRebuilt(memory: PersistedDoc, { db }: { readonly db: CommonplaceDb }): void {
  let isDue = false
  let isTaken = false
  watchRebuilt(memory.doc, {
    onRebuilt: ({ origin }) => (isDue ||= origin !== persistedOrigin),
  })
  memory.completeBy({
    isDue: () => isDue,
    readStored: () => docState(db, memory.name),
    complete(stored, pending) {
      isDue = false
      isTaken = true
      const missing = carriedBy(stored, pending)
      if (missing !== null) Y.applyUpdate(memory.doc, missing, carryOrigin)
    },
    giveBack() {
      isDue ||= isTaken
      isTaken = false
    },
  })
}

/** What is carried over where an update comes to a document. */
function carriedBy(stored: Uint8Array, update: Uint8Array): Uint8Array | null {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, stored)
  watchRebuilt(doc)
  const carried: Uint8Array[] = []
  doc.on('update', (made: Uint8Array, origin: unknown) => {
    if (origin === carryOrigin) carried.push(made)
  })
  Y.applyUpdate(doc, update)
  doc.destroy()
  return carried.length === 0 ? null : Y.mergeUpdates(carried)
}
