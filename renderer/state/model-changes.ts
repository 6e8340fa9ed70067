import type { Bridge } from '@shared/bridge/bridge'
import type { Failure } from '@shared/errors'
import type { CredentialId, ModelProviderId } from '@shared/ids'
import { cleanKey, normaliseBaseUrl } from '@shared/providers/base-url'
import type { CheckInput } from '@shared/providers/check'
import type { CheckOutcome, ModelProvider } from '@shared/providers/model-provider'
import { presets } from '@shared/providers/presets'
import { fail, ok, type Result } from '@shared/result'
import type { ModelsPorts } from './models'
import { forgetLoginOf, isSamePlace, removeKeys, storeFurtherKeys, storeKey, storeWay, type StoredWay } from './provider-access'
import { byHandOf, modelsAfter } from './provider-models'
import { forgetProxyLogin } from './proxy-draft'
import type { Models, ProviderInput } from './services'

export type ModelChanges = Omit<Models, 'providers' | 'usable' | 'unreachable'>

export interface ModelChangePorts extends ModelsPorts {
  readonly find: (id: ModelProvider['id'] | null) => ModelProvider | null
  /** Reads the stored rows anew and shows them. */
  readonly refresh: () => Promise<void>
}

/** Checking, storing and removing providers. Apart from reading them, which every start needs. */
export function createModelChanges(ports: ModelChangePorts): ModelChanges {
  const { db, guard, bridge, clock, newId, find, refresh } = ports
  const access = { bridge, newId }

  /** A key to check with: a passing one for what was typed, the stored one where it was not typed again. */
  async function keyForCheck(input: ProviderInput, baseUrl: string): Promise<Result<{ id: string; isPassing: boolean }, Failure>> {
    const existing = find(input.id)
    if (input.key === null && existing !== null) {
      // The stored key goes to the address that it was stored with, and to no other.
      return isSamePlace(existing, { ...input, baseUrl }) ? ok({ id: existing.credentialId, isPassing: false }) : fail({ code: 'no-key', stage: 'bridge' })
    }
    const saved = await storeKey(bridge, `check-${newId<CredentialId>()}`, input.key ?? '', input, baseUrl)
    return saved.ok ? ok({ id: saved.value, isPassing: true }) : saved
  }

  async function runCheck(request: CheckInput, credentialId: string, way: StoredWay, signal: AbortSignal): Promise<CheckOutcome> {
    const checkPorts = ports.checkPorts(credentialId, signal, way)
    try {
      const { checkModelProvider } = await import('@shared/providers/check')
      return await checkModelProvider(request, checkPorts)
    } catch (error) {
      // A check does not throw: this is a bug, or in a browser without a network a part of the program that cannot be had.
      const code = checkPorts.isOnline() ? 'internal' : 'offline'
      return { kind: 'failed', failure: { code, stage: 'connect', detail: String(error).slice(0, 500) } }
    }
  }

  /** Each further key that was typed, with the model that the first one was answered by. */
  async function checkFurther(input: ProviderInput, request: CheckInput, way: StoredWay, first: CheckOutcome, signal: AbortSignal): Promise<CheckOutcome> {
    if (first.kind === 'failed') return first
    for (const typed of input.access?.addedKeys ?? []) {
      const key = cleanKey(typed)
      if (key === '') continue
      const saved = await storeKey(bridge, `check-${newId<CredentialId>()}`, key, input, request.baseUrl)
      if (!saved.ok) return failedCheck(saved.failure)
      const outcome = await runCheck({ ...request, modelsByHand: [first.usedModel] }, saved.value, way, signal)
      await removeKeys(bridge, [saved.value])
      if (outcome.kind === 'failed') return key.length < 16 ? outcome : { ...outcome, keyHint: key.slice(-4) }
    }
    return first
  }

  async function write(provider: ModelProvider): Promise<Result<ModelProvider, Failure>> {
    const written = await guard.write(() => db.modelProviders.put(provider))
    if (!written.ok) return written
    ports.onStored()
    await refresh()
    return ok(provider)
  }

  return {
    async check(input, signal) {
      const existing = find(input.id)
      const baseUrl = normaliseBaseUrl(input.baseUrl, input.preset, input.api)
      if (!baseUrl.ok) return failedCheck(baseUrl.failure)
      const key = await keyForCheck(input, baseUrl.value)
      if (!key.ok) return failedCheck(key.failure)
      const stored = await storeWay(access, input, existing)
      try {
        if (!stored.ok) return failedCheck(stored.failure)
        const modelsByHand = input.access?.modelsByHand ?? byHandOf(existing?.models ?? [])
        const request = { preset: input.preset, api: input.api, baseUrl: baseUrl.value, modelsByHand }
        const first = await runCheck(request, key.value.id, stored.value.way, signal)
        return await checkFurther(input, request, stored.value.way, first, signal)
      } finally {
        if (key.value.isPassing) await removeKeys(bridge, [key.value.id])
        if (stored.ok && stored.value.newLoginId !== null) await forgetProxyLogin(bridge, stored.value.newLoginId)
      }
    },

    async checkKey(id, credentialId, signal) {
      const provider = find(id)
      if (provider === null) return failedCheck({ code: 'not-found', stage: 'store' })
      const { preset, api, baseUrl } = provider
      return runCheck({ preset, api, baseUrl, modelsByHand: byHandOf(provider.models) }, credentialId, provider, signal)
    },

    async save(input, outcome) {
      const baseUrl = normaliseBaseUrl(input.baseUrl, input.preset, input.api)
      if (!baseUrl.ok) return baseUrl
      const existing = find(input.id)
      const isMoved = existing !== null && !isSamePlace(existing, { ...input, baseUrl: baseUrl.value })
      const kept = input.access?.keptKeyIds ?? (isMoved ? [] : (existing?.moreCredentialIds ?? []))
      if (isMoved && (input.key === null || kept.length > 0)) return fail({ code: 'no-key', stage: 'bridge' })
      const credentialId = existing?.credentialId ?? newId<CredentialId>()
      if (input.key !== null || existing === null) {
        const saved = await storeKey(bridge, credentialId, input.key ?? '', input, baseUrl.value)
        if (!saved.ok) return saved
      }
      const added = await storeFurtherKeys(access, input, baseUrl.value)
      if (!added.ok) return added
      const stored = await storeWay(access, input, existing)
      if (!stored.ok) return stored
      const provider: ModelProvider = {
        ...stored.value.way,
        id: existing?.id ?? newId<ModelProviderId>(),
        preset: input.preset,
        name: input.name.trim() || presets[input.preset].name,
        baseUrl: baseUrl.value,
        api: input.api,
        credentialId,
        moreCredentialIds: [...kept, ...added.value],
        models: modelsAfter(existing?.models ?? [], outcome, input.access?.modelsByHand ?? byHandOf(existing?.models ?? [])),
        ...pagesAfter(isMoved ? null : existing, outcome, bridge.surface),
        checkedAt: outcome?.kind === 'works' ? clock.now() : (existing?.checkedAt ?? null),
        createdAt: existing?.createdAt ?? clock.now(),
      }
      const written = await write(provider)
      if (!written.ok) await removeKeys(bridge, existing === null ? [credentialId, ...added.value] : added.value)
      else if (existing !== null) await tidyAfter(existing, provider)
      return written
    },

    async setModels(id, models) {
      const provider = find(id)
      return provider === null ? fail({ code: 'not-found', stage: 'store' }) : write({ ...provider, models: [...models] })
    },

    async removeKey(id, credentialId) {
      const provider = find(id)
      const [first, ...others] = provider === null ? [] : [provider.credentialId, ...provider.moreCredentialIds].filter((key) => key !== credentialId)
      // The last key is not taken away: what would be left could not be called.
      if (provider === null || first === undefined) return fail({ code: 'not-found', stage: 'store' })
      const written = await write({ ...provider, credentialId: first, moreCredentialIds: others })
      if (written.ok) await tidyAfter(provider, written.value)
      return written
    },

    async remove(id) {
      const provider = find(id)
      if (provider === null) return fail({ code: 'not-found', stage: 'store' })
      for (const key of [...provider.moreCredentialIds, provider.credentialId]) {
        const removed = await bridge.request('credentials.remove', { id: key })
        if (!removed.ok) return removed
      }
      await forgetLoginOf(bridge, provider.proxy, null)
      const written = await guard.write(() => db.modelProviders.delete(id))
      if (!written.ok) return written
      await refresh()
      return ok(null)
    },
  }

  /** Keys and logins that the provider has no more leave the vault. */
  async function tidyAfter(before: ModelProvider, now: ModelProvider): Promise<void> {
    const inUse = [now.credentialId, ...now.moreCredentialIds]
    await removeKeys(bridge, [before.credentialId, ...before.moreCredentialIds].filter((key) => !inUse.includes(key)))
    await forgetLoginOf(bridge, before.proxy, now.proxy)
  }
}

/**
 * What a browser's check tells of pages. What worked once is not taken back: a service in trouble, or one that hides its
 * refusals from pages, looks the same as one that takes no call from them.
 */
function pagesAfter(before: ModelProvider | null, outcome: CheckOutcome | null, surface: Bridge['surface']): Pick<ModelProvider, 'answersPages'> {
  const isSeen = surface === 'browser' && before?.answersPages !== true
  if (isSeen && outcome?.kind === 'works') return { answersPages: true }
  if (isSeen && outcome?.kind === 'failed' && outcome.refusesPages === true) return { answersPages: false }
  return before?.answersPages === undefined ? {} : { answersPages: before.answersPages }
}

const failedCheck = (failure: Failure): CheckOutcome => ({ kind: 'failed', failure })
