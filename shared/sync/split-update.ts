import * as Y from 'yjs'
import { deletionsIn, isGap, writeUpdate, type Range, type Struct } from './update-ranges'

/** A range of deletions takes at most this much. */
const rangeBytes = 12

/**
 * Splits an update into several that come to the same when applied in order, deletions last. What cannot be cut (one
 * binary value) stays whole, however large.
 */
export function splitUpdate(update: Uint8Array, maxBytes: number): Uint8Array[] {
  if (update.byteLength <= maxBytes) return [update]
  const decoded = Y.decodeUpdate(update)
  const parts = splitStructs(decoded.structs, maxBytes).map((structs) => writeUpdate(structs, new Map()))
  return [...parts, ...splitDeletions(deletionsIn(decoded), maxBytes)]
}

function splitStructs(structs: readonly Struct[], maxBytes: number): Struct[][] {
  const parts: Struct[][] = []
  let part: Struct[] = []
  let size = 0
  for (const struct of structs.flatMap((whole) => cutStruct(whole, maxBytes))) {
    const bytes = sizeOf(struct)
    if (size + bytes > maxBytes && part.length > 0) {
      parts.push(part)
      part = []
      size = 0
    }
    part.push(struct)
    size += bytes
  }
  return part.length > 0 ? [...parts, part] : parts
}

function cutStruct(struct: Struct, maxBytes: number): Struct[] {
  if (isGap(struct)) return []
  if (!(struct instanceof Y.Item) || struct.length < 2 || sizeOf(struct) <= maxBytes) return [struct]
  const right = cutItem(struct, cutAt(struct))
  return right === null ? [struct] : [...cutStruct(struct, maxBytes), ...cutStruct(right, maxBytes)]
}

/** In the middle, and never within a character of two units. */
function cutAt(item: Y.Item): number {
  const middle = item.length >> 1
  if (!(item.content instanceof Y.ContentString)) return middle
  const unit = item.content.str.charCodeAt(middle - 1)
  return unit >= 0xd800 && unit <= 0xdbff ? middle - 1 : middle
}

/** The right part as an item of its own; `item` keeps the left one. */
function cutItem(item: Y.Item, at: number): Y.Item | null {
  if (at < 1) return null
  const { client, clock } = item.id
  const before = Y.createID(client, clock + at - 1)
  // Parts take their parent from the item before; its own parent is not known before they are integrated.
  const right = new Y.Item(Y.createID(client, clock + at), null, before, null, item.rightOrigin, item.parent, item.parentSub, item.content.splice(at))
  item.length = at
  return right
}

function splitDeletions(deletions: ReadonlyMap<number, readonly Range[]>, maxBytes: number): Uint8Array[] {
  const ranges = [...deletions].flatMap(([client, list]) => list.map((range) => ({ client, range })))
  const atOnce = Math.max(1, Math.floor(maxBytes / rangeBytes))
  const parts: Uint8Array[] = []
  for (let from = 0; from < ranges.length; from += atOnce) {
    const part = new Map<number, Range[]>()
    for (const { client, range } of ranges.slice(from, from + atOnce)) {
      const list = part.get(client) ?? []
      part.set(client, list)
      list.push(range)
    }
    parts.push(writeUpdate([], part))
  }
  return parts
}

function sizeOf(struct: Struct): number {
  const encoder = new Y.UpdateEncoderV1()
  struct.write(encoder, 0)
  return encoder.toUint8Array().byteLength + 8
}
