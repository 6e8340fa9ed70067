import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKinds, type ApiKind, type CredentialedFetch } from '@shared/providers/model-call'
import { startEmulator, type Emulator } from '../emulator/server'
import { answering, callTo, fetchWithKey, partsOf, portsWith } from '../helpers/provider-calls'
import { callable, createCallWorld, routesOf, stream } from '../helpers/call-world'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ models: ['model-1'], key: null, isStrict: false })
})
afterAll(() => emulator.close())

const tool = { name: 'look_up', description: 'Looks something up', inputSchema: { type: 'object', properties: {} } }
const baseUrlOf = (api: ApiKind): string => (api === 'anthropic-messages' || api === 'gemini' ? emulator.url : `${emulator.url}/v1`)
const sampledCuts = 60

/** A whole answer as it comes over the wire: reasoning, words, a tool call. */
async function recorded(api: ApiKind): Promise<Uint8Array> {
  emulator.script({ reasoning: 'Let me see.', text: 'Here it is.', toolCalls: [{ name: tool.name, argumentsText: '{"word":"tea"}' }] })
  const pieces: Uint8Array[] = []
  const recording: CredentialedFetch = async (url, init) => {
    const response = await fetchWithKey('demo-key')(url, init)
    const bytes = new Uint8Array(await response.arrayBuffer())
    pieces.push(bytes)
    return new Response(bytes, { status: response.status, headers: response.headers })
  }
  await partsOf(api, callTo('model-1', { tools: [tool], effort: 'low' }), baseUrlOf(api), portsWith({ fetch: recording }))
  const [body] = pieces
  if (body === undefined) throw new Error('nothing was recorded')
  return body
}

/** After each event, and at any byte. */
function cutsOf(body: Uint8Array): readonly number[] {
  const wire = Buffer.from(body).toString('latin1')
  const boundaries = [...wire.matchAll(/\r?\n\r?\n/g)].map((match) => match.index + match[0].length)
  const sampled = fc.sample(fc.integer({ min: 0, max: body.length - 1 }), { numRuns: sampledCuts, seed: 6 })
  return [...new Set([0, ...boundaries.filter((at) => at < body.length), ...sampled])]
}

const shownTypes: ReadonlySet<string> = new Set(['text-delta', 'reasoning-delta', 'tool-input-delta', 'tool-call'])

test.each(apiKinds)('PRV-6 %s: cut at every event and at sampled bytes, what has shown anything is sent nowhere again, and what has not is asked for once more', async (api) => {
  const body = await recorded(api)
  const chosen = callable('official', { api, baseUrl: baseUrlOf(api) })
  const other = callable('mirror', { api, baseUrl: baseUrlOf(api) })
  const call = callTo('model-1', { tools: [tool], effort: 'low' })
  let shownCuts = 0
  let silentCuts = 0
  for (const at of cutsOf(body)) {
    const cut = body.slice(0, at)
    const parts = await partsOf(api, call, baseUrlOf(api), portsWith({ fetch: answering([cut]) }))
    const hasShown = parts.some((part) => shownTypes.has(part.type) && !('text' in part && part.text === '' && part.type !== 'tool-input-delta'))
    const isCut = parts.some((part) => part.type === 'call-failed')
    const world = createCallWorld({ official: [stream(cut), stream(body)], mirror: [stream(body)] })
    const { answer, shown, attempts } = await world.call(routesOf(chosen, other), { callFor: () => Promise.resolve(call) })
    if (hasShown || !isCut) {
      shownCuts++
      expect([at, world.sent.length, attempts.length]).toEqual([at, 1, 1])
    } else {
      silentCuts++
      expect([at, world.sent.length, answer.failure]).toEqual([at, 2, null])
    }
    // What was shown only ever grows: nothing that a person read is taken back.
    const words = shown.map((seen) => seen.flatMap((part) => ('text' in part ? [part.text] : [])).join(''))
    expect(words.every((said, index) => index === 0 || said.startsWith(words[index - 1] ?? ''))).toBe(true)
  }
  expect(Math.min(shownCuts, silentCuts)).toBeGreaterThan(0)
}, 120_000)
