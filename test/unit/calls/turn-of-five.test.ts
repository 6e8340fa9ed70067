import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PromptMessage } from '@shared/providers/model-call'
import type { Part } from '@shared/sessions/message'
import { messageText } from '@shared/sessions/message'
import { startEmulator, type Emulator } from '../../emulator/server'
import { callable, createCallWorld, refusal, routesOf, type Reply } from '../../helpers/call-world'
import { callTo, fetchWithKey, text } from '../../helpers/provider-calls'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ models: ['model-1'] })
})
afterAll(() => emulator.close())

const tool = { name: 'look_up', description: 'Looks something up', inputSchema: { type: 'object', properties: { step: { type: 'number' } } } }

/** The steps of one turn as an agent takes them: each tool's result is on record before the next call, and is what that call is made from. */
test('PRV-6 a 429 at step five of a turn is waited for and retried, and the tools of steps one to four do not run again', async () => {
  const record: PromptMessage[] = [{ role: 'user', parts: [text('Do five things')] }]
  const ran: string[] = []
  const chosen = callable('emulator', { baseUrl: `${emulator.url}/v1` })
  const world = createCallWorld({})
  const forward: Reply = () => fetchWithKey('demo-key')(`${emulator.url}/v1/chat/completions`, { method: 'POST', body: world.sent.at(-1)?.body ?? '', headers: { 'content-type': 'application/json' } })

  for (let step = 1; step <= 5; step++) {
    emulator.script(step < 5 ? { toolCalls: [{ name: tool.name, argumentsText: `{"step":${step}}`, id: `call-${step}` }] } : { text: 'All done.' })
    world.order('emulator', ...(step === 5 ? [refusal(429, { 'retry-after': '7' })] : []), forward)
    const { answer } = await world.call(routesOf(chosen), { callFor: () => Promise.resolve(callTo('model-1', { messages: [...record], tools: [tool] })) })
    expect(answer.failure).toBeNull()
    record.push({ role: 'assistant', parts: answer.parts, origin: { api: 'openai-chat', model: 'model-1' } })
    const results = answer.parts.flatMap((part): Part[] => {
      if (part.type !== 'tool-call') return []
      ran.push(part.toolCallId)
      return [{ type: 'tool-result', toolCallId: part.toolCallId, text: `result of ${part.argumentsText}`, isError: false }]
    })
    if (results.length > 0) record.push({ role: 'tool', parts: results })
  }

  expect(ran).toEqual(['call-1', 'call-2', 'call-3', 'call-4'])
  expect(messageText(record.at(-1)?.parts ?? [])).toBe('All done.')
  const resultsIn = (body: string): number => (JSON.parse(body) as { messages: { role: string }[] }).messages.filter(({ role }) => role === 'tool').length
  expect(world.sent.map(({ body }) => resultsIn(body))).toEqual([0, 1, 2, 3, 4, 4])
  expect(world.sent[5]?.body).toBe(world.sent[4]?.body)
  expect((world.sent[5]?.at ?? 0) - (world.sent[4]?.at ?? 0)).toBeGreaterThanOrEqual(7000)
  // The service got each step once: the refused one never reached it as an answer.
  expect(emulator.requests()).toHaveLength(5)
})
