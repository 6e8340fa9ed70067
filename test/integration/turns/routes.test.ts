import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitKey, learn, takeTurn } from '@shared/calls/limiter'
import { messageText } from '@shared/sessions/message'
import { createLimitStore } from '@renderer/db/limits'
import { CommonplaceDb } from '@renderer/db/schema'
import { startEmulator, type Emulator } from '../../emulator/server'
import { openTurnWindow } from '../../helpers/turn-window'
import { VirtualTime } from '../../helpers/virtual-time'

let emulator: Emulator
beforeEach(async () => {
  emulator = await startEmulator()
})
afterEach(() => emulator.close())

const ref = (modelId: string) => ({ modelProviderId: 'emulator', modelId })
const routes = [{ model: ref('demo-small'), routes: [ref('demo-large')] }]

test('an answer that came by another route says so, on its stored row and on its record', async () => {
  const window = await openTurnWindow(emulator, { routes })
  emulator.fault({ kind: 'status', status: 429, headers: { 'retry-after': '300' } })
  emulator.script({ text: 'From the other one' })
  const session = await window.say(null, 'Hello')
  const answer = (await window.path(session)).at(-1)
  expect(messageText(answer?.parts ?? [])).toBe('From the other one')
  expect(answer?.answer).toMatchObject({ model: ref('demo-large'), insteadOf: { model: ref('demo-small'), because: 'rate-limited' } })
  const [call] = await window.calls()
  expect(call).toMatchObject({ state: 'ended', model: ref('demo-large') })
  expect(call?.attempts?.map(({ model, failure }) => [model.modelId, failure?.code ?? null])).toEqual([
    ['demo-small', 'rate-limited'],
    ['demo-large', null],
  ])
  await window.close()
})

test('without a list of routes nothing else is ever asked', async () => {
  const window = await openTurnWindow(emulator)
  emulator.fault({ kind: 'status', status: 429, headers: { 'retry-after': '300' } })
  const session = await window.say(null, 'Hello')
  expect((await window.path(session)).at(-1)).toMatchObject({ status: 'failed', failure: { code: 'rate-limited', retryAfterMs: 300_000 }, answer: { model: ref('demo-small') } })
  expect(emulator.requests()).toHaveLength(1)
  await window.close()
})

test('PRV-5 three windows over one database share a limit, and one that dies in the middle of a change locks nothing', async () => {
  const indexedDB = new IDBFactory()
  const time = new VirtualTime()
  const key = limitKey('key', 'model')
  const open = async () => {
    const db = new CommonplaceDb('commonplace', { indexedDB, IDBKeyRange })
    await db.open()
    return { db, ports: { store: createLimitStore(db), clock: time.clock, wait: time.wait } }
  }
  const [first, second, third] = [await open(), await open(), await open()]
  const report = { requests: { limit: 10, remaining: 10, resetAfterMs: null }, tokens: null, inputTokens: null, outputTokens: null }
  await learn({ key, id: 'first' }, { report, refusal: null, tokens: null }, first.ports)
  const dying = third.db.backendDB().transaction('limits', 'readwrite')
  dying.objectStore('limits').put({ key, value: 'half written' })
  dying.abort()
  third.db.close()
  const turns = await Promise.all(
    Array.from({ length: 24 }, (_, call) => takeTurn({ key, id: `call-${call}`, tokens: 1, patienceMs: 0 }, (call % 2 === 0 ? first : second).ports, new AbortController().signal, () => undefined)),
  )
  expect(turns.filter(({ kind }) => kind === 'now')).toHaveLength(10)
  first.db.close()
  second.db.close()
})
