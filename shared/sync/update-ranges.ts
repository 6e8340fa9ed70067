import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'

/** [start, end) of clocks. */
export type Range = readonly [number, number]
export type Struct = Y.Item | Y.GC | Y.Skip

/** Deletions by client: sorted, apart from each other. */
export type Deletions = ReadonlyMap<number, readonly Range[]>

export const isGap = (struct: Struct): boolean => struct instanceof Y.Skip

export function deletionsIn(update: { readonly ds: { readonly clients: ReadonlyMap<number, readonly { clock: number; len: number }[]> } }): Map<number, Range[]> {
  const deletions = new Map<number, Range[]>()
  for (const [client, items] of update.ds.clients) {
    deletions.set(client, joinRanges(items.map(({ clock, len }): Range => [clock, clock + len])))
  }
  return deletions
}

/** Sorted, with what touches made one. */
export function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: [number, number][] = []
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}

/** What of the ranges is not in the others; both joined. */
export function subtractRanges(ranges: readonly Range[], others: readonly Range[]): Range[] {
  const left: Range[] = []
  let at = 0
  for (const [from, end] of ranges) {
    let start = from
    while (at < others.length && (others[at]?.[1] ?? 0) <= start) at += 1
    for (let next = at; next < others.length && start < end; next += 1) {
      const [otherStart, otherEnd] = others[next] ?? [end, end]
      if (otherStart >= end) break
      if (otherStart > start) left.push([start, otherStart])
      start = Math.max(start, otherEnd)
    }
    if (start < end) left.push([start, end])
  }
  return left
}

/** Writes structs (in order of clock by client) and deletions as an update. */
export function writeUpdate(structs: readonly Struct[], deletions: Deletions): Uint8Array {
  const byClient = new Map<number, Struct[]>()
  for (const struct of structs) {
    if (isGap(struct)) continue
    const list = byClient.get(struct.id.client) ?? []
    byClient.set(struct.id.client, list)
    list.push(struct)
  }
  const encoder = new Y.UpdateEncoderV1()
  encoding.writeVarUint(encoder.restEncoder, byClient.size)
  for (const [client, list] of [...byClient].sort((a, b) => b[0] - a[0])) writeClient(encoder, client, withGaps(list))
  writeDeletions(encoder, deletions)
  return encoder.toUint8Array()
}

function writeClient(encoder: Y.UpdateEncoderV1, client: number, structs: readonly Struct[]): void {
  encoding.writeVarUint(encoder.restEncoder, structs.length)
  encoder.writeClient(client)
  encoding.writeVarUint(encoder.restEncoder, structs[0]?.id.clock ?? 0)
  for (const struct of structs) struct.write(encoder, 0)
}

function withGaps(structs: readonly Struct[]): Struct[] {
  return structs.flatMap((struct, index) => {
    const before = structs[index - 1]
    const end = before === undefined ? struct.id.clock : before.id.clock + before.length
    return end < struct.id.clock ? [new Y.Skip(Y.createID(struct.id.client, end), struct.id.clock - end), struct] : [struct]
  })
}

function writeDeletions(encoder: Y.UpdateEncoderV1, deletions: Deletions): void {
  const clients = [...deletions].filter(([, ranges]) => ranges.length > 0).sort((a, b) => b[0] - a[0])
  encoding.writeVarUint(encoder.restEncoder, clients.length)
  for (const [client, ranges] of clients) {
    encoder.resetDsCurVal()
    encoding.writeVarUint(encoder.restEncoder, client)
    encoding.writeVarUint(encoder.restEncoder, ranges.length)
    for (const [start, end] of ranges) {
      encoder.writeDsClock(start)
      encoder.writeDsLen(end - start)
    }
  }
}
