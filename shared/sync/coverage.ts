import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { deletionsIn, isGap, joinRanges, subtractRanges, writeUpdate, type Range } from './update-ranges'

/** What a number of updates, or a document, hold: which structs, and which deletions. */
export class Coverage {
  private readonly structs = new Map<number, Range[]>()
  private readonly deletions = new Map<number, Range[]>()

  static of(doc: Y.Doc): Coverage {
    const coverage = new Coverage()
    for (const [client, clock] of Y.decodeStateVector(Y.encodeStateVector(doc))) coverage.structs.set(client, [[0, clock]])
    const deletions = deletionsIn({ ds: Y.createDeleteSetFromStructStore(doc.store) })
    for (const [client, ranges] of deletions) coverage.deletions.set(client, ranges)
    return coverage
  }

  /** Whether all of the other is here as well. */
  includes(other: Coverage): boolean {
    this.join()
    other.join()
    return isWithin(other.structs, this.structs) && isWithin(other.deletions, this.deletions)
  }

  addAll(other: Coverage): void {
    for (const [client, ranges] of other.structs) for (const range of ranges) extend(this.structs, client, range)
    for (const [client, ranges] of other.deletions) for (const range of ranges) extend(this.deletions, client, range)
  }

  /** Throws where the update is none. */
  add(update: Uint8Array): void {
    const decoded = Y.decodeUpdate(update)
    for (const struct of decoded.structs) {
      if (!isGap(struct)) extend(this.structs, struct.id.client, [struct.id.clock, struct.id.clock + struct.length])
    }
    for (const [client, ranges] of deletionsIn(decoded)) for (const range of ranges) extend(this.deletions, client, range)
  }

  /** What a document holds besides, as an update; null where it holds nothing besides. */
  missingFrom(doc: Y.Doc): Uint8Array | null {
    this.join()
    const all = Y.decodeUpdate(Y.encodeStateAsUpdate(doc, this.stateVector()))
    const structs = all.structs.filter((struct) => !isGap(struct) && !this.holds(struct.id.client, [struct.id.clock, struct.id.clock + struct.length]))
    const deletions = new Map<number, Range[]>()
    for (const [client, ranges] of deletionsIn(all)) {
      const left = subtractRanges(ranges, this.deletions.get(client) ?? [])
      if (left.length > 0) deletions.set(client, left)
    }
    return structs.length === 0 && deletions.size === 0 ? null : writeUpdate(structs, deletions)
  }

  /** Up to which clock each client is held without a hole. */
  private stateVector(): Uint8Array {
    const clocks = [...this.structs].flatMap(([client, ranges]) => (ranges[0]?.[0] === 0 ? [[client, ranges[0][1]] as const] : []))
    const encoder = encoding.createEncoder()
    encoding.writeVarUint(encoder, clocks.length)
    for (const number of clocks.flat()) encoding.writeVarUint(encoder, number)
    return encoding.toUint8Array(encoder)
  }

  private holds(client: number, range: Range): boolean {
    return subtractRanges([range], this.structs.get(client) ?? []).length === 0
  }

  private join(): void {
    for (const held of [this.structs, this.deletions]) for (const [client, ranges] of held) held.set(client, joinRanges(ranges))
  }
}

const isWithin = (inner: ReadonlyMap<number, readonly Range[]>, outer: ReadonlyMap<number, readonly Range[]>): boolean =>
  [...inner].every(([client, ranges]) => subtractRanges(ranges, outer.get(client) ?? []).length === 0)

/** Most ranges go on where the last one ended. */
function extend(held: Map<number, Range[]>, client: number, range: Range): void {
  const ranges = held.get(client)
  if (ranges === undefined) held.set(client, [range])
  else if (ranges.at(-1)?.[1] === range[0]) ranges[ranges.length - 1] = [ranges.at(-1)?.[0] ?? 0, range[1]]
  else ranges.push(range)
}
