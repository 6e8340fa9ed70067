import type { Bridge } from '@shared/bridge/bridge'
import { CommonplaceDb, databaseName, schemaVersions, type DatabaseOptions, type SchemaVersion } from './schema'

/**
 * How the database opened. `recovery` never leads to the first-run screen: a person whose data cannot be seen is
 * told so, and nothing is written before they chose. Its `db` is there where it is empty and can take a snapshot.
 */
export type OpenOutcome =
  | { readonly kind: 'fresh'; readonly db: CommonplaceDb }
  | { readonly kind: 'ready'; readonly db: CommonplaceDb }
  | { readonly kind: 'recovery'; readonly reason: RecoveryReason; readonly detail: string; readonly db: CommonplaceDb | null }

export type RecoveryReason =
  /** The profile had data, and there is none. */
  | 'empty'
  /** The browser says that it had to throw the database away. */
  | 'data-loss'
  /** Written by a newer version of the app; nothing is touched. */
  | 'newer'
  | 'open-failed'

export interface OpenPorts {
  readonly bridge: Pick<Bridge, 'request'>
  readonly indexedDB?: IDBFactory
  readonly IDBKeyRange?: typeof IDBKeyRange
  readonly name?: string
  readonly versions?: readonly SchemaVersion[]
}

/** Dexie multiplies its versions by ten. */
const nativeFactor = 10

/** Opens the database, or says why the Recovery screen has to be shown. Never throws. */
export async function openDatabase(ports: OpenPorts): Promise<OpenOutcome> {
  const { bridge, name = databaseName, versions = schemaVersions } = ports
  const factory = ports.indexedDB ?? indexedDB
  const marker = await bridge.request('profile.status', {})
  // Where nobody can say whether there was data, the careful answer is yes.
  const hadData = !marker.ok || marker.value.hasMarker
  const found = await probe(factory, name).catch((error: unknown) => ({ kind: 'failed', detail: String(error) }) as const)
  if (found.kind === 'failed') return recovery('open-failed', found.detail, null)
  const newest = Math.max(...versions.map(({ version }) => version)) * nativeFactor
  // Dexie itself opens a database of a newer schema and would write into it.
  if (found.kind === 'present' && Math.floor(found.version / nativeFactor) * nativeFactor > newest) {
    return recovery('newer', `${found.version / nativeFactor} > ${newest / nativeFactor}`, null)
  }
  const options = { ...ports, indexedDB: factory } as DatabaseOptions
  const db = new CommonplaceDb(name, pickOptions(options), versions)
  try {
    await db.open()
    if (await hasData(db)) return { kind: 'ready', db }
    if (found.kind === 'missing' && found.dataLoss !== null) return recovery('data-loss', found.dataLoss, db)
    return hadData ? recovery('empty', '', db) : { kind: 'fresh', db }
  } catch (error) {
    db.close()
    return recovery('open-failed', String(error), null)
  }
}

const recovery = (reason: RecoveryReason, detail: string, db: CommonplaceDb | null): OpenOutcome => ({
  kind: 'recovery',
  reason,
  detail: detail.slice(0, 2000),
  db,
})

const pickOptions = ({ indexedDB, IDBKeyRange }: DatabaseOptions): DatabaseOptions => ({
  ...(indexedDB !== undefined && { indexedDB }),
  ...(IDBKeyRange !== undefined && { IDBKeyRange }),
})

/** Whether a person would miss anything of what is in it. */
async function hasData(db: CommonplaceDb): Promise<boolean> {
  for (const table of [db.messages, db.docSnapshots, db.docUpdates, db.modelProviders]) {
    if ((await table.limit(1).count()) > 0) return true
  }
  return false
}

type Probe =
  | { readonly kind: 'missing'; readonly dataLoss: string | null }
  | { readonly kind: 'present'; readonly version: number }
  | { readonly kind: 'failed'; readonly detail: string }

/** Looks at the database without creating or upgrading it. */
function probe(factory: IDBFactory, name: string): Promise<Probe> {
  return new Promise((resolve) => {
    let dataLoss: string | null = null
    let isMissing = false
    const request = factory.open(name)
    request.onupgradeneeded = (event) => {
      // Opening without a version upgrades only where there is nothing: leave it so.
      isMissing = true
      dataLoss = lossOf(event)
      request.transaction?.abort()
    }
    request.onsuccess = () => {
      const { version } = request.result
      request.result.close()
      resolve({ kind: 'present', version })
    }
    request.onerror = (event) => {
      event.preventDefault()
      resolve(isMissing ? { kind: 'missing', dataLoss } : { kind: 'failed', detail: String(request.error) })
    }
  })
}

/** Chromium tells on the event that it had to delete a damaged database. */
function lossOf(event: IDBVersionChangeEvent): string | null {
  const { dataLoss, dataLossMessage } = event as { dataLoss?: unknown; dataLossMessage?: unknown }
  return dataLoss === 'total' ? String(dataLossMessage ?? '') : null
}

/** Puts the marker "this profile has data" once per window; called after the first thing worth keeping was written. */
export function createProfileMarker(bridge: Pick<Bridge, 'request'>): () => void {
  let state: 'none' | 'asking' | 'set' = 'none'
  return () => {
    if (state !== 'none') return
    state = 'asking'
    void bridge.request('profile.mark', {}).then((marked) => {
      state = marked.ok ? 'set' : 'none'
    })
  }
}
