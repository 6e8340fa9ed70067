import { describe, expect, test } from 'vitest'
import { budgetsFor, leftMicroUsd, levelAfter, tightest } from '@shared/routing/budgets'
import type { RoutingInputs, TaskDescription } from '@shared/routing/inputs'
import { defaultPreferences, routingPreferencesSchema, type Condition, type Effect, type Rule } from '@shared/routing/preferences'
import { applyRules, holds } from '@shared/routing/rules'
import { budgetState, plainDescription, plainInputs } from '../../helpers/routing-inputs'

const cheap: Effect = { kind: 'models', strategy: 'single', models: [{ kind: 'role', role: 'cheap' }] }
const rule = (id: string, when: Condition, then: Effect = cheap, isOn = true): Rule => ({ id, name: id, isOn, when: [when], then })
const asked = (description: Partial<TaskDescription>, more: Partial<RoutingInputs> = {}): RoutingInputs => ({ ...plainInputs, description: { ...plainDescription, ...description }, ...more })

describe('conditions', () => {
  test.each<readonly [string, Condition, RoutingInputs, RoutingInputs]>([
    ['task', { kind: 'task', anyOf: ['everyday', 'code'] }, asked({}), asked({ task: 'hard' })],
    ['language', { kind: 'language', anyOf: ['zh'] }, asked({ language: 'zh' }), asked({})],
    ['at least so long', { kind: 'length', atLeastTokens: 400, atMostTokens: null }, asked({}), asked({ promptTokens: 399 })],
    ['at most so long', { kind: 'length', atLeastTokens: null, atMostTokens: 400 }, asked({}), asked({ promptTokens: 401 })],
    ['code', { kind: 'code', is: true }, asked({ hasCode: true }), asked({})],
    ['attachment', { kind: 'attachment', anyOf: ['pdf', 'image'] }, asked({ attachments: ['image'] }), asked({ attachments: ['audio'] })],
    ['keywords', { kind: 'keywords', anyOf: ['tax'] }, asked({ keywords: ['tax'] }), asked({ keywords: ['boat'] })],
    ['tools', { kind: 'tools', is: false }, asked({}), asked({ usesTools: true })],
    ['assistant', { kind: 'assistant', anyOf: ['a1'] }, asked({ assistantId: 'a1' }), asked({})],
    ['offline', { kind: 'offline', is: true }, asked({}, { isOffline: true }), asked({})],
    ['important', { kind: 'important', is: true }, asked({ isImportant: true }), asked({})],
    ['budget left', { kind: 'budget-left', atMostPercent: 30 }, asked({}, { budgets: [budgetState(), budgetState({ id: 'c' }, 600_000, 100_000)] }), asked({}, { budgets: [budgetState({}, 690_000)] })],
  ])('%s', (_, condition, yes, no) => {
    expect(holds(condition, yes.description.task, yes)).toBe(true)
    expect(holds(condition, no.description.task, no)).toBe(false)
  })

  test('a span over midnight belongs to the day on which it began; no weekday is every day', () => {
    const night: Condition = { kind: 'time', fromMinute: 22 * 60, toMinute: 6 * 60, weekdays: [5] }
    const at = (weekday: number, hour: number, condition = night) => holds(condition, 'everyday', { ...plainInputs, weekday, minuteOfDay: hour * 60 })
    expect([at(5, 21), at(5, 22), at(6, 5), at(6, 6), at(5, 5), at(6, 23)]).toEqual([false, true, true, false, false, false])
    const office: Condition = { kind: 'time', fromMinute: 9 * 60, toMinute: 17 * 60, weekdays: [] }
    expect([at(0, 8, office), at(0, 9, office), at(3, 16, office), at(3, 17, office)]).toEqual([false, true, true, false])
  })
})

