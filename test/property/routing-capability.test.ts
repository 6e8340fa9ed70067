import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bundledTable } from '@shared/providers/catalogue/bundled'
import { exclusionOf, meets, needsOf, unknownNeeds } from '@shared/routing/capability'
import { estimateMicroUsd } from '@shared/routing/estimate'
import type { PoolModel, RoutingInputs, TaskDescription } from '@shared/routing/inputs'
import { attachmentKinds, defaultPreferences } from '@shared/routing/preferences'
import { builtInTasks } from '@shared/routing/tasks'
import { plainDescription, plainInputs } from '../helpers/routing-inputs'

/** Every model of the table that comes with the app, each service a provider of that name. */
const pool: readonly PoolModel[] = [...bundledTable.services].flatMap(([service, models]) =>
  [...models.values()].map(({ id, name, contextTokens, maxOutputTokens, takes, callsTools, reasons, price }) => ({
    ref: { modelProviderId: service, modelId: id },
    facts: { modelId: id, name, contextTokens, maxOutputTokens, takes, callsTools, reasons, price },
    preset: 'compatible', isOnOwnNetwork: service === 'open-weights', isHidden: false, restsUntil: null, firstTokenMs: null,
  })),
)

const anyModel = fc.constantFrom(...pool)
const anyDescription: fc.Arbitrary<TaskDescription> = fc
  .record({ task: fc.constantFrom(...builtInTasks), promptTokens: fc.integer({ min: 0, max: 3_000_000 }), answerTokens: fc.integer({ min: 1, max: 200_000 }), usesTools: fc.boolean(), attachments: fc.subarray([...attachmentKinds]) })
  .map((some) => ({ ...plainDescription, ...some }))
const anyState = fc.record({ isHidden: fc.boolean(), restsUntil: fc.constantFrom(null, plainInputs.now - 1, plainInputs.now + 1), isOnOwnNetwork: fc.boolean() })

test('the table that comes with the app has models to choose among', () => expect(pool.length).toBeGreaterThan(50))

describe('which models can be asked', () => {
  test('one that is known to lack what is needed never can, whatever else holds; what is not known excludes nothing', () => {
    fc.assert(
      fc.property(anyModel, anyState, anyDescription, fc.boolean(), (model, state, description, isNamed) => {
        const given = { ...model, ...state }
        const needs = needsOf(description).map((need) => meets(given, need))
        const exclusion = exclusionOf(given, { ...plainInputs, description }, isNamed)
        if (needs.includes(false)) expect(exclusion?.kind).toBe('lacks')
        else expect(exclusion?.kind).not.toBe('lacks')
        expect(unknownNeeds(given, description)).toBe(needs.filter((met) => met === null).length)
      }),
      { numRuns: 300 },
    )
  })

  test('nothing of a sensitive session goes to a provider that is not allowed, whatever the task; nobody asked means the own network alone', () => {
    const allowed = fc.option(fc.subarray([...bundledTable.services.keys()]))
    fc.assert(
      fc.property(anyModel, anyState, anyDescription, allowed, fc.boolean(), (model, state, description, sensitiveProviders, isNamed) => {
        const inputs: RoutingInputs = { ...plainInputs, description, isSensitive: true, preferences: { ...defaultPreferences, sensitiveProviders } }
        const isAllowed = sensitiveProviders === null ? state.isOnOwnNetwork : sensitiveProviders.includes(model.ref.modelProviderId)
        expect(exclusionOf({ ...model, ...state }, inputs, isNamed)?.kind === 'not-allowed-for-sensitive').toBe(!isAllowed)
      }),
      { numRuns: 300 },
    )
  })

  test('without a network only models of the own one; one that rests waits; one that is hidden is asked only by its name', () => {
    const model = pool.find(({ isOnOwnNetwork }) => !isOnOwnNetwork)
    if (model === undefined) throw new Error('no model of a service')
    const kind = (change: Partial<PoolModel>, inputs: Partial<RoutingInputs> = {}, isNamed = false) => exclusionOf({ ...model, ...change }, { ...plainInputs, ...inputs }, isNamed)?.kind ?? null
    expect([kind({}), kind({}, { isOffline: true }), kind({ isOnOwnNetwork: true }, { isOffline: true })]).toEqual([null, 'offline', null])
    expect([kind({ restsUntil: plainInputs.now + 1 }), kind({ restsUntil: plainInputs.now })]).toEqual(['resting', null])
    expect([kind({ isHidden: true }), kind({ isHidden: true }, {}, true)]).toEqual(['hidden', null])
  })
})

test('an estimate is a whole number that grows with what is sent, and unknown without a price', () => {
  fc.assert(
    fc.property(anyModel, anyDescription, ({ facts }, description) => {
      const cost = estimateMicroUsd(facts, description)
      expect(cost === null).toBe(facts.price === null || estimateMicroUsd(facts, plainDescription) === null)
      if (cost === null) return
      expect(Number.isSafeInteger(cost)).toBe(true)
      expect(estimateMicroUsd(facts, { ...description, promptTokens: description.promptTokens + 1000 }) ?? 0).toBeGreaterThanOrEqual(cost)
    }),
    { numRuns: 200 },
  )
})
