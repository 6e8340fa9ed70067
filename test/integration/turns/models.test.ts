import { liveQuery } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Bridge } from '@shared/bridge/bridge'
import { factsFor } from '@shared/providers/catalogue'
import { plainAccess, type ModelProvider } from '@shared/providers/model-provider'
import { ok } from '@shared/result'
import { CommonplaceDb } from '@renderer/db/schema'
import { createStorageGuard } from '@renderer/db/storage-guard'
import { createCredentialedFetch } from '@renderer/state/credentialed-fetch'
import { openCatalogue } from '@renderer/state/catalogue'
import { openModels } from '@renderer/state/models'
import { offeredModels, unreachableModels, usableModels } from '@renderer/state/provider-models'
import { emptyProxyDraft } from '@renderer/state/proxy-draft'
import type { ProviderAccess, ProviderInput, UsableModel } from '@renderer/state/services'
import { startEmulator, type Emulator } from '../../emulator/server'
import { newId } from '../../helpers/storage'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ key: 'demo-key', tokensPerSecond: null })
})
afterEach(() => emulator.clear())
afterAll(() => emulator.close())

let secrets: Map<string, string>
beforeEach(() => (secrets = new Map()))

/** A bridge that keeps keys in a map and sends them; everything else the models do not ask for. */
function keepingBridge(): Bridge {
  const request = async (name: string, input: Record<string, unknown>) => {
    const id = String(input['id'])
    if (name === 'credentials.save') {
      secrets.set(id, String(input['secret'] ?? ''))
      return ok({ ...input, hasKey: input['secret'] !== null, hint: null })
    }
    if (name === 'credentials.remove') secrets.delete(id)
    return ok(null)
  }
  const fetchWithCredential: Bridge['fetchWithCredential'] = ({ credentialId, url, method, headers, body }, signal) => {
    const sent = new Headers(headers)
    sent.set('authorization', `Bearer ${secrets.get(credentialId) ?? ''}`)
    return fetch(url, { method, headers: sent, body: body === null ? null : new Uint8Array(body), signal })
  }
  return { surface: 'desktop', request, fetchWithCredential, onEvent: () => () => undefined, readyToQuit: () => undefined } as unknown as Bridge
}

async function openedModels() {
  const bridge = keepingBridge()
  const db = new CommonplaceDb('commonplace', { indexedDB: new IDBFactory(), IDBKeyRange })
  const clock = { now: () => Date.now() }
  const guard = createStorageGuard()
  return openModels({
    db,
    guard,
    catalogue: openCatalogue({ db, guard, clock, watch: liveQuery }),
    bridge,
    clock,
    newId,
    checkPorts: (credentialId, signal, way) => ({
      fetch: createCredentialedFetch(bridge, credentialId, way),
      readFile: async () => null,
      signal,
      idleTimeoutMs: 5000,
      clock,
      isOnline: () => true,
    }),
    onStored: () => undefined,
  })
}

const typed = (change: Partial<ProviderInput> = {}): ProviderInput => ({
  id: null,
  preset: 'compatible',
  name: '',
  baseUrl: `${emulator.url}/v1/chat/completions `,
  api: 'openai-chat',
  key: ' demo-key\n',
  ...change,
})
const once = () => AbortSignal.timeout(5000)

test('a pasted key and address are cleaned, checked and stored; every listed model can be used', async () => {
  const models = await openedModels()
  const outcome = await models.check(typed(), once())
  expect(outcome.kind).toBe('works')
  expect(secrets.size).toBe(0)
  const saved = await models.save(typed(), outcome)
  expect(saved.ok && [saved.value.baseUrl, secrets.get(saved.value.credentialId)]).toEqual([`${emulator.url}/v1`, 'demo-key'])
  expect(models.usable.current().map(({ ref }) => ref.modelId)).toContain('demo-small')
})

test('a refused key says so, and a failed check keeps nothing', async () => {
  const models = await openedModels()
  const outcome = await models.check(typed({ key: 'wrong' }), once())
  expect(outcome.kind === 'failed' && outcome.failure.code).toBe('key-rejected')
  expect([secrets.size, models.providers.current().length]).toEqual([0, 0])
})

test('SEC-2 a stored key never goes to another address: changing it asks for the key again', async () => {
  const models = await openedModels()
  const saved = await models.save(typed(), null)
  if (!saved.ok) throw new Error(saved.failure.code)
  const moved = typed({ id: saved.value.id, key: null, baseUrl: 'https://elsewhere.example/v1' })
  const checked = await models.check(moved, once())
  expect(checked.kind === 'failed' && checked.failure.code).toBe('no-key')
  expect(await models.save(moved, null)).toEqual({ ok: false, failure: { code: 'no-key', stage: 'bridge' } })
})

