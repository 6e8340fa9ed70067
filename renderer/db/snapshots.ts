import type { Bridge } from '@shared/bridge/bridge'
import { maxRequestBytes } from '@shared/bridge/contract'
import type { Clock } from '@shared/clock'
import type { Failure } from '@shared/errors'
import type { Result } from '@shared/result'
import * as Y from 'yjs'
import { applyIfReadable } from './doc-store'
import { newestPages } from './newest-pages'
import { fromStored } from './path-reader'
import type { CommonplaceDb } from './schema'

export const snapshotVersion = 1
const pageRows = 500
/** Room is left for the request's own frame. */
const maxSnapshotBytes = maxRequestBytes - 1024 * 1024

export interface SnapshotPorts {
  readonly db: CommonplaceDb
  readonly clock: Clock
  readonly bridge: Pick<Bridge, 'request'>
  readonly locks: Pick<LockManager, 'request'>
}

/**
 * A snapshot as JSON lines: a header, the documents as base64, settings, model providers (keys are not in them),
 * drafts, the history of memory, then messages from the newest back. Where it would grow over what the bridge takes, the oldest messages
 * are left out and the header's count says so.
 */
export async function buildSnapshot(db: CommonplaceDb, clock: Clock): Promise<string> {
  const pages: string[] = []
  let sizeBytes = 0
  const add = (lines: readonly string[]): boolean => {
    const page = lines.map((line) => `${line}\n`).join('')
    const pageBytes = new TextEncoder().encode(page).byteLength
    if (sizeBytes + pageBytes > maxSnapshotBytes) return false
    sizeBytes += pageBytes
    pages.push(page)
    return true
  }
  for (const name of await docNames(db)) add([line('doc', { name, state: toBase64(await docState(db, name)) })])
  add((await db.settings.toArray()).map((row) => line('setting', row)))
  add((await db.modelProviders.toArray()).map((row) => line('model-provider', row)))
  add((await db.drafts.toArray()).map((row) => line('draft', row)))
  for (const page of pagesOf(await db.memoryHistory.toArray())) add(page.map((row) => line('history', row)))
  let messages = 0
  const sessions = new Set<unknown>()
  for await (const page of newestPages(db, pageRows)) {
    const rows = page.map(fromStored)
    if (!add(rows.map((row) => line('message', row)))) break
    messages += rows.length
    for (const row of rows) sessions.add((row as { sessionId?: unknown }).sessionId)
  }
  const header = { version: snapshotVersion, createdAt: clock.now(), messages, sessions: sessions.size }
  return [`${JSON.stringify(header)}\n`, ...pages].join('')
}

function pagesOf<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / pageRows) }, (_, at) => rows.slice(at * pageRows, (at + 1) * pageRows))
}

const line = (kind: string, value: unknown): string => JSON.stringify({ kind, value })

async function docNames(db: CommonplaceDb): Promise<string[]> {
  const names = [...(await db.docSnapshots.toCollection().primaryKeys()), ...(await db.docUpdates.orderBy('docName').uniqueKeys())]
  return [...new Set(names.map(String))]
}

/** The stored state of a document, without opening it. */
export async function docState(db: CommonplaceDb, name: string): Promise<Uint8Array> {
  const [snapshot, updates] = await db.transaction('r', [db.docSnapshots, db.docUpdates], async () => [
    await db.docSnapshots.get(name),
    await db.docUpdates.where('docName').equals(name).sortBy('seq'),
  ] as const)
  const doc = new Y.Doc()
  if (snapshot !== undefined) Y.applyUpdate(doc, snapshot.state)
  for (const { update } of updates) applyIfReadable(doc, update)
  const state = Y.encodeStateAsUpdate(doc)
  doc.destroy()
  return state
}

/** In pieces: a call with a million arguments overflows the stack. */
function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}

/** Writes a snapshot to disk, unless another window is just doing it. */
export function writeSnapshot(ports: SnapshotPorts): Promise<Result<unknown, Failure> | null> {
  return ports.locks.request('snapshots', { ifAvailable: true }, async (lock) => {
    if (lock === null) return null
    return ports.bridge.request('snapshots.write', { lines: await buildSnapshot(ports.db, ports.clock) })
  })
}

export interface SnapshotSchedule {
  /** Something worth a snapshot has changed; `weight` messages of it. */
  changed(weight: number): void
  /** Writes what has changed since the last snapshot; before quitting. */
  flush(): Promise<void>
  stop(): void
}

/** A snapshot after this many messages, or this long after a change. */
export const snapshotAfterMessages = 50
export const snapshotAfterMs = 10 * 60 * 1000

/** Decides when a snapshot is due. A refused one is due again after the next change. */
export function scheduleSnapshots(write: () => Promise<Result<unknown, Failure> | null>): SnapshotSchedule {
  let waiting = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let running: Promise<void> = Promise.resolve()
  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    running = running.then(async () => {
      const weight = waiting
      if (weight === 0) return
      waiting = 0
      const written = await write()
      if (written !== null && !written.ok) waiting += weight
    })
    return running
  }
  return {
    changed(weight) {
      waiting += Math.max(weight, Number.EPSILON)
      if (waiting >= snapshotAfterMessages) void flush()
      else timer ??= setTimeout(() => void flush(), snapshotAfterMs)
    },
    flush,
    stop() {
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
