import { expect, test } from 'vitest'
import { cleanKey, modelListUrl, normaliseBaseUrl, urlPrefixesFor } from '@shared/providers/base-url'
import type { PresetId } from '@shared/providers/presets'

const normalised = (typed: string, preset: PresetId = 'compatible') => {
  const result = normaliseBaseUrl(typed, preset)
  return result.ok ? result.value : result.failure.code
}

test.each([
  // REP-128, REP-131, REP-133: with and without /v1, slashes, whole endpoints.
  ['https://host.example', 'https://host.example/v1'],
  ['https://host.example/', 'https://host.example/v1'],
  ['https://host.example/v1', 'https://host.example/v1'],
  ['https://host.example/v1/', 'https://host.example/v1'],
  ['https://host.example//v1//', 'https://host.example/v1'],
  ['https://host.example/v1/v1', 'https://host.example/v1'],
  ['https://host.example/api/v1', 'https://host.example/api/v1'],
  ['https://host.example/v1/chat/completions', 'https://host.example/v1'],
  ['https://host.example/v1/responses', 'https://host.example/v1'],
  ['https://host.example/v1/models', 'https://host.example/v1'],
  ['https://host.example/v1beta/openai', 'https://host.example/v1beta/openai'],
  ['https://host.example/v1beta/openai/', 'https://host.example/v1beta/openai'],
  ['https://host.example/api/paas/v4', 'https://host.example/api/paas/v4'],
  ['https://host.example/compatible-mode/v1?x=1', 'https://host.example/compatible-mode/v1'],
  // REP-130: services without a version.
  ['https://host.example/chat/completions', 'https://host.example'],
  ['https://host.example#', 'https://host.example'],
  ['https://host.example/openai#', 'https://host.example/openai'],
  // As people paste.
  ['  https://host.example/v1 \n', 'https://host.example/v1'],
  ['"https://host.example/v1"', 'https://host.example/v1'],
  ['“https://host.example/v1”', 'https://host.example/v1'],
  ['<https://host.example/v1>', 'https://host.example/v1'],
  ['https://host.\nexample/v1', 'https://host.example/v1'],
  ['https://host.example/v1\u200b', 'https://host.example/v1'],
  ['HTTPS://Host.Example/v1', 'https://host.example/v1'],
  ['host.example', 'https://host.example/v1'],
  ['host.example:8443/v1', 'https://host.example:8443/v1'],
  // This computer.
  ['localhost:11434', 'http://localhost:11434/v1'],
  ['http://localhost:1234/v1', 'http://localhost:1234/v1'],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080/v1'],
  ['http://[::1]:8080/', 'http://[::1]:8080/v1'],
  // What no key may go to.
  ['http://host.example/v1', 'wrong-address'],
  ['http://192.168.1.5:11434', 'wrong-address'],
  ['http://127.0.0.1.host.example', 'wrong-address'],
  ['ftp://host.example', 'wrong-address'],
  ['javascript:alert(1)', 'wrong-address'],
  ['file:///etc/passwd', 'wrong-address'],
  ['https://me:secret@host.example/v1', 'wrong-address'],
  ['', 'wrong-address'],
  ['sk-1234567890abcdef', 'wrong-address'],
])('REP-128 %j becomes %s', (typed, expected) => {
  expect(normalised(typed)).toBe(expected)
})

test.each([
  ['https://api.anthropic.com', 'https://api.anthropic.com'],
  ['https://api.anthropic.com/', 'https://api.anthropic.com'],
  ['https://api.anthropic.com/v1', 'https://api.anthropic.com'],
  ['https://api.anthropic.com/v1/messages', 'https://api.anthropic.com'],
  ['https://gateway.example/anthropic/v1/messages/', 'https://gateway.example/anthropic'],
])('REP-128 for Anthropic, %j becomes %s', (typed, expected) => {
  expect(normalised(typed, 'anthropic')).toBe(expected)
})

test('REP-131 the list and the calls lie under the same prefix, and normalising twice changes nothing', () => {
  for (const [typed, preset, api] of [
    ['https://host.example/v1/chat/completions', 'compatible', 'openai-chat'],
    ['api.openai.com', 'openai', 'openai-responses'],
    ['https://api.anthropic.com/v1/', 'anthropic', 'anthropic-messages'],
  ] as const) {
    const base = normalised(typed, preset)
    expect(normalised(base, preset)).toBe(base)
    const [prefix = ''] = urlPrefixesFor(base, api)
    expect(modelListUrl(base, api).startsWith(`${prefix}/`)).toBe(true)
  }
})

test.each([
  ['sk-abc123', 'sk-abc123'],
  [' sk-abc123\n', 'sk-abc123'],
  ['sk-abc\r\n123', 'sk-abc123'],
  ['"sk-abc123"', 'sk-abc123'],
  ['’sk-abc123’', 'sk-abc123'],
  ['\u00a0sk-abc123\u200b\ufeff', 'sk-abc123'],
  ['Bearer sk-abc123', 'sk-abc123'],
  ['`sk-abc123`', 'sk-abc123'],
])('REP-134 the key %j is used as %s', (typed, expected) => {
  expect(cleanKey(typed)).toBe(expected)
})
