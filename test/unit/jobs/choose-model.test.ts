import { expect, test } from 'vitest'
import { plainAccess, type ModelProvider } from '@shared/providers/model-provider'
import { factsFor } from '@shared/providers/catalogue'
import { bundledTable } from '@shared/providers/catalogue/bundled'
import { modelForTask } from '@renderer/state/jobs/choose-model'
import type { UsableModel } from '@renderer/state/services'

function usable(modelProviderId: string, modelId: string, preset: ModelProvider['preset'], baseUrl: string): UsableModel {
  const provider: ModelProvider = { ...plainAccess, id: modelProviderId, preset, name: modelProviderId, baseUrl, api: 'openai-chat', credentialId: 'c', models: [], checkedAt: null, createdAt: 0 }
  return { ref: { modelProviderId, modelId }, provider, facts: factsFor(modelId, preset, baseUrl, bundledTable) }
}

const large = usable('openai', 'gpt-5.5', 'openai', 'https://api.openai.com/v1')
const small = usable('openai', 'gpt-5-nano', 'openai', 'https://api.openai.com/v1')
const local = usable('ollama', 'qwen3:8b', 'compatible', 'http://127.0.0.1:11434/v1')
const all = [large, small, local]

test('the cheapest whose price is known, or the one that was chosen', () => {
  expect(modelForTask('memory', all, null, large.ref)).toBe(small)
  expect(modelForTask('memory', all, large.ref, large.ref)).toBe(large)
})

test('a chosen model that is gone is not replaced by another', () => {
  expect(modelForTask('memory', all, { modelProviderId: 'gone', modelId: 'gone' }, large.ref)).toBeNull()
})

test.each(['http://localhost:1234/v1', 'http://192.168.1.20:8080/v1', 'http://nas.local/v1', 'http://[::1]:11434/v1', 'http://172.20.0.2/v1'])('what is said to a model at %s stays there', (baseUrl) => {
  const own = usable('own', 'qwen3:8b', 'compatible', baseUrl)
  expect(modelForTask('memory', [large, small, own], null, own.ref)).toBe(own)
  expect(modelForTask('memory', [large, small, own], small.ref, own.ref)).toBe(small)
})

test('a service in the net is none of one’s own, whatever it is called', () => {
  const remote = usable('remote', 'some-model', 'compatible', 'https://192.168.example.com/v1')
  expect(modelForTask('memory', [small, remote], null, remote.ref)).toBe(small)
})

test('what was hidden is never taken by itself, only where it was chosen', () => {
  const models = [{ id: 'gpt-5-nano', addedByHand: false, isHidden: true }, { id: 'gpt-5.5', addedByHand: false }]
  const provider = { ...small.provider, models }
  const [hidden, shown] = [{ ...small, provider }, { ...large, provider }]
  expect(modelForTask('memory', [hidden, shown], null, shown.ref)).toBe(shown)
  expect(modelForTask('memory', [hidden], null, hidden.ref)).toBeNull()
  expect(modelForTask('memory', [hidden, shown], hidden.ref, shown.ref)).toBe(hidden)
})
