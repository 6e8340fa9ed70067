import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkModelProvider, type CheckInput, type CheckPorts } from '@shared/providers/check'
import { modelProviderSchema, type CheckOutcome } from '@shared/providers/model-provider'
import type { CredentialedFetch } from '@shared/providers/model-call'
import { presets, type PresetId } from '@shared/providers/presets'
import { en } from '@renderer/i18n/en'
import { zhCN } from '@renderer/i18n/zh-CN'
import { providerFormTextFor } from '@renderer/i18n/provider-form-text'
import { checkWords } from '@renderer/parts/check-words'
import { startEmulator, type Emulator } from '../../emulator/server'
import type { Fault } from '../../emulator/types'
import { chatBaseUrl, type Vendor } from '../../emulator/vendors'
import { portsWith } from '../../helpers/provider-calls'

const key = 'demo-key'
let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ key })
})
afterEach(() => emulator.clear())
afterAll(() => emulator.close())

const everyPreset = modelProviderSchema.shape.preset.options

/** Whose rules hold at the emulator's address of a preset. */
const vendorOf: Partial<Record<PresetId, Vendor>> = {
  deepseek: 'deepseek',
  'qwen-china': 'qwen',
  'qwen-international': 'qwen',
  mistral: 'mistral',
  xai: 'xai',
  groq: 'groq',
  openrouter: 'openrouter',
  azure: 'azure',
}

function inputOf(preset: PresetId): CheckInput {
  const { api } = presets[preset]
  const baseUrl = api === 'anthropic-messages' || api === 'gemini' ? emulator.url : chatBaseUrl(emulator.url, vendorOf[preset] ?? 'plain')
  // Azure lists what could be deployed: the person names what is.
  return { preset, api, baseUrl, modelsByHand: preset === 'azure' ? ['demo-small'] : [] }
}

/** Puts the key where the service looks for it. */
const fetchAs =
  (preset: PresetId, secret: string): CredentialedFetch =>
  (url, init) => {
    const headers = new Headers(init?.headers)
    for (const name of ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key']) headers.delete(name)
    const { scheme } = presets[preset]
    headers.set(scheme === 'bearer' ? 'authorization' : scheme, scheme === 'bearer' ? `Bearer ${secret}` : secret)
    return fetch(url, { ...init, headers })
  }

const unreachable: CredentialedFetch = () => Promise.reject(new TypeError('net::ERR_NAME_NOT_RESOLVED'))

function check(preset: PresetId, changes: Partial<CheckPorts> = {}, input: Partial<CheckInput> = {}): Promise<CheckOutcome> {
  const ports = { ...portsWith({ fetch: fetchAs(preset, key) }), clock: { now: () => Date.now() }, isOnline: () => true, ...changes }
  return checkModelProvider({ ...inputOf(preset), ...input }, ports)
}

const codeOf = (outcome: CheckOutcome) => (outcome.kind === 'works' ? 'works' : outcome.failure.code)

/** As each service says it to somebody in a country that it does not serve. */
function regionRefusal(preset: PresetId): { status: number; body: string } {
  if (presets[preset].api === 'gemini') {
    return { status: 400, body: JSON.stringify({ error: { code: 400, message: 'User location is not supported for the API use.', status: 'FAILED_PRECONDITION' } }) }
  }
  const error = { code: 'unsupported_country_region_territory', message: 'Country, region, or territory not supported', type: 'request_forbidden' }
  return { status: 403, body: JSON.stringify({ error }) }
}

/** Google and OpenRouter say it in their own way; the others as OpenAI or Anthropic do. */
function creditRefusal(preset: PresetId): Fault {
  const own = {
    gemini: { code: 429, message: 'Your prepayment credits are depleted.', status: 'RESOURCE_EXHAUSTED' },
    openrouter: { code: 402, message: 'Insufficient credits. Add more using https://openrouter.ai/settings/credits' },
  }
  if (preset !== 'gemini' && preset !== 'openrouter') return { kind: 'out-of-credit' }
  return { kind: 'status', status: own[preset].code, body: JSON.stringify({ error: own[preset] }) }
}

const outcomes: Record<string, (preset: PresetId) => Promise<CheckOutcome>> = {
  works: (preset) => check(preset),
  'key-rejected': (preset) => check(preset, { fetch: fetchAs(preset, 'another-key') }),
  'out-of-credit': (preset) => {
    emulator.fault(creditRefusal(preset), 3)
    return check(preset)
  },
  'region-blocked': (preset) => {
    emulator.fault({ kind: 'status', ...regionRefusal(preset) }, 3)
    return check(preset)
  },
  'wrong-address': (preset) => check(preset, { fetch: unreachable }),
  offline: (preset) => check(preset, { fetch: unreachable, isOnline: () => false }),
}

describe.each(everyPreset)('Check of %s', (preset) => {
  test.each(Object.entries(outcomes))('tells %s', async (code, outcome) => {
    const found = await outcome(preset)
    expect(found.kind === 'failed' ? [found.failure.code, found.failure.detail] : ['works']).toEqual(code === 'works' ? ['works'] : [code, expect.anything()])
  })

  test('a path where nothing is, is a wrong address', async () => {
    expect(codeOf(await check(preset, {}, { baseUrl: `${emulator.url}/nothing`, modelsByHand: [] }))).toBe('wrong-address')
  })
})

test.each([
  ['en', en],
  ['zh-CN', zhCN],
] as const)('each outcome of Check has words of its own (%s)', (language, text) => {
  const codes = ['key-rejected', 'out-of-credit', 'region-blocked', 'wrong-address', 'offline', 'network', 'clock-wrong', 'no-model'] as const
  const said = codes.map((code) => checkWords({ code, stage: 'connect' }, 'api.example', { text }, providerFormTextFor(language)))
  expect(said.every((words) => words !== null && words.length > 5)).toBe(true)
  expect(new Set(said).size).toBe(codes.length)
})

describe('PRV-12 in a browser', () => {
  const blocked: CredentialedFetch = () => Promise.reject(new TypeError('Failed to fetch'))

  test('an answer that no page may read is told apart from nobody there', async () => {
    const asked: string[] = []
    const isAnythingThere = (answer: boolean) => async (url: string) => asked.push(url) > 0 && answer
    expect(await check('compatible', { fetch: blocked, isAnythingThere: isAnythingThere(true) })).toMatchObject({ failure: { code: 'network' }, refusesPages: true })
    expect(await check('compatible', { fetch: blocked, isAnythingThere: isAnythingThere(false) })).not.toHaveProperty('refusesPages')
    expect(asked).toEqual([`${emulator.url}/v1`, `${emulator.url}/v1`])
  })

  test('without a network, or with an answer, nothing more is asked', async () => {
    const never = () => Promise.reject(new Error('asked'))
    expect(codeOf(await check('compatible', { fetch: blocked, isOnline: () => false, isAnythingThere: never }))).toBe('offline')
    expect(codeOf(await check('compatible', { isAnythingThere: never }))).toBe('works')
  })
})
