import { liveQuery } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Bridge } from '@shared/bridge/bridge'
import { ok } from '@shared/result'
import { CommonplaceDb } from '@renderer/db/schema'
import { createStorageGuard } from '@renderer/db/storage-guard'
import { createCredentialedFetch } from '@renderer/state/credentialed-fetch'
import { openCatalogue } from '@renderer/state/catalogue'
import { openModels } from '@renderer/state/models'
import type { ProviderInput } from '@renderer/state/services'
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
    checkPorts: (credentialId, signal) => ({
      fetch: createCredentialedFetch(bridge, credentialId),
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
