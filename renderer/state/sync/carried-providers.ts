import type { IdFactory, ModelProviderId } from '@shared/ids'
import { modelProviderSchema, type ModelProvider } from '@shared/providers/model-provider'
import type { CommonplaceDb } from '@renderer/db/schema'

/**
 * Adds the providers of keys that have arrived, each once. One that is here already gets the keys that it has not,
 * behind its own, and is not changed otherwise; where the id is taken by another provider, the one that came gets a new
 * one.
 */
export async function addCarriedProviders(db: CommonplaceDb, carried: readonly ModelProvider[], credentialIds: readonly string[], newId: IdFactory): Promise<void> {
  await db.transaction('rw', db.modelProviders, async () => {
    for (const sent of carried) {
      const provider = withKeys(sent, credentialIds)
      if (provider === null) continue
      const here = (await db.modelProviders.toArray()).flatMap((row) => modelProviderSchema.safeParse(row).data ?? [])
      const same = here.find((other) => isSame(other, provider))
      if (same !== undefined) {
        await db.modelProviders.put(withMoreKeys(same, provider))
        continue
      }
      // Also a row that cannot be read has its id.
      const isTaken = (await db.modelProviders.get(provider.id)) !== undefined
      await db.modelProviders.add(isTaken ? { ...provider, id: newId<ModelProviderId>() } : provider)
    }
  })
}

/** In the same place, and the same provider by its id or by a key that both have. */
const isSame = (a: ModelProvider, b: ModelProvider): boolean =>
  a.baseUrl === b.baseUrl && a.api === b.api && (a.id === b.id || keysOf(a).some((key) => keysOf(b).includes(key)))

const keysOf = ({ credentialId, moreCredentialIds }: ModelProvider): readonly string[] => [credentialId, ...moreCredentialIds]

const withMoreKeys = (here: ModelProvider, came: ModelProvider): ModelProvider => ({
  ...here,
  moreCredentialIds: [...new Set([...here.moreCredentialIds, ...keysOf(came)])].filter((key) => key !== here.credentialId),
})

/** The providers that use these keys. */
export async function providersOf(db: CommonplaceDb, credentialIds: readonly string[]): Promise<ModelProvider[]> {
  const providers = (await db.modelProviders.toArray()).flatMap((row) => modelProviderSchema.safeParse(row).data ?? [])
  return providers.flatMap((provider) => {
    const carried = withKeys(provider, credentialIds)
    return carried === null ? [] : [withoutBallast(carried)]
  })
}

/** The provider with those of its keys that go along, the first of them in front; null where none does. */
function withKeys(provider: ModelProvider, credentialIds: readonly string[]): ModelProvider | null {
  const [first, ...more] = keysOf(provider).filter((id) => credentialIds.includes(id))
  return first === undefined ? null : { ...provider, credentialId: first, moreCredentialIds: more }
}

/**
 * What a check finds out again there is not carried: the list of an aggregator alone would fill the message, and what
 * one page may read another need not. A proxy's
 * login stays where it is, and a proxy without its login would only fail.
 */
function withoutBallast({ answersPages: _, ...provider }: ModelProvider): ModelProvider {
  const needsLogin = provider.proxy.kind === 'server' && provider.proxy.loginId !== null
  return {
    ...provider,
    models: provider.models.map(({ listed: _, ...model }) => model),
    ...(needsLogin && { proxy: { kind: 'system' } as const }),
  }
}
