import type { IdFactory, ModelProviderId } from '@shared/ids'
import { modelProviderSchema, type ModelProvider } from '@shared/providers/model-provider'
import type { CommonplaceDb } from '@renderer/db/schema'

/**
 * Adds the providers of keys that have arrived, each once. Nothing that is here is changed: where the id is taken by
 * another provider, the one that came gets a new one.
 */
export async function addCarriedProviders(db: CommonplaceDb, carried: readonly ModelProvider[], credentialIds: readonly string[], newId: IdFactory): Promise<void> {
  await db.transaction('rw', db.modelProviders, async () => {
    for (const provider of carried) {
      if (!credentialIds.includes(provider.credentialId)) continue
      const here = (await db.modelProviders.toArray()).flatMap((row) => modelProviderSchema.safeParse(row).data ?? [])
      if (here.some((other) => isSame(other, provider))) continue
      // Also a row that cannot be read has its id.
      const isTaken = (await db.modelProviders.get(provider.id)) !== undefined
      await db.modelProviders.add(isTaken ? { ...provider, id: newId<ModelProviderId>() } : provider)
    }
  })
}

const isSame = (a: ModelProvider, b: ModelProvider): boolean => a.credentialId === b.credentialId && a.baseUrl === b.baseUrl && a.api === b.api

/** The providers that use these keys. */
export async function providersOf(db: CommonplaceDb, credentialIds: readonly string[]): Promise<ModelProvider[]> {
  const providers = (await db.modelProviders.toArray()).flatMap((row) => modelProviderSchema.safeParse(row).data ?? [])
  return providers.filter(({ credentialId }) => credentialIds.includes(credentialId))
}
