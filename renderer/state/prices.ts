import type { Bridge } from '@shared/bridge/bridge'
import type { Clock } from '@shared/clock'
import type { Failure } from '@shared/errors'
import type { ModelOverride } from '@shared/providers/catalogue'
import type { Result } from '@shared/result'
import type { ModelRef } from '@shared/sessions/message'
import type { CommonplaceDb } from '@renderer/db/schema'
import type { StorageGuard } from '@renderer/db/storage-guard'
import { overrideKey, type Catalogue } from './catalogue'
import type { RefreshOutcome } from './catalogue-refresh'
import type { SettingsStore } from './services'

export interface TableState {
  /** The day of its figures, `YYYY-MM-DD`. */
  readonly asOf: string
  readonly source: 'bundled' | 'refreshed'
}

/** What models cost: the table, and what the person set over it. */
export interface Prices {
  readonly table: () => TableState
  readonly overrideOf: (ref: ModelRef) => ModelOverride | null
  /** null takes it back: the table's again. */
  readonly setOverride: (ref: ModelRef, override: ModelOverride | null) => Promise<Result<null, Failure>>
  /** Fetches the table at once, whatever is set for the daily one. */
  readonly refresh: () => Promise<RefreshOutcome>
  /** Fetches it if that is allowed and a day has passed; null where nothing was asked. */
  readonly refreshDaily: () => Promise<RefreshOutcome | null>
}

export interface PricesPorts {
  readonly db: CommonplaceDb
  readonly guard: StorageGuard
  readonly bridge: Pick<Bridge, 'request'>
  readonly clock: Clock
  readonly settings: Pick<SettingsStore, 'current'>
  readonly catalogue: Catalogue
  readonly isOnline: () => boolean
}

export function createPrices(ports: PricesPorts): Prices {
  const { catalogue, settings, db, clock } = ports

  async function refresh(): Promise<RefreshOutcome> {
    const { refreshCatalogue } = await import('./catalogue-refresh')
    const outcome = await refreshCatalogue(ports, settings.current().catalogueRefresh)
    if (outcome.kind === 'refreshed') await catalogue.reload()
    return outcome
  }

  return {
    table: () => catalogue.known.current().table,
    overrideOf: (ref) => catalogue.known.current().overrides.get(overrideKey(ref)) ?? null,
    setOverride: catalogue.setOverride,
    refresh,
    async refreshDaily() {
      if (!settings.current().catalogueRefresh.isOn || !ports.isOnline()) return null
      const { claimDailyTry } = await import('./catalogue-refresh')
      return (await claimDailyTry(db, clock)) ? refresh() : null
    },
  }
}
