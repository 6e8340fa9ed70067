import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { SectionId, SessionId } from '@shared/ids'
import { addEntry } from '@shared/memory/operations'
import { createSessions } from '@renderer/state/sessions'
import { startEmulator, type Emulator } from '../../emulator/server'
import { newId } from '../../helpers/storage'
import { draft, openTurnWindow, type TurnWindow } from '../../helpers/turn-window'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ key: 'demo-key', isStrict: true, tokensPerSecond: null })
})
afterEach(() => emulator.clear())
afterAll(() => emulator.close())

const lastBody = (): string => String(emulator.requests().at(-1)?.body ?? '')

function remember(window: TurnWindow, text: string) {
  return addEntry(window.writer, { text, sectionId: 'identity' as SectionId })
}

test('a private session has no memory in its prompt, from its first question on', async () => {
  const window = await openTurnWindow(emulator)
  remember(window, 'Lives in Lyon')
  const open = await window.say(null, 'Where do I live?')
  expect(lastBody()).toContain('Lives in Lyon')
  const sent = await window.turns.send(null, draft('And here?'), window.model(), { isPrivate: true })
  if (!sent.ok) throw new Error(sent.failure.code)
  await window.settled(sent.value.session)
  expect(lastBody()).not.toContain('Lyon')
  await window.say(sent.value.session, 'Still nothing?')
  expect(lastBody()).not.toContain('Lyon')
  await window.say(open, 'And there?')
  expect(lastBody()).toContain('Lives in Lyon')
  await window.close()
})

test('what was in a prompt is counted once per answer, and can be looked up by its call', async () => {
  const window = await openTurnWindow(emulator)
  const id = remember(window, 'Lives in Lyon')
  const session = await window.say(null, 'First')
  await window.say(session, 'Second')
  const [, answer] = await window.path(session)
  const manifest = await window.promptOf(answer?.callId)
  expect(manifest?.items.filter(({ kind }) => kind === 'memory-entry').map((item) => item.id)).toEqual([id])
  await expect.poll(async () => (await window.db.memoryUses.get(id))?.count).toBe(2)
  await window.close()
})

test('what was said in private stays private: a session is made public again only where nothing was said since', async () => {
  const window = await openTurnWindow(emulator)
  const { db, index, store } = window
  const sessions = createSessions({ db, index, store, clock: { now: () => Date.now() }, newId, bridge: { request: () => Promise.reject(new Error('not here')) } })
  const isPrivate = (id: SessionId) => sessions.list.current().some((session) => session.id === id && session.isPrivate)

  const session = await window.say(null, 'In the open')
  expect(await sessions.setPrivate(session, true)).toEqual({ ok: true, value: null })
  expect(await sessions.setPrivate(session, false)).toEqual({ ok: true, value: null })
  expect(isPrivate(session)).toBe(false)

  await sessions.setPrivate(session, true)
  await window.say(session, 'In private')
  expect((await sessions.setPrivate(session, false)).ok).toBe(false)
  expect(isPrivate(session)).toBe(true)
  await window.close()
})