describe('rules', () => {
  const chosen = (rules: readonly Rule[], inputs: RoutingInputs = plainInputs) => {
    const outcome = applyRules({ ...inputs, preferences: { ...defaultPreferences, rules: [...rules] } })
    return { task: outcome.task, numbers: outcome.applied.map(({ number }) => number), names: outcome.effect !== null }
  }

  test('the first that holds and names models decides; one that is off counts in the numbers and does nothing', () => {
    const always: Condition = { kind: 'code', is: false }
    expect(chosen([rule('off', always, cheap, false), rule('no', { kind: 'code', is: true }), rule('yes', always), rule('late', always)])).toEqual({ task: 'everyday', numbers: [3], names: true })
    expect(chosen([])).toEqual({ task: 'everyday', numbers: [], names: false })
  })

  test('one that names a task goes on with the rules after it, as that task', () => {
    const toOwn = rule('poems', { kind: 'keywords', anyOf: ['poem'] }, { kind: 'task', task: 'own:poems' })
    const ofOwn = rule('models', { kind: 'task', anyOf: ['own:poems'] })
    expect(chosen([ofOwn, toOwn], asked({ keywords: ['poem'] }))).toEqual({ task: 'own:poems', numbers: [2], names: false })
    expect(chosen([toOwn, ofOwn], asked({ keywords: ['poem'] }))).toEqual({ task: 'own:poems', numbers: [1, 2], names: true })
  })

  test('all conditions of a rule must hold', () => {
    const both: Rule = { ...rule('both', { kind: 'code', is: false }), when: [{ kind: 'code', is: false }, { kind: 'important', is: true }] }
    expect(chosen([both]).names).toBe(false)
    expect(chosen([both], asked({ isImportant: true })).names).toBe(true)
  })
})

describe('budgets', () => {
  test('what is held for calls under way is not left', () => {
    expect(leftMicroUsd(budgetState({}, 300_000, 200_000))).toBe(500_000)
    expect(leftMicroUsd(budgetState({}, 900_000, 200_000))).toBe(0)
  })

  test('a call counts in the budgets of its task and provider, and in those of all', () => {
    const states = [budgetState(), budgetState({ id: 'memory', task: 'memory' }), budgetState({ id: 'p1', modelProviderId: 'p1' })]
    const ids = (task: 'everyday' | 'memory', provider: string | null) => budgetsFor(states, task, provider).map(({ budget }) => budget.id)
    expect(ids('everyday', 'p1')).toEqual(['b', 'p1'])
    expect(ids('memory', 'p2')).toEqual(['b', 'memory'])
    expect(ids('everyday', null)).toEqual(['b'])
  })

  test.each([
    ['fits', 0, 100_000, 'fine'],
    ['leaves a fifth', 700_000, 100_000, 'near'],
    ['takes the last of it', 900_000, 100_000, 'near'],
    ['is more than is left', 900_000, 100_001, 'over'],
    ['is of unknown cost while something is left', 500_000, null, 'fine'],
    ['is of unknown cost when nothing is left', 1_000_000, null, 'over'],
    ['is free when nothing is left', 1_000_000, 0, 'near'],
  ] as const)('a call that %s', (_, spent, estimate, level) => expect(levelAfter(budgetState({}, spent), estimate)).toBe(level))

  test('a limit of nothing lets only free calls through', () => {
    expect([levelAfter(budgetState({ limitMicroUsd: 0 }), 1), levelAfter(budgetState({ limitMicroUsd: 0 }), null), levelAfter(budgetState({ limitMicroUsd: 0 }), 0)]).toEqual(['over', 'over', 'near'])
  })

  test('the tightest is the one that says most against the call', () => {
    const states = [budgetState({ id: 'wide' }), budgetState({ id: 'used' }, 990_000), budgetState({ id: 'near' }, 850_000)]
    expect(tightest(states, 50_000)).toMatchObject({ state: { budget: { id: 'used' } }, level: 'over' })
    expect(tightest([], 1)).toBeNull()
  })
})

test('one broken rule, budget or row takes no other with it', () => {
  const good = rule('good', { kind: 'code', is: true })
  const read = routingPreferencesSchema.parse({
    rules: [good, { id: 'broken' }, 7],
    budgets: [budgetState().budget, { id: 'b2', limitMicroUsd: 'much' }],
    tasks: 'none',
    sensitiveProviders: 'p1',
  })
  expect(read.rules).toEqual([good])
  expect(read.budgets).toEqual([budgetState().budget])
  expect(read.tasks).toEqual([])
  expect(read.sensitiveProviders).toBeNull()
})
