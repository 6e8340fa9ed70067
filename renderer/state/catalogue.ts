import type { liveQuery } from 'dexie'
import type { Clock } from '@shared/clock'
import type { Failure } from '@shared/errors'
import type { factsOf, ModelOverride } from '@shared/providers/catalogue'
import { emptyTable, type CatalogueTable } from '@shared/providers/catalogue/table'
import { unknownMedia, type ModelFacts, type ModelProvider, type ProviderModel } from '@shared/providers/model-provider'
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

/** Loads the table, and how facts are read from it, beside the page: they are no part of what is drawn first. */
export function openCatalogue(ports: CataloguePorts): Catalogue {
  const { db, guard, clock } = ports
  const known = createChangeable<Known>({ table: emptyTable, overrides: new Map() })
  let look: typeof factsOf = unknownFacts
  const change = (changes: Partial<Known>): void => known.set({ ...known.current(), ...changes })
  const load = async (): Promise<void> => {
    const { loadTable, readOverrides, factsOf: lookUp } = await import('./catalogue-table')
    look = lookUp
    // Other windows fetch tables and set prices too.
    await Promise.all([
      follow(ports.watch, () => loadTable(db), (table) => change({ table })),
      follow(ports.watch, () => readOverrides(db), (overrides) => change({ overrides })),
    ])
  }
  const ready = load().catch(() => undefined)

  return {
    known,
    ready,
    async reload() {
      const { loadTable } = await import('./catalogue-table')
      change({ table: await loadTable(db) })
    },
    factsOf(model, provider) {
      const { table, overrides } = known.current()
      return look(model, provider, table, overrides.get(overrideKey({ modelProviderId: provider.id, modelId: model.id })) ?? null)
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
      change({ overrides })
      return { ok: true, value: null }
    },
  }
}

/** Resolves when it was read for the first time. */
const follow = <Value>(watch: typeof liveQuery, read: () => Promise<Value>, onValue: (value: Value) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const next = (value: Value): void => {
      onValue(value)
      resolve()
    }
    watch(read).subscribe({ next, error: reject })
  })

/** Of a model while nothing is loaded. */
const unknownFacts = ({ id, listed }: ProviderModel): ModelFacts => ({
  modelId: id,
  name: listed?.name ?? id,
  contextTokens: listed?.contextTokens ?? null,
  maxOutputTokens: listed?.maxOutputTokens ?? null,
  takes: listed?.takes ?? unknownMedia,
  callsTools: null,
  reasons: null,
  price: null,
})
