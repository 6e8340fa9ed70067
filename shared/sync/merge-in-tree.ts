import * as Y from 'yjs'

const atOnce = 32

/** Merges updates a few at a time: a flat merge costs the square of their number. */
export function mergeInTree(updates: readonly Uint8Array[]): Uint8Array {
  if (updates.length <= atOnce) return Y.mergeUpdates([...updates])
  const merged: Uint8Array[] = []
  for (let from = 0; from < updates.length; from += atOnce) merged.push(Y.mergeUpdates(updates.slice(from, from + atOnce)))
  return mergeInTree(merged)
}
