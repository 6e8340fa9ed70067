import { uintLength, writeUint } from './byte-reader'
import { addRange, hasRange, readRanges, unite, type RangeList } from './range-list'
import type { Deletes, Run, ScannedUpdate } from './scan-update'

export interface IndexLimits {
  readonly maxClients: number
  /** Runs that wait for earlier ones of their client. */
  readonly maxIslands: number
  /** Deleted ranges that are remembered; with more, every deletion counts as news. */
  readonly maxDeletedRanges: number
}

export const defaultIndexLimits: IndexLimits = { maxClients: 100_000, maxIslands: 20_000, maxDeletedRanges: 100_000 }

/**
 * Which structs and deletions a room holds, without the room's content: what a state vector says, what lies beyond a
 * gap, what is deleted. A quiet room costs a number per client.
 */
export class ClockIndex {
  /** Everything of a client below this clock is here. */
  private readonly ends = new Map<number, number>()
  private readonly islands = new Map<number, RangeList>()
  private deleted = new Map<number, RangeList>()
  private islandCount = 0
  private deletedCount = 0
  private remembersDeletes = true
  private readonly limits: IndexLimits

  constructor(limits: IndexLimits = defaultIndexLimits) {
    this.limits = limits
  }

  /** Whether the update brings a struct or a deletion that is not here yet. */
  isNews({ runs, deletes }: ScannedUpdate): boolean {
    return runs.some((run) => !this.hasRun(run)) || deletes.some((one) => !this.hasDeletes(one))
  }

  /** False where the update would make the room larger than a room may be; some of it may have been added then. */
  add({ runs, deletes }: ScannedUpdate): boolean {
    for (const run of runs) this.addRun(run)
    for (const one of deletes) this.addDeletes(one)
    return this.ends.size <= this.limits.maxClients && this.islandCount <= this.limits.maxIslands
  }

  /** Encoded as sync step 1 has it. */
  stateVector(): Uint8Array {
    const entries = [...this.ends].filter(([, end]) => end > 0).sort(([a], [b]) => b - a)
    const length = entries.reduce((sum, [client, end]) => sum + uintLength(client) + uintLength(end), uintLength(entries.length))
    const vector = new Uint8Array(length)
    let at = writeUint(vector, 0, entries.length)
    for (const [client, end] of entries) at = writeUint(vector, writeUint(vector, at, client), end)
    return vector
  }

  /** Whether everything of `other` is here. */
  holds(other: ClockIndex): boolean {
    const runs = [...other.ends].map(([client, end]) => this.hasRun({ client, clock: 0, endClock: end }))
    const islands = [...other.islands].flatMap(([client, list]) => pairs(list).map(([clock, endClock]) => this.hasRun({ client, clock, endClock })))
    const deleted = [...other.deleted].flatMap(([client, list]) => pairs(list).map(([start, end]) => hasRange(this.deleted.get(client) ?? [], start, end)))
    return [...runs, ...islands, ...deleted].every(Boolean)
  }

  private hasRun({ client, clock, endClock }: Pick<Run, 'client' | 'clock' | 'endClock'>): boolean {
    const end = this.ends.get(client) ?? 0
    if (endClock <= end) return true
    const list = this.islands.get(client)
    return list !== undefined && hasRange(list, Math.max(clock, end), endClock)
  }

  private addRun({ client, clock, endClock }: Run): void {
    const end = this.ends.get(client) ?? 0
    if (clock > end) return this.addIsland(client, clock, endClock)
    this.ends.set(client, Math.max(end, endClock))
    if (this.islands.size > 0) this.reachIslands(client)
  }

  private addIsland(client: number, clock: number, endClock: number): void {
    const list = this.islands.get(client) ?? []
    const before = list.length
    addRange(list, clock, endClock)
    this.islandCount += (list.length - before) / 2
    this.islands.set(client, list)
    if (!this.ends.has(client)) this.ends.set(client, 0)
  }

  /** A gap may have been filled. */
  private reachIslands(client: number): void {
    const list = this.islands.get(client)
    if (list === undefined) return
    let end = this.ends.get(client) ?? 0
    let reached = 0
    while (reached < list.length && (list[reached] ?? 0) <= end) {
      end = Math.max(end, list[reached + 1] ?? 0)
      reached += 2
    }
    this.ends.set(client, end)
    list.splice(0, reached)
    this.islandCount -= reached / 2
    if (list.length === 0) this.islands.delete(client)
  }

  private hasDeletes(deletes: Deletes): boolean {
    const list = this.deleted.get(deletes.client)
    if (list === undefined || !this.remembersDeletes) return false
    return pairs(readRanges(deletes)).every(([start, end]) => hasRange(list, start, end))
  }

  private addDeletes(deletes: Deletes): void {
    if (!this.remembersDeletes) return
    if (this.deletedCount + deletes.count > this.limits.maxDeletedRanges) return this.forgetDeletes()
    const { client } = deletes
    const before = this.deleted.get(client) ?? []
    const beforeLength = before.length
    const added = readRanges(deletes)
    const [start = 0, end = 0] = added
    if (added.length === 2) addRange(before, start, end)
    const list = added.length === 2 ? before : unite(before, added)
    this.deletedCount += (list.length - beforeLength) / 2
    this.deleted.set(client, list)
  }

  private forgetDeletes(): void {
    this.remembersDeletes = false
    this.deleted = new Map()
  }
}

const pairs = (list: RangeList): [number, number][] =>
  Array.from({ length: list.length / 2 }, (_, index) => [list[2 * index] ?? 0, list[2 * index + 1] ?? 0])
