import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MessageId } from '@shared/ids'
import { readEntry } from '@shared/sessions/index-doc'
import { messageText } from '@shared/sessions/message'
import { startEmulator, type Emulator } from '../../emulator/server'
import { installFullDisk } from '../../helpers/full-disk'
import { createDisk } from '../../helpers/storage'
import { createFakeLocks } from '../../helpers/fake-locks'
import { draft, openTurnWindow, transcript, until } from '../../helpers/turn-window'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ key: 'demo-key', isStrict: true, tokensPerSecond: null })
})
afterEach(() => emulator.clear())
afterAll(() => emulator.close())

const lastRequest = (): { messages: { role: string; content: unknown }[] } =>
  JSON.parse(String(emulator.requests().at(-1)?.body ?? '{}'))

test('SES-1 a sent question is stored with its tip before the answer begins', async () => {
  const window = await openTurnWindow(emulator)
  emulator.fault({ kind: 'delay', ms: 200 })
  const sent = await window.turns.send(null, draft('Hello'), window.model())
  if (!sent.ok) throw new Error(sent.failure.code)
  expect(await window.db.messages.count()).toBe(1)
  expect(transcript(await window.path(sent.value.session))).toEqual(['user complete: Hello'])
  await window.settled(sent.value.session)
  await window.close()
})

test('SES-6 a call that failed leaves a history that the next call can use', async () => {
  const window = await openTurnWindow(emulator)
  emulator.fault({ kind: 'status', status: 529 }, 3)
  const session = await window.say(null, 'First')
  emulator.script({ text: 'Second answer' })
  await window.say(session, 'Second')
  expect(transcript(await window.path(session))).toEqual([
    'user complete: First',
    'assistant failed: ',
    'user complete: Second',
    'assistant complete: Second answer',
  ])
  expect(lastRequest().messages.map(({ role }) => role)).toEqual(['system', 'user'])
  await window.close()
})

test('STR-2 a connection that closes without its terminal event leaves an interrupted answer with its text', async () => {
  const window = await openTurnWindow(emulator)
  emulator.script({ text: 'One two three four five six seven eight nine ten' })
  emulator.fault({ kind: 'no-terminal' })
  const session = await window.say(null, 'Count')
  const [, answer] = await window.path(session)
  expect([answer?.status, answer?.failure?.code]).toEqual(['interrupted', 'stream-cut'])
  expect(messageText(answer?.parts ?? [])).toContain('One two')
  expect(window.live.current().size).toBe(0)
  expect((await window.calls()).map(({ state }) => state)).toEqual(['failed'])
  await window.close()
})

test('a cut answer is gone on with in its place, without the words that the model repeats', async () => {
  const window = await openTurnWindow(emulator)
  emulator.script({ text: 'The quick brown fox' })
  emulator.fault({ kind: 'no-terminal' })
  const session = await window.say(null, 'Tell')
  const cut = (await window.path(session)).at(-1)
  emulator.script({ text: 'brown fox jumps over the lazy dog.' })
  expect(await window.turns.continueAnswer(cut?.id as MessageId)).toEqual({ ok: true, value: null })
  await window.settled(session)
  expect(transcript(await window.path(session))).toEqual([
    'user complete: Tell',
    'assistant complete: The quick brown fox jumps over the lazy dog.',
  ])
  const { items } = await window.store.readPath(session, 10, new Map())
  expect(items.map(({ siblingIds }) => siblingIds.length)).toEqual([1, 1])
  await window.close()
})

test('a retry in the middle is shown, and the first answer stays a sibling with what followed it', async () => {
  const window = await openTurnWindow(emulator)
  emulator.script({ text: 'A1' }, { text: 'A2' }, { text: 'A1 again' })
  const session = await window.say(null, 'Q1')
  await window.say(session, 'Q2')
  const first = (await window.path(session))[1]
  await window.turns.retry(first?.id as MessageId, window.model('demo-large'))
  await window.settled(session)
  expect(transcript(await window.path(session))).toEqual(['user complete: Q1', 'assistant complete: A1 again'])
  const { items } = await window.store.readPath(session, 10, new Map())
  expect([items[1]?.siblingIds.length, items[1]?.row.answer?.model.modelId]).toEqual([2, 'demo-large'])
  await window.close()
})

test('an edited question is a branch beside the first, and the request has only the branch', async () => {
  const window = await openTurnWindow(emulator)
  const session = await window.say(null, 'Frist')
  const question = (await window.path(session))[0]
  await window.turns.editQuestion(question?.id as MessageId, draft('First'), null)
  await window.settled(session)
  expect(lastRequest().messages.filter(({ role }) => role === 'user')).toHaveLength(1)
  const { items } = await window.store.readPath(session, 10, new Map())
  expect([messageText(items[0]?.parts ?? []), items[0]?.siblingIds.length]).toEqual(['First', 2])
  await window.close()
})

test('a stopped answer keeps its text, and keeping a cut one ends the offer', async () => {
  const window = await openTurnWindow(emulator)
  emulator.script({ text: 'word '.repeat(200) })
  emulator.fault({ kind: 'slow-frames', ms: 5 })
  const sent = await window.turns.send(null, draft('Talk'), window.model())
  if (!sent.ok) throw new Error(sent.failure.code)
  const { session } = sent.value
  await until(() => messageText(window.live.current().get(session)?.parts ?? []).length > 20)
  window.turns.stop(session)
  await window.settled(session)
  const stopped = (await window.path(session)).at(-1)
  expect([stopped?.status, stopped?.failure, messageText(stopped?.parts ?? []).startsWith('word word')]).toEqual(['stopped', undefined, true])
  emulator.script({ text: 'Half of it' })
  emulator.fault({ kind: 'no-terminal' })
  await window.say(session, 'Again')
  const cut = (await window.path(session)).at(-1)
  await window.turns.keep(cut?.id as MessageId)
  const kept = (await window.path(session)).at(-1)
  expect([kept?.id, kept?.status]).toEqual([cut?.id, 'stopped'])
  await window.close()
})

