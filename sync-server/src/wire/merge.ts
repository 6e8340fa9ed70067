import { uintLength, writeUint } from './byte-reader'
import { readRanges, unite, type RangeList } from './range-list'
import { cutRun, type Deletes, type Run, type ScannedUpdate } from './scan-update'

/** An update that is still to be written, so that it can be written right behind the headers of a frame. */
export interface Plan {
  readonly byteLength: number
  /** Gives the offset behind it. */
  write(target: Uint8Array, offset: number): number
  /** The bytes themselves, where they are there already. */
  readonly bytes: Uint8Array | null
}

/** A whole update, or runs and deletions of one. */
export type MergePart = Pick<ScannedUpdate, 'runs' | 'deletes'> & Partial<Pick<ScannedUpdate, 'bytes'>>

/** The structs of one client, in order; a gap between two runs is bridged by a skip. */
interface Section {
  readonly client: number
  readonly runs: readonly Run[]
}

/** The deletions of one client. */
interface Erasure {
  readonly client: number
  readonly ranges: RangeList
}

/** Info byte of a skip, which stands for structs that are not here. */
const skipInfo = 10

/**
 * Updates as one update, by copying bytes: no struct is decoded. Where two of them hold the same clocks cut differently,
 * which is rare, the later ones go into an update of their own; a reader takes them in order.
 * @param known What the reader has already, per client; structs below are left out.
 */
export function planMerge(updates: readonly MergePart[], known?: ReadonlyMap<number, number>): readonly Plan[] {
  const [only] = updates
  if (only?.bytes !== undefined && updates.length === 1 && known === undefined) return [copyOf(only.bytes)]
  const deletes = [...byClient(updates.flatMap((update) => update.deletes)).values()].map(uniteDeletes)
  let runs = byClient(updates.flatMap((update) => update.runs))
  const plans: Plan[] = []
  do {
    const left: Run[] = []
    const sections = [...runs.values()].map((list) => layOut(list, known?.get(list[0]?.client ?? 0) ?? 0, known !== undefined, left))
    const isFirst = plans.length === 0
    plans.push(planOf(sections.filter((section) => section.runs.length > 0), isFirst ? deletes : []))
    runs = byClient(left)
  } while (runs.size > 0)
  return plans
}

export const writePlan = (plan: Plan): Uint8Array => {
  const bytes = new Uint8Array(plan.byteLength)
  plan.write(bytes, 0)
  return bytes
}

function copyOf(bytes: Uint8Array): Plan {
  return {
    byteLength: bytes.byteLength,
    bytes,
    write(target, offset) {
      target.set(bytes, offset)
      return offset + bytes.byteLength
    },
  }
}

function byClient<Part extends { readonly client: number }>(parts: readonly Part[]): Map<number, Part[]> {
  const lists = new Map<number, Part[]>()
  for (const part of parts) {
    const list = lists.get(part.client)
    if (list === undefined) lists.set(part.client, [part])
    else list.push(part)
  }
  return lists
}

/** Runs of one client in order, each clock once. What does not fit the others' cuts is put into `left`. */
function layOut(list: Run[], known: number, isDiff: boolean, left: Run[]): Section {
  if (list.some((run, index) => run.clock < (list[index - 1]?.clock ?? 0))) list.sort((a, b) => a.clock - b.clock || b.endClock - a.endClock)
  const runs: Run[] = []
  let reached = isDiff ? known : 0
  for (const run of list) {
    if (run.endClock <= reached) continue
    if (run.clock >= reached) {
      runs.push(run)
      reached = run.endClock
      continue
    }
    const cut = cutRun(run, reached)
    // A reader takes a struct of which it has the beginning; inside one update Yjs would not.
    if (cut.isExact || runs.length === 0) {
      runs.push(cut.run)
      reached = run.endClock
    } else left.push(run)
  }
  return { client: list[0]?.client ?? 0, runs }
}

function planOf(sections: readonly Section[], erasures: readonly Erasure[]): Plan {
  const deletes = [...erasures].sort((a, b) => b.client - a.client)
  // Yjs itself merges updates only where clients are sorted downwards.
  const sorted = [...sections].sort((a, b) => b.client - a.client)
  const length = sorted.reduce((sum, section) => sum + sectionLength(section), uintLength(sorted.length))
  return {
    byteLength: deletes.reduce((sum, one) => sum + erasureLength(one), length + uintLength(deletes.length)),
    bytes: null,
    write(target, offset) {
      let at = writeUint(target, offset, sorted.length)
      for (const section of sorted) at = writeSection(target, at, section)
      at = writeUint(target, at, deletes.length)
      for (const one of deletes) at = writeErasure(target, at, one)
      return at
    },
  }
}

const gapBefore = (runs: readonly Run[], index: number): number => (index === 0 ? 0 : (runs[index]?.clock ?? 0) - (runs[index - 1]?.endClock ?? 0))

const structsOf = (runs: readonly Run[]): number => runs.reduce((sum, run, index) => sum + run.structs + (gapBefore(runs, index) > 0 ? 1 : 0), 0)

function sectionLength({ client, runs }: Section): number {
  const head = uintLength(structsOf(runs)) + uintLength(client) + uintLength(runs[0]?.clock ?? 0)
  return runs.reduce((sum, run, index) => {
    const gap = gapBefore(runs, index)
    return sum + (gap > 0 ? 1 + uintLength(gap) : 0) + run.to - run.from
  }, head)
}

function copy(target: Uint8Array, at: number, { bytes, from, to }: Run): number {
  target.set(bytes.subarray(from, to), at)
  return at + to - from
}

function writeSection(target: Uint8Array, offset: number, { client, runs }: Section): number {
  let at = writeUint(target, offset, structsOf(runs))
  at = writeUint(target, at, client)
  at = writeUint(target, at, runs[0]?.clock ?? 0)
  runs.forEach((run, index) => {
    const gap = gapBefore(runs, index)
    if (gap > 0) {
      target[at] = skipInfo
      at = writeUint(target, at + 1, gap)
    }
    at = copy(target, at, run)
  })
  return at
}

function uniteDeletes(list: readonly Deletes[]): Erasure {
  const [first, ...others] = list.map(readRanges)
  return { client: list[0]?.client ?? 0, ranges: others.reduce(unite, first ?? []) }
}

function erasureLength({ client, ranges }: Erasure): number {
  let length = uintLength(client) + uintLength(ranges.length / 2)
  for (let index = 0; index < ranges.length; index += 2) length += uintLength(ranges[index] ?? 0) + uintLength((ranges[index + 1] ?? 0) - (ranges[index] ?? 0))
  return length
}

function writeErasure(target: Uint8Array, offset: number, { client, ranges }: Erasure): number {
  let at = writeUint(target, writeUint(target, offset, client), ranges.length / 2)
  for (let index = 0; index < ranges.length; index += 2) {
    at = writeUint(target, at, ranges[index] ?? 0)
    at = writeUint(target, at, (ranges[index + 1] ?? 0) - (ranges[index] ?? 0))
  }
  return at
}
