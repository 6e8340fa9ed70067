import { expect, test } from 'vitest'
import { candidatesFor } from '@shared/calls/candidate'
import { addable, moved, withRoutes } from '@renderer/features/settings/routes-list'
import { callable } from '../../helpers/call-world'

const official = callable('anthropic', { modelId: 'claude-sonnet-4-6', keys: 2 })
const aggregator = callable('openrouter', { modelId: 'anthropic/claude-sonnet-4-6:beta' })
const other = callable('openai', { modelId: 'gpt-5.5' })
const usable = [official, other, aggregator]

test('the same model elsewhere is offered first', () => {
  expect(addable(usable, official.ref, []).map(({ ref }) => ref.modelProviderId)).toEqual(['openrouter', 'openai'])
  expect(addable(usable, official.ref, [aggregator.ref]).map(({ ref }) => ref.modelProviderId)).toEqual(['openai'])
})

test('a route is moved, and an empty list is taken out', () => {
  expect(moved([aggregator.ref, other.ref], 1, 0)).toEqual([other.ref, aggregator.ref])
  expect(moved([aggregator.ref], 0, -1)).toEqual([aggregator.ref])
  expect(withRoutes([{ model: official.ref, routes: [other.ref] }], official.ref, [])).toEqual([])
})

test('a call may go to its model with each key, then along the list, and nowhere else', () => {
  const lists = [{ model: official.ref, routes: [aggregator.ref, official.ref, { modelProviderId: 'gone', modelId: 'x' }] }, { model: aggregator.ref, routes: [other.ref] }]
  expect(candidatesFor(official, lists, usable).map(({ credentialId }) => credentialId)).toEqual(['anthropic-key-1', 'anthropic-key-2', 'openrouter-key-1'])
  expect(candidatesFor(other, lists, usable).map(({ credentialId }) => credentialId)).toEqual(['openai-key-1'])
})
