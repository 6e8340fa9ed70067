import * as Y from 'yjs'
import type { Bridge } from '@shared/bridge/bridge'
import type { Clock } from '@shared/clock'
import type { Failure } from '@shared/errors'
import type { Eraser } from '@shared/memory/history/eraser'
import { ok, type Result } from '@shared/result'
import { textInBytes } from './erase'
import type { CommonplaceDb } from './schema'
import { buildSnapshot } from './snapshots'

export interface EraseSnapshotPorts {
  readonly db: CommonplaceDb
  readonly clock: Clock
  readonly bridge: Pick<Bridge, 'request'>
  readonly locks: Pick<LockManager, 'request'>
}

/** How many of the snapshots on disk say it; one that cannot be read counts. */
export async function findSnapshots(eraser: Eraser, bridge: EraseSnapshotPorts['bridge']): Promise<Result<readonly string[], Failure>> {
  const listed = await bridge.request('snapshots.list', {})
  if (!listed.ok) return listed
  const found: string[] = []
  for (const { id } of listed.value) {
    const lines = await bridge.request('snapshots.read', { id })
    if (!lines.ok || snapshotSays(lines.value, eraser)) found.push(id)
  }
  return ok(found)
}

/** Writes a snapshot of what is left, and then removes those that say it: there is always one to come back to. */
export async function eraseSnapshots(eraser: Eraser, ports: EraseSnapshotPorts): Promise<Result<null, Failure>> {
  return ports.locks.request('snapshots', {}, async (): Promise<Result<null, Failure>> => {
    const found = await findSnapshots(eraser, ports.bridge)
    if (!found.ok) return found
    if (found.value.length === 0) return ok(null)
    const written = await ports.bridge.request('snapshots.write', { lines: await buildSnapshot(ports.db, ports.clock) })
    if (!written.ok) return written
    for (const id of found.value) {
      const removed = await ports.bridge.request('snapshots.remove', { id })
      if (!removed.ok) return removed
    }
    return ok(null)
  })
}

const snapshotSays = (lines: string, eraser: Eraser): boolean => lines.split('\n').some((line) => line !== '' && lineSays(line, eraser))

function lineSays(line: string, eraser: Eraser): boolean {
  const parsed = parseJson(line)
  if (parsed === null) return eraser.occursIn(line)
  if (parsed.kind === 'doc') return docSays(String((parsed.value as { state?: unknown } | null)?.state), eraser)
  return eraser.eraseDeep(parsed.value) !== parsed.value
}

function parseJson(line: string): { kind?: unknown; value?: unknown } | null {
  try {
    return JSON.parse(line) as { kind?: unknown; value?: unknown } | null
  } catch {
    return null
  }
}

/** The maps of the memory and the index document: words that were typed one by one stand together only once they are read. */
const docMaps = ['sections', 'entries', 'rules', 'meta', 'sessions']

function docSays(base64: string, eraser: Eraser): boolean {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    if (textInBytes(bytes, eraser)) return true
    const doc = new Y.Doc()
    Y.applyUpdate(doc, bytes)
    const says = docMaps.some((name) => {
      const content: unknown = doc.getMap(name).toJSON()
      return eraser.eraseDeep(content) !== content
    })
    doc.destroy()
    return says
  } catch {
    return true
  }
}
