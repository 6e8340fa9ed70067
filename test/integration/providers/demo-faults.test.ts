import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoFaultHeader, demoFaults, readDemoFault, writeDemoFault, type DemoFaultOrder } from '@shared/providers/demo-fault'
import { startEmulator, type Emulator } from '../../emulator/server'
import { callTo, partsOf, portsWith } from '../../helpers/provider-calls'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator()
})
afterAll(() => emulator.close())

async function ask(order: DemoFaultOrder, model = 'demo-large') {
  const fetchWithOrder = (url: string | URL | Request, init?: RequestInit) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', 'Bearer demo-key')
    headers.set(demoFaultHeader, writeDemoFault(order))
    return fetch(url, { ...init, headers })
  }
  const parts = await partsOf('openai-chat', callTo(model), `${emulator.url}/v1`, portsWith({ fetch: fetchWithOrder }))
  return parts.at(-1)
}

test.each([
  ['limited', 'rate-limited'],
  ['overloaded', 'overloaded'],
  ['cut', 'stream-cut'],
  ['down', 'server-error'],
] as const)('the demo’s model, %s once, answers so once', async (fault, code) => {
  emulator.script({ text: 'word '.repeat(400) })
  const order = { fault, of: 'both', once: `only-${fault}` } as const
  expect(await ask(order)).toMatchObject({ type: 'call-failed', failure: { code } })
  emulator.clear()
  expect(await ask(order)).toMatchObject({ type: 'call-end' })
})

test('every call, and of one model alone', async () => {
  const order = { fault: 'limited', of: 'large', once: null } as const
  expect(await ask(order)).toMatchObject({ type: 'call-failed', failure: { code: 'rate-limited', retryAfterMs: 6000 } })
  expect(await ask(order)).toMatchObject({ type: 'call-failed' })
  expect(await ask(order, 'demo-small')).toMatchObject({ type: 'call-end' })
})

test('an order reads back as it was written, and nothing else is one', () => {
  for (const fault of demoFaults) {
    for (const once of [null, 'a1']) expect(readDemoFault(writeDemoFault({ fault, of: 'large', once }))).toEqual({ fault, of: 'large', once })
  }
  expect(['', 'limited', 'limited both', 'other both always'].map(readDemoFault)).toEqual([null, null, null, null])
})
