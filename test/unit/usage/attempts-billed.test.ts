import { expect, test } from 'vitest'
import type { CallAttempt } from '@shared/calls/call-events'
import { factsFor } from '@shared/providers/catalogue'
import { bundledTable } from '@shared/providers/catalogue/bundled'
import { plainAccess, type ModelProvider } from '@shared/providers/model-provider'
import type { Usage } from '@shared/sessions/message'
import { costMicroUsd } from '@shared/usage/price'
import { billOf } from '@renderer/state/bill'
import { createChangeable } from '@renderer/state/observable'
import type { UsableModel } from '@renderer/state/services'

const provider: ModelProvider = { ...plainAccess, id: 'openai', preset: 'openai', name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', api: 'openai-responses', credentialId: 'c', models: [], checkedAt: null, createdAt: 0 }
const usable = (modelId: string): UsableModel => ({ ref: { modelProviderId: 'openai', modelId }, provider, facts: factsFor(modelId, 'openai', provider.baseUrl, bundledTable) })
const [large, small, unpriced] = [usable('gpt-5.5'), usable('gpt-5-nano'), usable('nobody-knows-it')]
const ports = { models: { usable: createChangeable<readonly UsableModel[]>([large, small, unpriced]) }, factorFor: () => 1 }

const used = (inputTokens: number, outputTokens = 0): Usage => ({ inputTokens, outputTokens, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, isEstimate: false })
const attempt = ({ ref }: UsableModel, usage: Usage | null): CallAttempt => ({ model: ref, credentialId: 'c', startedAt: 0, durationMs: 1, waitedMs: 0, usage, failure: null })
const costOf = (model: UsableModel, usage: Usage): number => costMicroUsd(usage, model.facts.price) ?? Number.NaN

test('PRV-7 attempts that were billed before the answer are in its cost, each at its own model’s price, and the answer once', () => {
  const [lost, own] = [used(120_000), used(120_000, 900)]
  const bill = billOf({ usage: own, parts: [] }, [attempt(large, lost), attempt(large, null), attempt(small, own)], 0, small, ports)
  expect(bill.usage).toBe(own)
  expect(bill.costMicroUsd).toBe(costOf(large, lost) + costOf(small, own))
  expect(costOf(large, lost)).toBeGreaterThan(0)
})

test('PRV-7 a call that failed everywhere costs what its attempts were billed; one that was billed nothing has no cost', () => {
  const lost = used(50_000)
  expect(billOf({ usage: null, parts: [] }, [attempt(large, lost), attempt(small, null)], 0, large, ports)).toMatchObject({ usage: null, costMicroUsd: costOf(large, lost) })
  expect(billOf({ usage: null, parts: [] }, [attempt(large, null)], 0, large, ports).costMicroUsd).toBeNull()
})

test('PRV-7 where the price of one attempt is unknown, so is the cost', () => {
  const own = used(1000, 10)
  expect(billOf({ usage: own, parts: [] }, [attempt(unpriced, used(1000)), attempt(small, own)], 0, small, ports).costMicroUsd).toBeNull()
})
