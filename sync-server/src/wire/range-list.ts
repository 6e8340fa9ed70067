import { ByteReader } from './byte-reader'

/** Disjoint ranges of clocks that do not touch, in order, flat: start, end, start, end, … */
export type RangeList = number[]

/** Index of the first range that ends at or behind `clock`, as an even position. */
function findRange(list: RangeList, clock: number): number {
  let low = 0
  let high = list.length / 2
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[2 * middle + 1] ?? 0) < clock) low = middle + 1
    else high = middle
  }
  return 2 * low
}

export function hasRange(list: RangeList, start: number, end: number): boolean {
  const at = findRange(list, end)
  return (list[at] ?? Number.POSITIVE_INFINITY) <= start
}

/** Adds one range in place. */
export function addRange(list: RangeList, start: number, end: number): void {
  const first = findRange(list, start)
  let last = first
  let [from, to] = [start, end]
  while (last < list.length && (list[last] ?? 0) <= end) {
    from = Math.min(from, list[last] ?? 0)
    to = Math.max(to, list[last + 1] ?? 0)
    last += 2
  }
  if (last === first + 2) [list[first], list[first + 1]] = [from, to]
  else list.splice(first, last - first, from, to)
}

/** Both lists as one, in time linear in both: many single additions would move the rest of the list each time. */
export function unite(left: RangeList, right: RangeList): RangeList {
  const united: RangeList = []
  for (let l = 0, r = 0; l < left.length || r < right.length; ) {
    const isLeft = r >= right.length || (left[l] ?? Number.POSITIVE_INFINITY) <= (right[r] ?? 0)
    const [list, at] = isLeft ? [left, l] : [right, r]
    appendRange(united, list[at] ?? 0, list[at + 1] ?? 0)
    if (isLeft) l += 2
    else r += 2
  }
  return united
}

function appendRange(list: RangeList, start: number, end: number): void {
  const last = list.length - 1
  if (last > 0 && (list[last] ?? 0) >= start) list[last] = Math.max(list[last] ?? 0, end)
  else list.push(start, end)
}

/** Pairs of clock and length, in order, out of checked bytes. */
export function readRanges({ bytes, from, count }: { readonly bytes: Uint8Array; readonly from: number; readonly count: number }): RangeList {
  const reader = new ByteReader(bytes, from)
  const list: RangeList = []
  for (let index = 0; index < count; index++) {
    const start = reader.readUint()
    appendRange(list, start, start + reader.readUint())
  }
  return list
}