test('a provider that needs a key is not stored without one, and removing one removes its key', async () => {
  const models = await openedModels()
  const refused = await models.save(typed({ preset: 'openai', key: '' }), null)
  expect(refused.ok ? null : refused.failure.code).toBe('no-key')
  const saved = await models.save(typed(), null)
  if (!saved.ok) throw new Error(saved.failure.code)
  await models.remove(saved.value.id)
  expect([secrets.size, models.providers.current(), models.usable.current()]).toEqual([0, [], []])
})

const furtherKeys = (...addedKeys: string[]): ProviderAccess => ({
  keptKeyIds: [],
  addedKeys,
  headers: [{ name: 'x-team', value: 'blue' }],
  idleTimeoutMs: 30_000,
  proxy: emptyProxyDraft,
  modelsByHand: ['by-hand'],
})

test('several keys, headers, a time-out and models by hand are checked, stored and sent; a removed key leaves the vault', async () => {
  const models = await openedModels()
  const input = typed({ access: furtherKeys(' demo-key ', '') })
  const outcome = await models.check({ ...input, access: { ...furtherKeys('demo-key'), modelsByHand: [] } }, once())
  expect(outcome.kind).toBe('works')
  expect(emulator.requests().map(({ headers }) => headers['x-team'])).toEqual(['blue', 'blue', 'blue', 'blue'])
  expect(secrets.size).toBe(0)

  const saved = await models.save(input, outcome)
  if (!saved.ok) throw new Error(saved.failure.code)
  const { id, credentialId, moreCredentialIds } = saved.value
  expect(saved.value).toMatchObject({ headers: [{ name: 'x-team', value: 'blue' }], idleTimeoutMs: 30_000 })
  expect(saved.value.models[0]).toEqual({ id: 'by-hand', addedByHand: true })
  expect([moreCredentialIds.length, secrets.size]).toEqual([1, 2])

  const removed = await models.removeKey(id, credentialId)
  expect(removed.ok && [removed.value.credentialId, removed.value.moreCredentialIds]).toEqual([moreCredentialIds[0], []])
  expect([...secrets.keys()]).toEqual(moreCredentialIds)
  expect((await models.removeKey(id, moreCredentialIds[0] ?? '')).ok).toBe(false)
})

test('of several keys the one that is refused is named, and nothing of the check stays', async () => {
  const models = await openedModels()
  const outcome = await models.check(typed({ access: furtherKeys('sk-this-one-is-wrong-9z9z') }), once())
  expect(outcome).toMatchObject({ kind: 'failed', keyHint: '9z9z' })
  expect(secrets.size).toBe(0)
})

test('SEC-2 further keys are not carried to another address', async () => {
  const models = await openedModels()
  const saved = await models.save(typed({ access: furtherKeys('demo-key') }), null)
  if (!saved.ok) throw new Error(saved.failure.code)
  const moved = typed({ id: saved.value.id, baseUrl: 'https://elsewhere.example/v1' })
  expect(await models.save({ ...moved, access: { ...furtherKeys(), keptKeyIds: saved.value.moreCredentialIds } }, null)).toMatchObject({ ok: false, failure: { code: 'no-key' } })
  const kept = await models.save(moved, null)
  expect(kept.ok && [kept.value.moreCredentialIds, secrets.size]).toEqual([[], 1])
})

test('a hidden model stays usable, is not offered, and stays hidden after the next check', async () => {
  const models = await openedModels()
  const saved = await models.save(typed(), await models.check(typed(), once()))
  if (!saved.ok) throw new Error(saved.failure.code)
  const { id } = saved.value
  await models.setModels(id, saved.value.models.map((model) => (model.id === 'demo-large' ? { ...model, isHidden: true } : model)))
  const again = typed({ id, key: null })
  await models.save(again, await models.check(again, once()))
  const names = (usable: readonly UsableModel[]) => usable.map(({ ref }) => ref.modelId)
  expect(names(models.usable.current())).toContain('demo-large')
  expect(names(offeredModels(models.usable.current()))).not.toContain('demo-large')
})

test('PRV-12 in a browser the models of a service that answers no page are not offered', async () => {
  const provider = (baseUrl: string): ModelProvider => ({ ...plainAccess, id: baseUrl, preset: 'compatible', name: 'x', baseUrl, api: 'openai-chat', credentialId: 'k', models: [{ id: 'm', addedByHand: false }], checkedAt: 1, createdAt: 1 })
  const facts: Parameters<typeof usableModels>[2] = ({ id }) => factsFor(id, 'compatible')
  const providers = ['https://res.openai.azure.com/openai/v1', 'https://api.deepseek.com', 'http://192.168.1.5:8000/v1'].map(provider)
  expect(usableModels(providers, 'desktop', facts)).toHaveLength(3)
  expect(unreachableModels(providers, 'browser', facts)).toHaveLength(2)
  expect(unreachableModels(providers, 'desktop', facts)).toEqual([])
  expect(usableModels(providers, 'browser', facts).map(({ provider: { baseUrl } }) => baseUrl)).toEqual(['https://api.deepseek.com'])
})
