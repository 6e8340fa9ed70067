import { catalogueAddress, publicCatalogueUrl } from '@shared/bridge/catalogue-fetch'
import type { Bridge } from '@shared/bridge/bridge'
import type { Clock } from '@shared/clock'
import type { Failure } from '@shared/errors'
import { bundledTable } from '@shared/providers/catalogue/bundled'
import type { TableFault } from '@shared/providers/catalogue/check-table'
import { readTableFile } from '@shared/providers/catalogue/read-file'
import { modelsOf } from '@shared/providers/catalogue/table'
import type { Settings } from '@shared/settings'
import type { CommonplaceDb } from '@renderer/db/schema'
import type { StorageGuard } from '@renderer/db/storage-guard'
import { storeTable } from './catalogue-table'

const dayMs = 24 * 60 * 60 * 1000

export type RefreshOutcome =
  | { readonly kind: 'refreshed'; readonly models: number }
  /** The file came and is not trusted; the table before it is used on. */
  | { readonly kind: 'refused'; readonly fault: TableFault }
  | { readonly kind: 'failed'; readonly failure: Failure }

export interface RefreshPorts {
  readonly db: CommonplaceDb
  readonly guard: StorageGuard
  readonly bridge: Pick<Bridge, 'request'>
  readonly clock: Clock
}

const triedKey = 'tried'

/** Fetches the table now and stores it, if it can be trusted. */
export async function refreshCatalogue({ db, guard, bridge, clock }: RefreshPorts, settings: Settings['catalogueRefresh']): Promise<RefreshOutcome> {
  const address = settings.address === null ? publicCatalogueUrl : catalogueAddress(settings.address)
  if (address === null) return { kind: 'failed', failure: { code: 'url-not-allowed', stage: 'bridge' } }
  const answer = await bridge.request('catalogue.fetch', { url: address })
  if (!answer.ok) return { kind: 'failed', failure: answer.failure }
  const now = clock.now()
  const table = readTableFile(answer.value.text, new Date(now).toISOString().slice(0, 10), bundledTable)
  if (!table.ok) return { kind: 'refused', fault: table.failure }
  const written = await guard.write(() => storeTable(db, { address, fetchedAt: now, table: table.value }))
  return written.ok ? { kind: 'refreshed', models: modelsOf(table.value).length } : { kind: 'failed', failure: written.failure }
}

/** Whether a day has passed since the last try, here or in another window; counts as a try from now on. */
export function claimDailyTry(db: CommonplaceDb, clock: Clock): Promise<boolean> {
  return db.transaction('rw', db.catalogue, async () => {
    const last = (await db.catalogue.get(triedKey))?.value
    const now = clock.now()
    // A clock that was put back does not keep the table old for ever.
    if (typeof last === 'number' && now - last < dayMs && now >= last) return false
    await db.catalogue.put({ key: triedKey, value: now })
    return true
  })
}
