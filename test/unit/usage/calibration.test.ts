import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CommonplaceDb } from '@renderer/db/schema'
import { createCalibration } from '@renderer/state/calibration'
import { tokenFamilyOf, usualFactor } from '@shared/providers/token-families'
import { factorOf, nothingLearned, type Calibration } from '@shared/usage/calibration'
import { learnRatio } from '@shared/usage/learn-ratio'

/** Answers of a service whose tokenizer makes about 1.35 of our one, sometimes much more, and never quite the same. */
function answers(count: number, seed: number): { estimated: number; reported: number }[] {
  let state = seed
  const random = (): number => ((state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648)
  return Array.from({ length: count }, (_, at) => {
    const estimated = 300 + Math.floor(random() * 12_000)
    const odd = at % 7 === 3 ? 2.4 : 1
    return { estimated, reported: Math.round(estimated * odd * (1.25 + random() * 0.2)) }
  })
}

const medianError = (heldBack: readonly { estimated: number; reported: number }[], factor: number): number => {
  const errors = heldBack.map(({ estimated, reported }) => Math.abs((estimated * factor) / reported - 1)).sort((left, right) => left - right)
  return errors[Math.floor(errors.length / 2)] ?? 1
}

test.each(['claude', 'openai', 'qwen', 'other'] as const)('after 20 answers the estimates of a %s model are nearer than without', (family) => {
  for (const seed of [1, 20_261_130, 77, 4242]) {
    const learned = answers(20, seed).reduce<Calibration>((before, { estimated, reported }) => learnRatio(before, estimated, reported), nothingLearned)
    const heldBack = answers(60, seed + 1)
    const with20 = medianError(heldBack, factorOf(learned, family))
    expect(with20).toBeLessThan(medianError(heldBack, usualFactor[family]))
    expect(with20).toBeLessThan(0.1)
  }
})

test('no report moves the factor out of its bounds, and little is learned from little', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(100_000), fc.nat(1_000_000)), { maxLength: 60 }), (reports) => {
      const learned = reports.reduce<Calibration>((before, [estimated, reported]) => learnRatio(before, estimated, reported), nothingLearned)
      expect(learned.ratios.length).toBeLessThanOrEqual(32)
      expect(factorOf(learned, 'other')).toBeGreaterThanOrEqual(0.5)
      expect(factorOf(learned, 'other')).toBeLessThanOrEqual(2.5)
    }),
    { seed: 20261130, numRuns: 200 },
  )
  expect(learnRatio(nothingLearned, 20, 4000)).toBe(nothingLearned)
  expect(learnRatio(nothingLearned, 1000, 40_000)).toBe(nothingLearned)
  expect(factorOf(learnRatio(nothingLearned, 1000, 2000), 'openai')).toBeCloseTo(1.333, 2)
})

test('families are told by the names of models, whoever serves them', () => {
  const named = ['anthropic/claude-opus-4.8', 'gpt-5.5', 'openai/gpt-oss-120b', 'o3', 'models/gemini-3.5-flash', 'Qwen/Qwen3-32B', 'deepseek-r1:8b', 'mistral-large-latest', 'llama3.3', 'glm-4.7', 'olmo-2']
  expect(named.map(tokenFamilyOf)).toEqual(['claude', 'openai', 'openai', 'openai', 'gemini', 'qwen', 'deepseek', 'mistral', 'llama', 'other', 'other'])
})

test('what was reported is learned from once, by one window or another, and kept', async () => {
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  const db = new CommonplaceDb('commonplace', options)
  const call = (at: number, more: object = {}) => ({
    ...{ id: `c${at}`, startedAt: at, state: 'ended', model: { modelProviderId: 'p', modelId: 'gpt-5' }, manifest: { totalTokens: 1000 } },
    ...{ usage: { inputTokens: 1500, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, isEstimate: false }, ...more },
  })
  const apiOf = () => 'openai-responses' as const
  await db.calls.bulkAdd([call(1), call(2), call(3, { usage: null }), call(4, { state: 'started' }), call(5)])
  const first = createCalibration({ db, apiOf })
  const second = createCalibration({ db, apiOf })
  expect(first.factorFor('openai-responses', 'gpt-5')).toBe(1)
  await Promise.all([first.learn(), second.learn()])
  // Two reports of 1.5 beside two of the usual 1.
  expect(first.factorFor('openai-responses', 'gpt-5')).toBeCloseTo(1.25, 5)
  expect(second.factorFor('openai-responses', 'gpt-5')).toBeCloseTo(1.25, 5)
  expect(first.factorFor('openai-chat', 'gpt-5')).toBe(1)
  // The call that was running has ended: it and the one after it are learned from now.
  await db.calls.put(call(4, { manifest: null }))
  await first.learn()
  expect((await db.calibration.get('openai-responses/openai'))?.value).toMatchObject({ ratios: [1.5, 1.5, 1.875] })
  db.close()
})
