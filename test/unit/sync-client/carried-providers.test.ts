import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { plainAccess, type ModelProvider } from '@shared/providers/model-provider'
import { CommonplaceDb } from '@renderer/db/schema'
import { addCarriedProviders, providersOf } from '@renderer/state/sync/carried-providers'
import { newId } from '../../helpers/storage'

const openDb = () => new CommonplaceDb('commonplace', { indexedDB: new IDBFactory(), IDBKeyRange })

const gateway: ModelProvider = {
  ...plainAccess,
  id: 'gateway',
  preset: 'compatible',
  name: 'My gateway',
  baseUrl: 'https://gateway.example/v1',
  api: 'openai-chat',
  credentialId: 'first',
  moreCredentialIds: ['second', 'third'],
  headers: [{ name: 'x-team', value: 'blue' }],
  idleTimeoutMs: 60_000,
  answersPages: true,
  models: [{ id: 'm', addedByHand: false, isHidden: true }],
  checkedAt: 1,
  createdAt: 1,
}

async function carriedWith(credentialIds: readonly string[]): Promise<readonly ModelProvider[]> {
  const [from, to] = [openDb(), openDb()]
  await from.modelProviders.add(gateway)
  await addCarriedProviders(to, await providersOf(from, credentialIds), credentialIds, newId)
  return (await to.modelProviders.toArray()) as ModelProvider[]
}

test('a provider goes with all its keys, headers and choices, and without what a page found out', async () => {
  const { answersPages: _, ...carried } = gateway
  expect(await carriedWith(['first', 'second', 'third'])).toEqual([carried])
})

test.each([
  [['second', 'third'], 'second', ['third']],
  [['third'], 'third', []],
  [['first', 'third'], 'first', ['third']],
])('with %j it stands on those, in the same order', async (sent, credentialId, moreCredentialIds) => {
  expect(await carriedWith(sent)).toMatchObject([{ credentialId, moreCredentialIds }])
})

test('without any of its keys it stays where it is', async () => {
  expect(await carriedWith(['another'])).toEqual([])
})

test('what came twice is there once', async () => {
  const [from, to] = [openDb(), openDb()]
  await from.modelProviders.add(gateway)
  const keys = ['first', 'second', 'third']
  for (let times = 0; times < 2; times++) await addCarriedProviders(to, await providersOf(from, keys), keys, newId)
  expect(await to.modelProviders.count()).toBe(1)
})

/** What is there after these parcels, one after the other. */
async function afterParcels(parcels: readonly (readonly string[])[], to = openDb()): Promise<readonly ModelProvider[]> {
  const from = openDb()
  await from.modelProviders.add(gateway)
  for (const keys of parcels) await addCarriedProviders(to, await providersOf(from, keys), keys, newId)
  return (await to.modelProviders.toArray()) as ModelProvider[]
}

test('a key that is sent later joins the provider that is there, behind its own', async () => {
  const { answersPages: _, ...carried } = gateway
  expect(await afterParcels([['second'], ['first', 'third'], ['third']])).toEqual([{ ...carried, credentialId: 'second', moreCredentialIds: ['first', 'third'] }])
})

test('a provider of the same id that goes elsewhere gets no key of it', async () => {
  const to = openDb()
  const other = { ...gateway, baseUrl: 'https://elsewhere.example/v1', credentialId: 'own', moreCredentialIds: [] }
  await to.modelProviders.add(other)
  const there = await afterParcels([['first'], ['first', 'second']], to)
  expect(there).toHaveLength(2)
  expect(there).toContainEqual(other)
  expect(there).toContainEqual(expect.objectContaining({ credentialId: 'first', moreCredentialIds: ['second'], baseUrl: gateway.baseUrl }))
})
