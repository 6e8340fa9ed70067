import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkModelProvider, type CheckInput, type CheckPorts } from '@shared/providers/check'
import type { CredentialedFetch } from '@shared/providers/model-call'
import { startEmulator, type Emulator } from '../../emulator/server'
import { fetchWithKey, portsWith } from '../../helpers/provider-calls'

let emulator: Emulator

beforeEach(async () => {
  emulator = await startEmulator({ models: ['gpt-5.5', 'gpt-5-nano', 'text-embedding-3-small', 'claude-haiku-4-5'] })
})
afterEach(() => emulator.close())

const checkPorts = (changes: Partial<CheckPorts> = {}): CheckPorts => ({
  ...portsWith({ fetch: fetchWithKey('demo-key') }),
  clock: { now: () => Date.now() },
  isOnline: () => true,
  ...changes,
})
const openAi = (): CheckInput => ({ preset: 'openai', api: 'openai-responses', baseUrl: `${emulator.url}/v1`, modelsByHand: [] })

const codeOf = async (input: CheckInput, changes: Partial<CheckPorts> = {}) => {
  const outcome = await checkModelProvider(input, checkPorts(changes))
  return outcome.kind === 'works' ? 'works' : outcome.failure.code
}

const throwing =
  (message: string): CredentialedFetch =>
  () =>
    Promise.reject(new TypeError(message))

describe('the Check button', () => {
  test('works: lists the models that chat and asks the cheapest for one word', async () => {
    const outcome = await checkModelProvider(openAi(), checkPorts())
    expect(outcome).toMatchObject({ kind: 'works', usedModel: 'gpt-5-nano' })
    expect(outcome.kind === 'works' && outcome.models.map(({ id }) => id)).toEqual([
      'demo-small',
      'demo-large',
      'gpt-5.5',
      'gpt-5-nano',
      'claude-haiku-4-5',
    ])
    expect(emulator.requests().map((request) => `${request.method} ${request.path}`)).toEqual([
      'GET /v1/models',
      'POST /v1/responses',
    ])
  })

  test('works for Anthropic too, at the same kind of address', async () => {
    expect(await codeOf({ preset: 'anthropic', api: 'anthropic-messages', baseUrl: emulator.url, modelsByHand: [] })).toBe('works')
  })

  test('a wrong key', async () => {
    expect(await codeOf(openAi(), { fetch: fetchWithKey('wrong') })).toBe('key-rejected')
  })

  test('a key without credit, though listing works', async () => {
    emulator.fault({ kind: 'out-of-credit' })
    expect(await codeOf(openAi())).toBe('out-of-credit')
  })

  test('REP-131 a wrong path is a wrong address, never a saved key', async () => {
    expect(await codeOf({ ...openAi(), baseUrl: `${emulator.url}/nothing` })).toBe('wrong-address')
    expect(await codeOf({ ...openAi(), baseUrl: emulator.url })).toBe('wrong-address')
  })

  test('a web page is a wrong address', async () => {
    const page = () =>
      Promise.resolve(
        new Response('<!doctype html><title>Welcome</title>', { headers: { 'content-type': 'text/html' } }),
      )
    expect(await codeOf(openAi(), { fetch: page })).toBe('wrong-address')
  })

  test.each([
    ['net::ERR_NAME_NOT_RESOLVED', true, 'wrong-address'],
    ['net::ERR_CONNECTION_REFUSED', true, 'wrong-address'],
    ['net::ERR_INTERNET_DISCONNECTED', false, 'offline'],
    ['net::ERR_NAME_NOT_RESOLVED', false, 'offline'],
    ['net::ERR_CERT_DATE_INVALID', true, 'clock-wrong'],
    ['Failed to fetch', true, 'network'],
  ])('%s while online is %s: %s', async (message, isOnline, code) => {
    expect(await codeOf(openAi(), { fetch: throwing(message), isOnline: () => isOnline })).toBe(code)
  })

  test('a key that is rejected while the clock is an hour off is about the clock', async () => {
    emulator.fault({ kind: 'status', status: 403 }, 3)
    expect(await codeOf(openAi(), { clock: { now: () => Date.now() - 3_600_000 } })).toBe('clock-wrong')
    emulator.clear()
    expect(await codeOf(openAi(), { clock: { now: () => Date.now() - 3_600_000 } })).toBe('works')
  })

  test('a service without a list works with a model typed by hand', async () => {
    const noList: CredentialedFetch = (url, init) =>
      String(url).endsWith('/models')
        ? Promise.resolve(new Response('404 page not found', { status: 404 }))
        : fetchWithKey('demo-key')(url, init)
    const outcome = await checkModelProvider(
      { preset: 'compatible', api: 'openai-chat', baseUrl: `${emulator.url}/v1`, modelsByHand: ['demo-small'] },
      checkPorts({ fetch: noList }),
    )
    expect(outcome).toEqual({ kind: 'works', models: [{ id: 'demo-small', listed: null }], usedModel: 'demo-small' })
    expect(await codeOf({ ...openAi(), modelsByHand: ['demo-small'] }, { fetch: fetchWithKey('wrong') })).toBe(
      'key-rejected',
    )
  })

  test('a model that is listed but closed does not hide one that answers', async () => {
    emulator.fault({ kind: 'status', status: 404 })
    expect(await checkModelProvider(openAi(), checkPorts())).toMatchObject({
      kind: 'works',
      usedModel: 'claude-haiku-4-5',
    })
  })

  test('a person may stop it', async () => {
    const controller = new AbortController()
    controller.abort()
    expect(await codeOf(openAi(), { signal: controller.signal })).toBe('cancelled')
  })
})
