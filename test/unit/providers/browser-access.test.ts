import { expect, test } from 'vitest'
import { accessOfProvider, browserAccess, browserAccessOf, isOutOfReach } from '@shared/providers/browser-access'
import { presets } from '@shared/providers/presets'

test.each([
  ['https://api.anthropic.com', 'allowed'],
  ['https://api.openai.com/v1', 'allowed'],
  ['openrouter.ai/api/v1', 'allowed'],
  ['https://API.Mistral.ai/v1', 'allowed'],
  ['https://integrate.api.nvidia.com/v1', 'refused'],
  ['https://api.deepseek.com/v1', 'allowed'],
  ['https://generativelanguage.googleapis.com', 'allowed'],
  ['https://res.openai.azure.com/openai/v1', 'refused'],
  ['https://ark.cn-beijing.volces.com/api/v3', 'refused'],
  ['https://gateway.example/v1', 'unknown'],
  ['https://api.openai.com.evil.example/v1', 'unknown'],
  ['http://127.0.0.1:11434/v1', 'local'],
  ['http://localhost:1234', 'local'],
  ['http://[::1]:8080', 'local'],
  ['http://192.168.1.5:11434/v1', 'insecure'],
  ['http://nas.local:11434', 'insecure'],
  ['', null],
  ['https://', null],
] as const)('SYN-12 what a page may do with %s: %s', (baseUrl, access) => {
  expect(browserAccess(baseUrl)).toBe(access)
})

test('SYN-12 the services that are offered by name answer pages', () => {
  expect([presets.anthropic, presets.openai].map(({ baseUrl }) => browserAccess(baseUrl ?? ''))).toEqual(['allowed', 'allowed'])
  expect((['refused', 'insecure', 'local', 'unknown', 'allowed', null] as const).map(isOutOfReach)).toEqual([true, true, false, false, false, false])
})

test('PRV-12 of every service that is offered the catalogue says whether a browser may call it', () => {
  const said = Object.values(presets).map(({ id }) => [id, browserAccessOf(presets[id])] as const)
  const open = said.filter(([, access]) => access === null || access === 'unknown').map(([id]) => id)
  // Groq says nothing; the others are addresses that a person types.
  expect(open.toSorted()).toEqual(['aggregator', 'compatible', 'demo', 'groq'])
  expect(browserAccessOf(presets.azure)).toBe('refused')
  expect(browserAccessOf(presets.ollama)).toBe('local')
})

test('PRV-12 where nothing is known of a service, what Check found from a page counts; what is known stays', () => {
  const gateway = 'https://gateway.example/v1'
  expect([undefined, true, false].map((answersPages) => accessOfProvider({ baseUrl: gateway, answersPages }))).toEqual(['unknown', 'allowed', 'refused'])
  expect([true, false].map((answersPages) => accessOfProvider({ baseUrl: 'https://api.openai.com/v1', answersPages }))).toEqual(['allowed', 'allowed'])
  expect(accessOfProvider({ baseUrl: 'https://res.openai.azure.com/openai/v1', answersPages: true })).toBe('refused')
  expect(accessOfProvider({ baseUrl: 'http://localhost:1234', answersPages: false })).toBe('local')
})
