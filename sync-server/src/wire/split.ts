import { planMerge, writePlan, type Plan } from './merge'
import { scanUpdate, UpdateScan, type Run } from './scan-update'

interface NextStruct {
  readonly references: readonly (readonly [client: number, clock: number])[]
  readonly length: number
  readonly to: number
}

/** Where one run has been given out to: everything before `from`. */
interface Place {
  readonly clock: number
  readonly from: number
  /** Structs that are left. */
  readonly structs: number
}

interface Cursor {
  readonly run: Run
  readonly scan: UpdateScan
  at: Place
  /** Where the part begins that is being filled. */
  start: Place
  next: NextStruct | null
}

/**
 * A large update as several, each of about `maxBytes` where single structs allow it, every struct behind those that it
 * refers to: a reader that takes them in order never has to keep one waiting. The deletions come with the last.
 */
export function splitPlan(plan: Plan, maxBytes: number): readonly Plan[] {
  if (plan.byteLength <= maxBytes) return [plan]
  const bytes = writePlan(plan)
  const update = scanUpdate(bytes, Number.MAX_SAFE_INTEGER)
  if (update === null) return [plan]
  const parts = splitRuns(update.runs, maxBytes)
  return parts.flatMap((runs, index) => planMerge([{ runs, deletes: index === parts.length - 1 ? update.deletes : [] }]))
}

function splitRuns(runs: readonly Run[], maxBytes: number): readonly (readonly Run[])[] {
  const cursors = runs.map(cursorOf)
  const givenOut = new Map<number, number>()
  for (const { client, clock } of runs) if (!givenOut.has(client)) givenOut.set(client, clock)
  /** Cursors by the client whose structs they wait for. */
  const waiting = new Map<number, Cursor[]>()
  const ready = [...cursors]
  const parts: Run[][] = []
  let size = 0
  const take = (cursor: Cursor): void => {
    const { client } = cursor.run
    size += step(cursor)
    givenOut.set(client, Math.max(givenOut.get(client) ?? 0, cursor.at.clock))
    ready.push(...(waiting.get(client) ?? []))
    waiting.delete(client)
    if (size < maxBytes) return
    parts.push(cutPart(cursors))
    size = 0
  }
  for (let cursor = ready.pop(); cursor !== undefined; cursor = ready.pop() ?? firstWaiting(waiting, take)) {
    let missing = missingOf(cursor, givenOut)
    while (cursor.at.structs > 0 && missing === null) {
      take(cursor)
      missing = missingOf(cursor, givenOut)
    }
    if (missing === null) continue
    const others = waiting.get(missing)
    if (others === undefined) waiting.set(missing, [cursor])
    else others.push(cursor)
  }
  const last = cutPart(cursors)
  return last.length > 0 || parts.length === 0 ? [...parts, last] : parts
}

/** What refers to structs that nobody has cannot be waited for: one of it is given out all the same. */
function firstWaiting(waiting: Map<number, Cursor[]>, take: (cursor: Cursor) => void): Cursor | undefined {
  const [first] = waiting
  if (first === undefined) return undefined
  const [client, [cursor, ...others]] = first
  if (others.length === 0) waiting.delete(client)
  else waiting.set(client, others)
  if (cursor !== undefined) take(cursor)
  return cursor
}

function cursorOf(run: Run): Cursor {
  const { clock, from, structs } = run
  const at = { clock, from, structs }
  return { run, scan: new UpdateScan(run.bytes, from, run.to), at, start: at, next: null }
}

/** The client whose structs are to come first; null for none. Those that are not in the update are the reader's own, or nobody's. */
function missingOf(cursor: Cursor, givenOut: ReadonlyMap<number, number>): number | null {
  if (cursor.at.structs === 0) return null
  cursor.next ??= look(cursor)
  const missing = cursor.next.references.find(
    ([client, clock]) => client !== cursor.run.client && (givenOut.get(client) ?? Number.POSITIVE_INFINITY) <= clock,
  )
  return missing?.[0] ?? null
}

function look({ scan, run, at }: Cursor): NextStruct {
  const references: [number, number][] = []
  scan.onReference = (client, clock) => void references.push([client, clock])
  const length = scan.skipStruct(run.client, at.clock)
  return { references, length, to: scan.reader.position }
}

/** Gives the bytes of the struct. */
function step(cursor: Cursor): number {
  const { at } = cursor
  const { length, to } = cursor.next ?? look(cursor)
  cursor.at = { clock: at.clock + length, from: to, structs: at.structs - 1 }
  cursor.next = null
  return to - at.from
}

/** What was given out since the last part. */
function cutPart(cursors: readonly Cursor[]): Run[] {
  const runs: Run[] = []
  for (const cursor of cursors) {
    const { run, start, at } = cursor
    if (at.structs < start.structs) runs.push({ ...run, clock: start.clock, endClock: at.clock, structs: start.structs - at.structs, from: start.from, to: at.from })
    cursor.start = at
  }
  return runs
}
