import { liveQuery } from 'dexie'
import type { Bridge } from '@shared/bridge/bridge'
import type { Clock } from '@shared/clock'
import type { Failure } from '@shared/errors'
import type { CredentialId, IdFactory, ModelProviderId } from '@shared/ids'
import { cleanKey, normaliseBaseUrl, urlPrefixesFor } from '@shared/providers/base-url'
import { factsFor } from '@shared/providers/catalogue'
import { modelProviderSchema, plainAccess, type CheckOutcome, type ModelProvider } from '@shared/providers/model-provider'
import type { CheckPorts } from '@shared/providers/check'
import { presets } from '@shared/providers/presets'
import { fail, ok, type Result } from '@shared/result'
import type { CommonplaceDb } from '@renderer/db/schema'
import type { StorageGuard } from '@renderer/db/storage-guard'
import { createChangeable } from './observable'
import type { Models, ProviderInput, UsableModel } from './services'

export interface ModelsPorts {
  readonly db: CommonplaceDb
  readonly guard: StorageGuard
  readonly bridge: Bridge
  readonly clock: Clock
  readonly newId: IdFactory
  /** Ports of a check that sends with this credential. */
  readonly checkPorts: (credentialId: string, signal: AbortSignal) => CheckPorts
  /** Called after something worth keeping was stored. */
  readonly onStored: () => void
}

/** Providers and their models; resolves once they are read. */
export async function openModels(ports: ModelsPorts): Promise<Models> {
  const { db, guard, bridge, clock, newId } = ports
  const providers = createChangeable<readonly ModelProvider[]>(await readProviders(db))
  const usable = createChangeable<readonly UsableModel[]>(usableModels(providers.current()))
  const show = (rows: readonly ModelProvider[]): void => {
    providers.set(rows)
    usable.set(usableModels(rows))
  }
  // Other windows change them too.
  liveQuery(() => readProviders(db)).subscribe({ next: show, error: () => undefined })

  const find = (id: ModelProvider['id'] | null): ModelProvider | null =>
    providers.current().find((provider) => provider.id === id) ?? null

  async function saveCredential(id: string, input: ProviderInput, baseUrl: string): Promise<Result<string, Failure>> {
    const key = input.key === null ? null : cleanKey(input.key)
    const secret = key === '' ? null : key
    const scheme = secret === null && input.key !== null ? 'none' : presets[input.preset].scheme
    if (scheme === 'none' && presets[input.preset].needsKey) return fail({ code: 'no-key', stage: 'bridge' })
    const saved = await bridge.request('credentials.save', {
      id,
      secret,
      urlPrefixes: [...urlPrefixesFor(baseUrl, input.api)],
      scheme,
    })
    return saved.ok ? ok(saved.value.id) : saved
  }

  /** A credential to check with: a passing one for what was typed, the stored one where the key was not typed again. */
  async function credentialForCheck(input: ProviderInput, baseUrl: string): Promise<Result<{ id: string; isPassing: boolean }, Failure>> {
    const existing = find(input.id)
    if (input.key === null && existing !== null) {
      // The stored key goes to the address that it was stored with, and to no other.
      return existing.baseUrl === baseUrl ? ok({ id: existing.credentialId, isPassing: false }) : fail({ code: 'no-key', stage: 'bridge' })
    }
    const saved = await saveCredential(`check-${newId<CredentialId>()}`, { ...input, key: input.key ?? '' }, baseUrl)
    return saved.ok ? ok({ id: saved.value, isPassing: true }) : saved
  }

  return {
    providers,
    usable,

    async check(input, signal) {
      const baseUrl = normaliseBaseUrl(input.baseUrl, input.preset)
      if (!baseUrl.ok) return { kind: 'failed', failure: baseUrl.failure }
      const credential = await credentialForCheck(input, baseUrl.value)
      if (!credential.ok) return { kind: 'failed', failure: credential.failure }
      const checkPorts = ports.checkPorts(credential.value.id, signal)
      const modelsByHand = (find(input.id)?.models ?? []).flatMap((model) => (model.addedByHand ? [model.id] : []))
      const request = { api: input.api, baseUrl: baseUrl.value, modelsByHand }
      try {
        const { checkModelProvider } = await import('@shared/providers/check')
        return await checkModelProvider(request, checkPorts)
      } catch (error) {
        // A check does not throw: this is a bug, or in a browser without a network a part of the program that cannot be had.
        const code = checkPorts.isOnline() ? 'internal' : 'offline'
        return { kind: 'failed', failure: { code, stage: 'connect', detail: String(error).slice(0, 500) } }
      } finally {
        if (credential.value.isPassing) await bridge.request('credentials.remove', { id: credential.value.id })
      }
    },

    async save(input, outcome) {
      const baseUrl = normaliseBaseUrl(input.baseUrl, input.preset)
      if (!baseUrl.ok) return baseUrl
      const existing = find(input.id)
      const credentialId = existing?.credentialId ?? newId<CredentialId>()
      const isKeyTyped = input.key !== null || existing === null
      if (!isKeyTyped && existing.baseUrl !== baseUrl.value) return fail({ code: 'no-key', stage: 'bridge' })
      if (isKeyTyped) {
        const saved = await saveCredential(credentialId, { ...input, key: input.key ?? '' }, baseUrl.value)
        if (!saved.ok) return saved
      }
      const provider: ModelProvider = {
        ...(existing ?? plainAccess),
        id: existing?.id ?? newId<ModelProviderId>(),
        preset: input.preset,
        name: input.name.trim() || presets[input.preset].name,
        baseUrl: baseUrl.value,
        api: input.api,
        credentialId,
        models: modelsAfter(existing, outcome),
        checkedAt: outcome?.kind === 'works' ? clock.now() : (existing?.checkedAt ?? null),
        createdAt: existing?.createdAt ?? clock.now(),
      }
      const written = await guard.write(() => db.modelProviders.put(provider))
      if (!written.ok) return written
      ports.onStored()
      show(await readProviders(db))
      return ok(provider)
    },

    async remove(id) {
      const provider = find(id)
      if (provider === null) return fail({ code: 'not-found', stage: 'store' })
      const removed = await bridge.request('credentials.remove', { id: provider.credentialId })
      if (!removed.ok) return removed
      const written = await guard.write(() => db.modelProviders.delete(id))
      if (!written.ok) return written
      show(await readProviders(db))
      return ok(null)
    },
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

const usableModels = (providers: readonly ModelProvider[]): UsableModel[] =>
  providers.flatMap((provider) =>
    provider.models.map(({ id }) => ({
      ref: { modelProviderId: provider.id, modelId: id },
      provider,
      facts: factsFor(id, provider.preset, provider.baseUrl),
    })),
  )

function modelsAfter(existing: ModelProvider | null, outcome: CheckOutcome | null): ModelProvider['models'] {
  if (outcome?.kind !== 'works') return existing?.models ?? []
  const byHand = (existing?.models ?? []).filter((model) => model.addedByHand)
  const listed = outcome.models.filter((id) => !byHand.some((model) => model.id === id))
  return [...byHand, ...listed.map((id) => ({ id, addedByHand: false }))]
}
