import { ByteReader } from './byte-reader'
import { maxDepth, skipJson } from './scan-json'

/** Consecutive structs of one client, without a hole: clocks from `clock` up to, not including, `endClock`. */
export interface Run {
  readonly client: number
  readonly clock: number
  readonly endClock: number
  readonly structs: number
  readonly bytes: Uint8Array
  /** Where the structs lie in `bytes`. */
  readonly from: number
  readonly to: number
}

/** Deleted ranges of one client, as pairs of clock and length, in order. */
export interface Deletes {
  readonly client: number
  readonly count: number
  readonly bytes: Uint8Array
  readonly from: number
  readonly to: number
}

/** A Yjs update (v1) whose structure was walked from end to end. Nothing of its content was decoded. */
export interface ScannedUpdate {
  readonly bytes: Uint8Array
  readonly runs: readonly Run[]
  readonly deletes: readonly Deletes[]
}

/** Bits of a struct's first byte. */
const hasOrigin = 0x80
const hasRightOrigin = 0x40
const hasParentKey = 0x20
const kindBits = 0x1f
const kinds = { gc: 0, deleted: 1, json: 2, binary: 3, string: 4, embed: 5, format: 6, type: 7, any: 8, document: 9, skip: 10 } as const
/** Kinds of nested types; an XML element (3) and a hook (5) have a name behind them. */
const typeCount = 7

/** A nested document costs every decoder a thousand times its bytes. */
const maxDocuments = 100

/**
 * Checks that `bytes` are an update as Yjs writes them and as every Yjs can read: counts that fit what is left, whole
 * UTF-8 and JSON, no struct without length, none that refers to a later one of its own client, every client once,
 * nothing behind the end. Null where not. Linear in the bytes; allocates one object per client and gap.
 */
export function scanUpdate(bytes: Uint8Array, maxClients: number, maxStructs = Number.POSITIVE_INFINITY): ScannedUpdate | null {
  const scan = new UpdateScan(bytes)
  scan.structsLeft = maxStructs
  const runs = scan.readRuns(maxClients)
  const deletes = scan.readDeletes(maxClients)
  return scan.isWhole ? { bytes, runs, deletes } : null
}

/** Where a run can be cut so that it begins at `clock`; the struct that holds `clock` goes with the later part. */
export function cutRun(run: Run, clock: number): { readonly run: Run; readonly isExact: boolean } {
  const scan = new UpdateScan(run.bytes, run.from, run.to)
  let at = run.clock
  let structs = run.structs
  while (structs > 0) {
    const from = scan.reader.position
    const length = scan.skipStruct(run.client, at)
    if (at + length > clock || length === 0) return { run: { ...run, clock: at, structs, from }, isExact: at === clock }
    at += length
    structs -= 1
  }
  return { run: { ...run, clock: at, structs: 0, from: run.to }, isExact: true }
}

/** Walks the structs of an update one by one. */
export class UpdateScan {
  readonly reader: ByteReader
  structsLeft = Number.POSITIVE_INFINITY
  private documents = 0
  private isSkip = false
  /** Told of every struct that an item refers to. */
  onReference: ((client: number, clock: number) => void) | null = null

  constructor(bytes: Uint8Array, from?: number, to?: number) {
    this.reader = new ByteReader(bytes, from, to)
  }

  get isWhole(): boolean {
    return !this.reader.hasFailed && this.reader.remaining === 0
  }

  readRuns(maxRuns: number): Run[] {
    const runs: Run[] = []
    const clients = this.reader.readCount(5)
    const seen = clients > 1 ? new Set<number>() : null
    let previous = Number.POSITIVE_INFINITY
    for (let index = 0; index < clients && !this.reader.hasFailed; index++) {
      const structs = this.reader.readCount(2)
      const client = this.reader.readUint()
      // Yjs sorts downwards; a set is needed only for what other writers order otherwise.
      if (client >= previous && seen?.has(client) === true) this.reader.fail()
      seen?.add(client)
      previous = Math.min(previous, client)
      this.structsLeft -= structs
      if (structs === 0 || this.structsLeft < 0 || runs.length >= maxRuns) this.reader.fail()
      else this.readSection(runs, maxRuns, client, structs)
    }
    return runs
  }

  /** The structs of one client; skips between them part the runs. */
  private readSection(runs: Run[], maxRuns: number, client: number, structs: number): void {
    const { reader } = this
    const { bytes } = reader
    let clock = reader.readUint()
    let first = { clock, from: reader.position, structs: 0 }
    for (let index = 0; index < structs && !reader.hasFailed; index++) {
      const from = reader.position
      const length = this.skipStruct(client, clock)
      if (!this.isSkip) first.structs += 1
      if (this.isSkip || index === structs - 1) {
        const to = this.isSkip ? from : reader.position
        const endClock = this.isSkip ? clock : clock + length
        if (first.structs > 0 && runs.length >= maxRuns) reader.fail()
        else if (first.structs > 0) runs.push({ client, clock: first.clock, endClock, structs: first.structs, bytes, from: first.from, to })
        first = { clock: clock + length, from: reader.position, structs: 0 }
      }
      clock += length
    }
  }

