import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MessageRow } from '@shared/sessions/message'
import { startEmulator, type Emulator } from '../../emulator/server'
import type { ScriptedAnswer } from '../../emulator/types'
import { answered, asked, modelRoutes, routeModels, stored, withResults, type ModelRoute } from '../../helpers/model-routes'

const callFor = (city: string) => ({ name: 'get_weather', argumentsText: JSON.stringify({ city }) })
const twoCalls: ScriptedAnswer = { reasoning: 'Two places. 两个地方 🌦', toolCalls: [callFor('上海'), callFor('Zürich')] }
const oneCall: ScriptedAnswer = { reasoning: 'One more.', text: 'Let me look.', toolCalls: [callFor('Oslo')] }
const words: ScriptedAnswer = { reasoning: 'That is all.', text: 'Sunny everywhere. 到处晴朗。' }

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ models: routeModels })
})
afterAll(() => emulator.close())

/** One answer on this route, accepted by the service. */
async function say(to: ModelRoute, rows: readonly MessageRow[], script: ScriptedAnswer): Promise<MessageRow[]> {
  emulator.script(script)
  const { rows: after, last } = await answered(emulator, to, rows)
  emulator.clear()
  expect(last, to.name).toMatchObject({ type: 'call-end', finishReason: script.toolCalls === undefined ? 'stop' : 'tool-calls' })
  return after
}

/** A question, two calls side by side, a third one behind words, and the answer. */
async function turn(to: ModelRoute, rows: readonly MessageRow[], question: string): Promise<MessageRow[]> {
  const first = withResults(await say(to, asked(rows, question), twoCalls))
  return say(to, withResults(await say(to, first, oneCall)), words)
}

describe.each(modelRoutes.map((route) => [route.name, route] as const))('%s', (_name, route) => {
  test('PRV-3 a conversation of two turns with tools is saved, reloaded and gone on with', async () => {
    const once = await turn(route, [], 'Weather?')
    const reloaded = stored(once)
    const twice = await turn(route, reloaded, 'And tomorrow?')
    expect(twice.filter(({ role }) => role === 'tool')).toHaveLength(4)
    const blocks = twice.flatMap(({ parts }) => parts).filter(({ type }) => type === 'provider')
    expect(blocks.length > 0).toBe(route.hasBlocks)
  })

  test('PRV-3 a turn that was stopped behind a tool is followed by the next question', async () => {
    const stopped = withResults(await say(route, asked([], 'Weather?'), twoCalls))
    await say(route, asked(stopped, 'Never mind. What is 1 + 1?'), words)
  })

  test('REP-22 a call whose tool never ran does not end the conversation', async () => {
    const cut = await say(route, asked([], 'Weather?'), oneCall)
    await say(route, asked(cut, 'Are you there?'), words)
  })
})

describe('PRV-4 a conversation goes on with another model', () => {
  const pairs = modelRoutes.flatMap((from) => modelRoutes.filter((to) => to !== from).map((to) => [from, to] as const))
  const begun = new Map<ModelRoute, MessageRow[]>()
  const wholeTurn = async (from: ModelRoute): Promise<MessageRow[]> => {
    const rows = begun.get(from) ?? (await turn(from, [], 'Weather?'))
    begun.set(from, rows)
    return rows
  }

  test.each(pairs.map(([from, to]) => [from.name, to.name, from, to] as const))(
    'PRV-4 from %s to %s, in the middle of a turn and behind it, and back',
    async (_from, _to, from, to) => {
      const whole = await wholeTurn(from)
      // The question, two calls and their results: the other model takes over from here, and this one goes on behind it.
      const switched = withResults(await say(to, whole.slice(0, 3), oneCall))
      await say(from, switched, words)
      await say(from, asked(await turn(to, whole, 'And tomorrow?'), 'Thanks.'), words)
    },
  )
})
