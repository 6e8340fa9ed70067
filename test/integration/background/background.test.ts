import * as Y from 'yjs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SessionId } from '@shared/ids'
import { isMessageSource } from '@shared/memory/layout'
import { entriesWith } from '@shared/memory/view'
import { apiKinds } from '@shared/providers/model-call'
import { changeEntry, readEntry } from '@shared/sessions/index-doc'
import { purgeSession } from '@renderer/db/purge'
import { startEmulator, type Emulator } from '../../emulator/server'
import { openBackgroundWindow, type BackgroundWindow } from '../../helpers/background-window'
import { until } from '../../helpers/turn-window'

let emulator: Emulator
const windows: BackgroundWindow[] = []
beforeAll(async () => {
  emulator = await startEmulator({ key: 'demo-key', isStrict: true, tokensPerSecond: null })
})
afterEach(async () => {
  for (const window of windows.splice(0)) await window.close()
  emulator.clear()
})
afterAll(() => emulator.close())

async function open(options: Parameters<typeof openBackgroundWindow>[1] = {}): Promise<BackgroundWindow> {
  const window = await openBackgroundWindow(emulator, options)
  windows.push(window)
  return window
}

const entryOf = (window: BackgroundWindow, session: SessionId) => readEntry(window.index.doc, session)
/** The jobs are there, and for the answer. */
const jobCount = (window: BackgroundWindow, count: number) =>
  until(async () => {
    const jobs = await window.jobs()
    return jobs.length === count && jobs.every(({ upTo, sessionId }) => upTo === entryOf(window, sessionId)?.tip)
  })
const asked = (): Record<string, unknown>[] => emulator.background.requests().map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>)