  readDeletes(maxClients: number): Deletes[] {
    const { reader } = this
    const deletes: Deletes[] = []
    const clients = reader.readCount(2)
    if (clients > maxClients) reader.fail()
    for (let index = 0; index < clients && !reader.hasFailed; index++) {
      const client = reader.readUint()
      const count = reader.readCount(2)
      const from = reader.position
      let end = 0
      for (let range = 0; range < count && !reader.hasFailed; range++) {
        const clock = reader.readUint()
        const length = reader.readUint()
        // Yjs keeps deletions that wait for their structs as differences: out of order they would come out wrong.
        if (length === 0 || clock < end || clock + length > Number.MAX_SAFE_INTEGER) reader.fail()
        end = clock + length
      }
      if (count > 0) deletes.push({ client, count, bytes: reader.bytes, from, to: reader.position })
    }
    return deletes
  }

  /** Gives the struct's length in clocks; 0 where it is none. */
  skipStruct(client: number, clock: number): number {
    const { reader } = this
    const info = reader.readByte()
    const kind = info & kindBits
    this.isSkip = kind === kinds.skip
    const isItem = kind !== kinds.gc && kind !== kinds.skip
    if (isItem) this.skipPlace(info, client, clock)
    else if (info !== kind) return reader.fail()
    const length = isItem ? this.skipContent(kind) : reader.readUint()
    if (reader.hasFailed || length === 0 || clock + length > Number.MAX_SAFE_INTEGER) return reader.fail()
    return length
  }

  /** What an item stands beside and in. */
  private skipPlace(info: number, client: number, clock: number): void {
    const { reader } = this
    if ((info & hasOrigin) !== 0) this.skipId(client, clock)
    if ((info & hasRightOrigin) !== 0) this.skipId(client, clock)
    if ((info & (hasOrigin | hasRightOrigin)) !== 0) return
    const parent = reader.readUint()
    if (parent === 1) reader.skipString()
    else if (parent === 0) this.skipId(client, clock)
    else reader.fail()
    if ((info & hasParentKey) !== 0) reader.skipString()
  }

  private skipId(ownClient: number, ownClock: number): void {
    const client = this.reader.readUint()
    const clock = this.reader.readUint()
    if (client === ownClient && clock >= ownClock) this.reader.fail()
    this.onReference?.(client, clock)
  }

  private skipContent(kind: number): number {
    const { reader } = this
    switch (kind) {
      case kinds.deleted:
        return reader.readUint()
      case kinds.json:
        return this.skipEach(() => this.skipOldJson())
      case kinds.binary:
        reader.skipBytes()
        return 1
      case kinds.string:
        return reader.skipString()
      case kinds.embed:
        skipJson(reader)
        return 1
      case kinds.format:
        reader.skipString()
        skipJson(reader)
        return 1
      case kinds.type:
        this.skipType()
        return 1
      case kinds.any:
        return this.skipEach(() => this.skipAny(0))
      case kinds.document:
        this.skipDocument()
        return 1
      default:
        return reader.fail()
    }
  }

  private skipEach(skipOne: () => void): number {
    const count = this.reader.readCount(1)
    for (let index = 0; index < count && !this.reader.hasFailed; index++) skipOne()
    return count
  }

  /** JSON, or the word undefined. */
  private skipOldJson(): void {
    const { reader } = this
    const start = reader.position
    const isUndefined = reader.readByte() === 9 && [...'undefined'].every((letter) => reader.readByte() === letter.charCodeAt(0))
    if (isUndefined || reader.hasFailed) return
    reader.position = start
    skipJson(reader)
  }

  private skipType(): void {
    const type = this.reader.readUint()
    if (type >= typeCount) this.reader.fail()
    else if (type === 3 || type === 5) this.reader.skipString()
  }

  private skipDocument(): void {
    const { reader } = this
    this.documents += 1
    reader.skipString()
    const isObject = reader.bytes[reader.position] === 118
    if (!isObject || this.documents > maxDocuments) reader.fail()
    else this.skipAny(0)
  }

  private skipAny(depth: number): void {
    const { reader } = this
    const type = reader.readByte()
    if (depth > maxDepth) return void reader.fail()
    if (type === 127 || type === 126 || type === 121 || type === 120) return
    if (type === 125) reader.skipInt()
    else if (type === 124) reader.skip(4)
    else if (type === 123 || type === 122) reader.skip(8)
    else if (type === 119) reader.skipString()
    else if (type === 118) this.skipMembers(depth)
    else if (type === 117) this.skipEach(() => this.skipAny(depth + 1))
    else if (type === 116) reader.skipBytes()
    else reader.fail()
  }

  private skipMembers(depth: number): void {
    const count = this.reader.readCount(2)
    for (let index = 0; index < count && !this.reader.hasFailed; index++) {
      this.reader.skipString()
      this.skipAny(depth + 1)
    }
  }
}