test('SES-2 what a dead window was writing becomes an interrupted message, once, and its call is unfinished', async () => {
  const disk = createDisk()
  const first = await openTurnWindow(emulator, { disk })
  emulator.script({ text: 'word '.repeat(400) })
  emulator.fault({ kind: 'slow-frames', ms: 5 })
  const sent = await first.turns.send(null, draft('Talk'), first.model())
  if (!sent.ok) throw new Error(sent.failure.code)
  const { session } = sent.value
  await until(async () => messageText((await first.db.inflight.toArray())[0]?.parts ?? []).length > 50)
  // A window of its own process: its locks went with the other one.
  const second = await openTurnWindow(emulator, { disk, locks: createFakeLocks() })
  await second.recover()
  await second.recover()
  const path = await second.path(session)
  expect(path.map(({ role, status }) => `${role} ${status}`)).toEqual(['user complete', 'assistant interrupted'])
  expect((await second.calls()).map(({ state }) => state)).toEqual(['unfinished'])
  first.turns.stop(session)
  await first.settled(session)
  await first.close()
  await second.close()
})

test('SES-4 a turn runs in one of two windows; the other is told and can stop it', async () => {
  const disk = createDisk()
  const locks = createFakeLocks()
  const first = await openTurnWindow(emulator, { disk, locks })
  const second = await openTurnWindow(emulator, { disk, locks })
  emulator.script({ text: 'word '.repeat(400) })
  emulator.fault({ kind: 'slow-frames', ms: 5 })
  const sent = await first.turns.send(null, draft('Talk'), first.model())
  if (!sent.ok) throw new Error(sent.failure.code)
  const refused = await second.turns.send(sent.value.session, draft('Me too'), second.model())
  expect(refused).toEqual({ ok: false, failure: { code: 'session-busy', stage: 'store' } })
  second.turns.stop(sent.value.session)
  await first.settled(sent.value.session)
  await second.say(sent.value.session, 'Now me')
  expect((await first.path(sent.value.session)).map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  await first.close()
  await second.close()
})

test('SES-5 save, restart, send: the request holds the same history, byte for byte', async () => {
  const disk = createDisk()
  const conversation = async (restart: boolean) => {
    emulator.clear()
    const own = restart ? disk : createDisk()
    let window = await openTurnWindow(emulator, { disk: own, api: 'anthropic-messages' })
    emulator.script({ reasoning: 'Let me think.', text: 'A1' })
    const session = await window.say(null, 'Q1', 'demo-large')
    if (restart) {
      await window.close()
      window = await openTurnWindow(emulator, { disk: own, api: 'anthropic-messages' })
    }
    await window.say(session, 'Q2', 'demo-large')
    await window.close()
    return (JSON.parse(String(emulator.requests().at(-1)?.body)) as { messages: unknown }).messages
  }
  const before = await conversation(false)
  expect(JSON.stringify(await conversation(true))).toBe(JSON.stringify(before))
})

test('STO-3 an answer that the disk refuses stays on the screen and is stored when there is room again', async () => {
  const window = await openTurnWindow(emulator)
  emulator.fault({ kind: 'delay', ms: 100 })
  emulator.script({ text: 'Precious' })
  const sent = await window.turns.send(null, draft('Ask'), window.model())
  if (!sent.ok) throw new Error(sent.failure.code)
  const { session } = sent.value
  const disk = installFullDisk()
  try {
    disk.fillAfter(1)
    await until(() => window.live.current().get(session)?.phase === 'unsaved')
    expect(messageText(window.live.current().get(session)?.parts ?? [])).toBe('Precious')
    disk.empty()
    await window.guard.retryPending()
    await window.settled(session)
    expect(transcript(await window.path(session))).toEqual(['user complete: Ask', 'assistant complete: Precious'])
  } finally {
    disk.restore()
  }
  await window.close()
})

test('STO-3 a question that the disk refuses is not sent, and nothing of it is left behind', async () => {
  const window = await openTurnWindow(emulator)
  const disk = installFullDisk()
  try {
    disk.fillAfter(1)
    const sent = await window.turns.send(null, draft('Ask'), window.model())
    expect(sent.ok ? null : sent.failure.code).toBe('storage-full')
  } finally {
    disk.restore()
  }
  expect([emulator.requests().length, await window.db.messages.count(), await window.db.inflight.count()]).toEqual([0, 0, 0])
  await window.close()
})

test('SES-2 the list marks a session whose last answer was cut, until it is kept or gone on with', async () => {
  const window = await openTurnWindow(emulator)
  emulator.script({ text: 'Half of it' }, { text: 'Half again' })
  emulator.fault({ kind: 'no-terminal' }, 2)
  const session = await window.say(null, 'Tell')
  const isMarked = () => readEntry(window.index.doc, session)?.interrupted
  const marks = [isMarked()]
  await window.turns.keep((await window.path(session)).at(-1)?.id as MessageId)
  marks.push(isMarked())
  await window.say(session, 'Again')
  marks.push(isMarked())
  emulator.script({ text: ' and the rest.' })
  await window.turns.continueAnswer((await window.path(session)).at(-1)?.id as MessageId)
  await window.settled(session)
  marks.push(isMarked())
  expect(marks).toEqual([true, false, true, false])
  await window.close()
})
