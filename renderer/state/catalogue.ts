import type { liveQuery } from 'dexie'
import type { Clock } from '@shared/clock'
import type { Failure } from '@shared/errors'
import { factsOf, type ModelOverride } from '@shared/providers/catalogue'
import { emptyTable, type CatalogueTable } from '@shared/providers/catalogue/table'
import type { ModelFacts, ModelProvider, ProviderModel } from '@shared/providers/model-provider'
import type { Result } from '@shared/result'
import type { ModelRef } from '@shared/sessions/message'
import type { CommonplaceDb } from '@renderer/db/schema'
import type { StorageGuard } from '@renderer/db/storage-guard'
import { createChangeable } from './observable'
import type { Observable } from './services'

export interface CataloguePorts {
  readonly db: CommonplaceDb
  readonly guard: StorageGuard
  readonly clock: Clock
  readonly watch: typeof liveQuery
}

/** What is known of models, and what the person set themselves. Facts are unknown until the table is there. */
export interface Catalogue {
  /** A new value whenever facts may have changed. */
  readonly known: Observable<Known>
  /** Resolves when the table is there, or cannot be had: the app goes on without it. */
  readonly ready: Promise<void>
  readonly factsOf: (model: ProviderModel, provider: ModelProvider) => ModelFacts
  /** null for the table's. */
  readonly setOverride: (ref: ModelRef, override: ModelOverride | null) => Promise<Result<null, Failure>>
  /** Reads the stored table again, after one was fetched. */
  readonly reload: () => Promise<void>
}

interface Known {
  readonly table: CatalogueTable
  readonly overrides: ReadonlyMap<string, ModelOverride>
}

/** The key of a model's row. A provider's id has no slash in it; a model's may. */
export const overrideKey = ({ modelProviderId, modelId }: ModelRef): string => `${modelProviderId}/${modelId}`

/** Loads the table beside the page: it is no part of what is drawn first. */
export function openCatalogue(ports: CataloguePorts): Catalogue {
  const { db, guard, clock, watch } = ports
  const known = createChangeable<Known>({ table: emptyTable, overrides: new Map() })
  const reload = async (): Promise<void> => {
    const { loadTable, readOverrides } = await import('./catalogue-table')
    const [table, overrides] = await Promise.all([loadTable(db), readOverrides(db)])
    known.set({ table, overrides })
  }
  const loaded = reload()
  const ready = loaded.catch(() => undefined)
  // Other windows change them too. Without the table there is nothing to change.
  void loaded.then(
    async () => {
      const { readOverrides } = await import('./catalogue-table')
      watch(() => readOverrides(db)).subscribe({ next: (overrides) => known.set({ ...known.current(), overrides }), error: () => undefined })
    },
    () => undefined,
  )

  return {
    known,
    ready,
    reload,
    factsOf(model, provider) {
      const { table, overrides } = known.current()
      return factsOf(model, provider, table, overrides.get(overrideKey({ modelProviderId: provider.id, modelId: model.id })) ?? null)
    },
    async setOverride(ref, override) {
      const key = overrideKey(ref)
      const written = await guard.write(async () => {
        if (override === null) await db.modelOverrides.delete(key)
        else await db.modelOverrides.put({ key, value: { ...override, setAt: clock.now() } })
      })
      if (!written.ok) return written
      const overrides = new Map(known.current().overrides)
      if (override === null) overrides.delete(key)
      else overrides.set(key, override)
      known.set({ ...known.current(), overrides })
      return { ok: true, value: null }
    },
  }
}