describe('after a turn', () => {
  test('what the person said of themselves is in memory, quoted from their message, and the session has a name', async () => {
    const window = await open()
    const session = await window.say(null, 'I live in Lyon, and I prefer trains over planes. Plan a weekend in Turin!')
    await jobCount(window, 3)
    expect(emulator.background.requests()).toEqual([])
    await window.pass(2)
    const [question] = await window.path(session)
    const entries = entriesWith(window.view(), 'active', 'proposed')
    expect(entries.map(({ text, status }) => `${status}: ${text}`)).toContain('active: Lives in Lyon')
    expect(entries.flatMap(({ provenance }) => provenance.filter(isMessageSource)).every(({ messageId }) => messageId === question?.id)).toBe(true)
    expect(entryOf(window, session)).toMatchObject({ titleSource: 'model', memoryUpTo: (await window.path(session)).at(-1)?.id })
    expect((await window.jobs()).map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  })

  test('every call is on record with its task and its price', async () => {
    const window = await open()
    const session = await window.say(null, 'I live in Lyon.')
    await jobCount(window, 3)
    await window.pass(2)
    const calls = (await window.calls()).filter(({ task }) => task !== 'chat')
    expect(calls.map(({ task, state, sessionId }) => [task, state, sessionId]).sort()).toEqual([
      ['memory', 'ended', session],
      ['title', 'ended', session],
    ])
    expect(calls.every(({ costMicroUsd, usage }) => costMicroUsd !== null && usage?.isEstimate === false)).toBe(true)
  })

  test('nothing new was said: nothing is asked again', async () => {
    const window = await open()
    const session = await window.say(null, 'I live in Lyon.')
    await jobCount(window, 3)
    await window.pass(2)
    const before = [Y.encodeStateAsUpdate(window.memoryDoc), emulator.background.requests().length]
    await window.background.runner.touch(session, 'moved' as never)
    await window.pass(10)
    expect([Y.encodeStateAsUpdate(window.memoryDoc), emulator.background.requests().length]).toEqual(before)
  })

  test.each(apiKinds)('%s is held to the schema', async (api) => {
    const window = await open({ api })
    await window.say(null, 'I live in Lyon.')
    await jobCount(window, 3)
    await window.pass(2)
    expect(window.standing().active).toEqual(['Lives in Lyon'])
    const hasSchema = asked().map((body) => /"json_schema"|"responseSchema"/.test(JSON.stringify(body)))
    // The demo model is none of Anthropic's that know a format.
    expect(hasSchema).toEqual(api === 'anthropic-messages' ? [false, false] : [true, true])
  })

  test('a service that takes no schema is asked without', async () => {
    const window = await open({ settings: { backgroundTasks: only('memory') } })
    emulator.background.fault({ kind: 'status', status: 400 })
    await window.say(null, 'I live in Lyon.')
    await jobCount(window, 1)
    await window.pass(2)
    expect(window.standing().active).toEqual(['Lives in Lyon'])
    expect(asked().map((body) => 'response_format' in body)).toEqual([true, false])
    expect((await window.calls()).filter(({ task }) => task === 'memory').map(({ state }) => state).sort()).toEqual(['ended', 'failed'])
  })

  test('a session is summed up once it is long, with the messages behind each line', async () => {
    const window = await open({ settings: { backgroundTasks: only('summary') } })
    let session: SessionId | null = null
    for (let turn = 0; turn < 11; turn++) session = await window.say(session, turn === 3 ? 'I need to call the landlord.' : `Question number ${turn}?`)
    await jobCount(window, 1)
    await window.pass(2)
    const summary = session === null ? null : entryOf(window, session)?.summary
    const ids = new Set((await window.path(session as SessionId)).map(({ id }) => id))
    expect(summary?.lines.map(({ kind }) => kind)).toEqual(['gist', 'todo'])
    expect(summary?.lines.flatMap(({ from }) => from).every((id) => ids.has(id))).toBe(true)
    expect([summary?.upTo, summary?.model]).toEqual([[...ids].at(-1), 'Demo model, not a language model (small)'])
  })
})

describe('whatever happens meanwhile', () => {
  test('a restart in the middle loses nothing and does nothing twice', async () => {
    const before = await open()
    const session = await before.say(null, 'I live in Lyon.')
    await jobCount(before, 3)
    await before.close()
    windows.length = 0
    const after = await open({ disk: before.disk })
    await after.background.start()
    await after.pass(2)
    expect(after.standing()).toEqual({ active: ['Lives in Lyon'], proposed: [] })
    expect(entryOf(after, session)?.titleSource).toBe('model')
    await after.pass(30)
    expect(emulator.background.requests()).toHaveLength(2)
  })

  test('offline the work waits, and is done once the network is back', async () => {
    const window = await open()
    await window.say(null, 'I live in Lyon.')
    await jobCount(window, 3)
    window.state.isOnline = false
    await window.pass(60)
    expect([emulator.background.requests().length, window.standing().active]).toEqual([0, []])
    window.state.isOnline = true
    await window.background.runner.release('network')
    expect(window.standing().active).toEqual(['Lives in Lyon'])
    expect((await window.jobs()).every(({ attempts }) => attempts === 0)).toBe(true)
  })

  test('of a private session nothing is sent and nothing kept', async () => {
    const window = await open()
    const session = await window.say(null, 'I live in Lyon.')
    await jobCount(window, 3)
    changeEntry(window.index.doc, session, { isPrivate: true })
    await window.pass(2)
    await window.say(session, 'I work at Contoso.')
    await window.pass(20)
    expect([emulator.background.requests().length, window.standing()]).toEqual([0, { active: [], proposed: [] }])
  })

  test('a session made private while the model is thinking leaves nothing', async () => {
    const window = await open({ settings: { backgroundTasks: only('memory') } })
    const session = await window.say(null, 'I live in Lyon.')
    await jobCount(window, 1)
    emulator.background.fault({ kind: 'delay', ms: 150 })
    const passed = window.pass(2)
    await until(() => emulator.background.requests().length === 1)
    changeEntry(window.index.doc, session, { isPrivate: true })
    await passed
    expect(window.standing()).toEqual({ active: [], proposed: [] })
  })

  test('a title that the person types meanwhile stays', async () => {
    const window = await open({ settings: { backgroundTasks: only('title') } })
    const session = await window.say(null, 'Plan a weekend in Turin')
    await jobCount(window, 1)
    emulator.background.fault({ kind: 'delay', ms: 150 })
    const passed = window.pass(1)
    await until(() => emulator.background.requests().length === 1)
    changeEntry(window.index.doc, session, { title: 'Mine', titleSource: 'person' })
    await passed
    expect(entryOf(window, session)).toMatchObject({ title: 'Mine', titleSource: 'person' })
  })

  test('a session that is deleted takes its jobs along', async () => {
    const window = await open()
    const session = await window.say(null, 'I live in Lyon.')
    await jobCount(window, 3)
    await purgeSession(session, Date.now(), window)
    expect(await window.jobs()).toEqual([])
  })
})

describe('an answer that is none', () => {
  const add = { op: 'add', entries: [], message: 'm1', quote: 'I live in Lyon', section: 'identity', topic: 'home city', text: 'Lives in Lyon', basis: 'stated', confidence: 1, reason: null, validFrom: null, expiresOn: null }
  const said = JSON.stringify({ operations: [add] })

  test.each([
    ['prose', 'There is nothing worth remembering.'],
    ['nothing', ''],
    ['a cut answer', said.slice(0, -3)],
    ['an operation that there is not', said.replace('"add"', '"overwrite"')],
    ['a missing quote', JSON.stringify({ operations: [{ ...add, quote: undefined }] })],
    ['a flood', JSON.stringify({ operations: Array.from({ length: 21 }, () => add) })],
    ['a book', JSON.stringify({ operations: [{ ...add, reason: 'x'.repeat(50_000) }] })],
    ['another shape', JSON.stringify([add])],
  ])('MEM-9 %s changes nothing, and is tried again', async (_, text) => {
    const window = await open({ settings: { backgroundTasks: only('memory') } })
    emulator.background.script({ text })
    await window.say(null, 'I live in Lyon.')
    await jobCount(window, 1)
    await window.pass(2)
    expect(window.standing()).toEqual({ active: [], proposed: [] })
    expect((await window.jobs())[0]).toMatchObject({ state: 'waiting', attempts: 1, failure: { code: 'malformed-response' } })
    await window.pass(4)
    expect(window.standing().active).toEqual(['Lives in Lyon'])
  })

  test('MEM-9 an answer that ran out of room is none, though what came is whole', async () => {
    const window = await open({ settings: { backgroundTasks: only('memory') } })
    emulator.background.script({ text: said, finish: 'length' })
    await window.say(null, 'I live in Lyon.')
    await jobCount(window, 1)
    await window.pass(2)
    expect([window.standing().active, (await window.jobs())[0]?.failure?.code]).toEqual([[], 'output-limit'])
  })

  test('MEM-9 after five tries the failure is visible, and may be tried again', async () => {
    const window = await open({ settings: { backgroundTasks: only('memory') } })
    emulator.background.script(...Array.from({ length: 5 }, () => ({ text: 'no' })))
    await window.say(null, 'I live in Lyon.')
    await jobCount(window, 1)
    for (const minutes of [2, 5, 5, 15, 70]) await window.pass(minutes)
    expect((await window.jobs())[0]).toMatchObject({ state: 'failed', attempts: 5, failure: { code: 'malformed-response' } })
    expect(window.standing()).toEqual({ active: [], proposed: [] })
    await window.background.tryAgain('memory')
    expect(window.standing().active).toEqual(['Lives in Lyon'])
  })

  test('one bad operation is refused and counted, the others stand', async () => {
    const window = await open({ settings: { backgroundTasks: only('memory') } })
    emulator.background.script({ text: JSON.stringify({ operations: [add, { ...add, message: 'm7' }, { ...add, op: 'revise', entries: ['e9'] }, { ...add, expiresOn: '2026-02-31' }] }) })
    await window.say(null, 'I live in Lyon.')
    await jobCount(window, 1)
    await window.pass(2)
    expect(window.standing().active).toEqual(['Lives in Lyon'])
    expect((await window.jobs())[0]?.report).toEqual({ accepted: 1, proposed: 0, refused: { 'unknown-message': 1, 'unknown-entry': 1, 'not-a-day': 1 } })
  })
})

/** Settings in which one task alone is on. */
function only(task: 'memory' | 'summary' | 'title') {
  const off = { isOn: false, model: null }
  return { memory: off, summary: off, title: off, [task]: { isOn: true, model: null } }
}
