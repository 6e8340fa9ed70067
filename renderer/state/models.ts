import { liveQuery } from 'dexie'
import type { Bridge } from '@shared/bridge/bridge'
import type { Clock } from '@shared/clock'
import type { Failure } from '@shared/errors'
import type { IdFactory } from '@shared/ids'
import type { CheckPorts } from '@shared/providers/check'
import { modelProviderSchema, type CheckOutcome, type ModelProvider } from '@shared/providers/model-provider'
import { fail, ok, type Result } from '@shared/result'
import type { CommonplaceDb } from '@renderer/db/schema'
import type { StorageGuard } from '@renderer/db/storage-guard'
import type { Catalogue } from './catalogue'
import type { ModelChanges } from './model-changes'
import { createChangeable } from './observable'
import type { StoredWay } from './provider-access'
import { unreachableModels, usableModels } from './provider-models'
import type { Models, UsableModel } from './services'

export interface ModelsPorts {
  readonly db: CommonplaceDb
  readonly guard: StorageGuard
  readonly bridge: Bridge
  readonly catalogue: Pick<Catalogue, 'known' | 'factsOf'>
  readonly clock: Clock
  readonly newId: IdFactory
  /** Ports of a check that sends with this credential, in this way. */
  readonly checkPorts: (credentialId: string, signal: AbortSignal, way: StoredWay) => CheckPorts
  /** Called after something worth keeping was stored. */
  readonly onStored: () => void
}

/** Providers and their models; resolves once they are read. */
export async function openModels(ports: ModelsPorts): Promise<Models> {
  const { db, bridge, catalogue } = ports
  const providers = createChangeable<readonly ModelProvider[]>(await readProviders(db))
  const usable = createChangeable<readonly UsableModel[]>([])
  const unreachable = createChangeable<readonly UsableModel[]>([])
  const showModels = (): void => {
    usable.set(usableModels(providers.current(), bridge.surface, catalogue.factsOf))
    unreachable.set(unreachableModels(providers.current(), bridge.surface, catalogue.factsOf))
  }
  const show = (rows: readonly ModelProvider[]): void => {
    providers.set(rows)
    showModels()
  }
  showModels()
  catalogue.known.subscribe(showModels)
  // Other windows change them too.
  liveQuery(() => readProviders(db)).subscribe({ next: show, error: () => undefined })

  const find = (id: ModelProvider['id'] | null): ModelProvider | null =>
    providers.current().find((provider) => provider.id === id) ?? null
  const refresh = async (): Promise<void> => show(await readProviders(db))

  /** In a browser without a network a part of the program may not be had. */
  async function loadChanges(): Promise<Result<ModelChanges, Failure>> {
    try {
      const { createModelChanges } = await import('./model-changes')
      return ok(createModelChanges({ ...ports, find, refresh }))
    } catch (error) {
      return fail({ code: 'offline', stage: 'connect', detail: String(error).slice(0, 500) })
    }
  }
  const checked = async (check: (changes: ModelChanges) => Promise<CheckOutcome>): Promise<CheckOutcome> => {
    const changes = await loadChanges()
    return changes.ok ? check(changes.value) : { kind: 'failed', failure: changes.failure }
  }
  const changed = async <Value>(change: (changes: ModelChanges) => Promise<Result<Value, Failure>>): Promise<Result<Value, Failure>> => {
    const changes = await loadChanges()
    return changes.ok ? change(changes.value) : changes
  }

  return {
    providers,
    usable,
    unreachable,
    check: (...input) => checked((changes) => changes.check(...input)),
    checkKey: (...input) => checked((changes) => changes.checkKey(...input)),
    save: (...input) => changed((changes) => changes.save(...input)),
    setModels: (...input) => changed((changes) => changes.setModels(...input)),
    removeKey: (...input) => changed((changes) => changes.removeKey(...input)),
    remove: (...input) => changed((changes) => changes.remove(...input)),
  }
}

/** A row that cannot be read is left out, not lost: the others are of use. */
async function readProviders(db: CommonplaceDb): Promise<ModelProvider[]> {
  const rows = await db.modelProviders.toArray()
  const providers = rows.flatMap((row) => {
    const parsed = modelProviderSchema.safeParse(row)
    return parsed.success ? [parsed.data] : []
  })
  return providers.sort((left, right) => left.createdAt - right.createdAt)
}
