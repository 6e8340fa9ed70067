import { expect, test } from 'vitest'
import { cheapestModel } from '@shared/providers/cheapest-model'
import type { ModelFacts } from '@shared/providers/model-provider'
import { usdPrice } from '@shared/providers/usd-price'

const size = { inputTokens: 10_000, outputTokens: 1000 }

function model(modelId: string, usd: readonly [number, number] | null, contextTokens: number | null = 128_000): { facts: ModelFacts } {
  const price =
    usd === null
      ? null
      : usdPrice({ input: usd[0] * 1e6, output: usd[1] * 1e6 }, '2026-07-02')
  return { facts: { modelId, name: modelId, contextTokens, maxOutputTokens: null, takes: { image: null, pdf: null, audio: null, video: null }, callsTools: null, reasons: null, price } }
}

const nameOf = (models: readonly { facts: ModelFacts }[]): string | null => cheapestModel(models, size)?.facts.modelId ?? null

test('the price of the whole call decides, not that of its input alone', () => {
  expect(nameOf([model('cheap-input', [0.1, 9]), model('even', [0.5, 2])])).toBe('even')
})

test('an unknown price is taken only where no price is known', () => {
  expect(nameOf([model('local', null), model('priced', [3, 15])])).toBe('priced')
  expect(nameOf([model('local', null), model('other', null)])).toBe('local')
})

test('a known window must hold the call, an unknown one may', () => {
  expect(nameOf([model('small', [0.1, 0.1], 8000), model('large', [1, 1])])).toBe('large')
  expect(nameOf([model('small', [0.1, 0.1], 8000), model('unknown-window', null, null)])).toBe('unknown-window')
})

test('models that do not chat are left out, and without any there is none', () => {
  expect(nameOf([model('text-embedding-3-small', [0.01, 0.01]), model('chat', [1, 1])])).toBe('chat')
  expect(nameOf([model('whisper-1', [0.01, 0.01])])).toBeNull()
})
