import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { estimateTokens } from '@shared/providers/estimate-tokens'
import type { ModelPrice } from '@shared/providers/model-provider'
import { usdPrice } from '@shared/providers/usd-price'
import { billOf } from '@renderer/state/bill'
import { createChangeable } from '@renderer/state/observable'
import type { UsableModel } from '@renderer/state/services'
import { startEmulator, type Emulator } from '../../emulator/server'
import { draft, openTurnWindow } from '../../helpers/turn-window'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ key: 'demo-key', isStrict: true, tokensPerSecond: null })
})
afterAll(() => emulator.close())
afterEach(() => emulator.clear())

const priced = (model: UsableModel, price: ModelPrice | null): UsableModel => ({ ...model, facts: { ...model.facts, price } })

test('PRV-7 a call that left before the table was there is billed at its end, with the price known then', async () => {
  const window = await openTurnWindow(emulator)
  const { usable } = window.models
  const models = usable.current()
  const late = usdPrice({ input: 3_000_000, output: 15_000_000 }, '2026-07-02')
  usable.set(models.map((model) => priced(model, null)))
  emulator.script({ text: 'An answer' })
  emulator.fault({ kind: 'delay', ms: 200 })
  const sent = await window.turns.send(null, draft('Hello'), window.model())
  if (!sent.ok) throw new Error(sent.failure.code)
  expect((await window.calls())[0]).toMatchObject({ price: null })
  usable.set(models.map((model) => priced(model, late)))
  await window.settled(sent.value.session)
  const [call] = await window.calls()
  expect(call?.price).toEqual(late)
  expect(call?.costMicroUsd).toBe(Math.round((call?.usage?.inputTokens ?? 0) * 3 + (call?.usage?.outputTokens ?? 0) * 15))

  // A price that is set later is the next call's; the old one keeps its own.
  const own: ModelPrice = { ...usdPrice({ input: 0, output: 1_000_000_000 }, '2026-11-30'), source: 'own' }
  usable.set(models.map((model) => priced(model, own)))
  emulator.script({ text: 'Another' })
  await window.say(sent.value.session, 'Again')
  const [first, second] = (await window.calls()).sort((left, right) => left.startedAt - right.startedAt)
  expect(first).toEqual(call)
  expect(second?.price).toEqual(own)
  expect(second?.costMicroUsd).toBe((second?.usage?.outputTokens ?? 0) * 1000)
  await window.close()
})

test('PRV-7 what no service reported is estimated by the factor learned for the model, and marked as an estimate', async () => {
  const window = await openTurnWindow(emulator)
  const [model] = window.models.usable.current()
  if (model === undefined) throw new Error('no model')
  const models = { usable: createChangeable([priced(model, usdPrice({ input: 1_000_000, output: 1_000_000 }, '2026-07-02'))]) }
  const text = 'Some words that were answered and never counted by anybody.'
  const bill = billOf({ usage: null, parts: [{ type: 'text', text }] }, [], 500, model, { models, factorFor: () => 1.5 })
  const outputTokens = Math.ceil(1.5 * estimateTokens(text))
  expect(bill.usage).toMatchObject({ inputTokens: 500, outputTokens, isEstimate: true })
  expect(bill.costMicroUsd).toBe(500 + outputTokens)
  expect(billOf({ usage: null, parts: [] }, [], 500, model, { models, factorFor: () => 1.5 })).toMatchObject({ usage: null, costMicroUsd: null })
  await window.close()
})
