import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Bridge } from '@shared/bridge/bridge'
import { createIdFactory, type CallId, type DeviceId, type EntryId, type MessageId, type SectionId, type SessionId } from '@shared/ids'
import type { LocalDate } from '@shared/clock'
import { reject } from '@shared/memory/decisions'
import { createEraser } from '@shared/memory/history/eraser'
import { renderMirror } from '@shared/memory/mirror'
import { addEntry, addSection, editEntryText, type MemoryWriter } from '@shared/memory/operations'
import { renderProfile } from '@shared/memory/profile-markdown'
import { seedMemory } from '@shared/memory/seed'
import { submit, type ProposalDraft } from '@shared/memory/submit'
import { RecallIndex } from '@shared/context/recall/recall-index'
import { putEntry, readEntry } from '@shared/sessions/index-doc'
import { fail, ok } from '@shared/result'
import { applyIfReadable, openPersistedDoc, type PersistedDoc } from '@renderer/db/doc-store'
import { recordHistory } from '@renderer/db/memory-history'
import type { CommonplaceDb } from '@renderer/db/schema'
import { writeSnapshot } from '@renderer/db/snapshots'
import { createForgetting, type ForgetPorts } from '@renderer/state/forget'
import { createDesktopRouter } from '../../helpers/desktop-router'
import { installFullDisk } from '../../helpers/full-disk'
import { createFakeLocks } from '../../helpers/fake-locks'
import { titles } from '../../helpers/memory'
import { createDisk, messageRow, openWindow, type Disk } from '../../helpers/storage'

const statement = 'Keeps the spare key under the turquoise flowerpot'
const said = 'I keep my spare key under the turquoise flowerpot'
const echo = 'Noted: you keep your spare key under the turquoise flowerpot.'
/** Every word that stands nowhere else. */
const needles = ['turquoise', 'flowerpot', 'spare key']
const session = 'session-1' as SessionId
const device = 'laptop' as DeviceId

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'forget-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A storage by name, as a browser has it. */
function createStorage(content: Record<string, string>): Storage {
  const items = new Map(Object.entries(content))
  return {
    get length() {
      return items.size
    },
    key: (at: number) => [...items.keys()][at] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
    clear: () => items.clear(),
  }
}

async function open(disk: Disk, now: { at: number }) {
  const clock = { now: () => (now.at += 1) }
  const window = await openWindow(disk)
  const memory = await openPersistedDoc('memory', { ...window, windowId: `memory-${now.at}` })
  recordHistory(memory, { db: window.db, clock: { now: () => now.at }, device })
  const router = createDesktopRouter(folder)
  const bridge = { request: router.request } as unknown as Pick<Bridge, 'request'>
  const writer: MemoryWriter = { doc: memory.doc, origin: { author: { kind: 'person', device } }, clock, newId: createIdFactory(clock) }
  const erased: SessionId[] = []
  const ports: ForgetPorts = {
    ...{ db: window.db, memory, index: window.index, clock, bridge, titles },
    drafts: { flush: async () => undefined },
    locks: createFakeLocks() as unknown as LockManager,
    storage: createStorage({ theme: 'dark', 'last-search': statement }),
    onErased: (sessions) => void erased.push(...sessions),
  }
  const close = async () => {
    await memory.close()
    await window.close()
  }
  return { ...window, memory, bridge, writer, ports, erased, clock, close, forget: createForgetting(ports) }
}
type Opened = Awaited<ReturnType<typeof open>>

/** Plants the sentence wherever the app keeps words. */
async function plant({ db, memory, index, bridge, writer, clock, ports }: Opened, now: { at: number }): Promise<EntryId> {
  seedMemory(memory.doc, 'seed')
  const preferences = 'preferences' as SectionId
  addEntry(writer, { text: '- likes tea', sectionId: preferences })
  const model: MemoryWriter = { ...writer, origin: { author: { kind: 'model', name: 'small' } } }
  const question = messageRow(session, { parts: [{ type: 'text', text: `Good morning. ${said}. How are you?` }] })
  const call = { toolCallId: 't', name: 'note' }
  const answer = messageRow(session, {
    role: 'assistant',
    author: 'model',
    parentIds: [question.id],
    parts: [
      { type: 'reasoning', text: `The person said: ${said}.` },
      { type: 'text', text: `${echo} Fine.` },
      { type: 'tool-call', ...call, argumentsText: JSON.stringify({ note: said }) },
      { type: 'tool-result', toolCallId: 't', text: `stored: ${statement}`, isError: false },
      { type: 'provider', api: 'x', model: 'y', json: JSON.stringify({ thinking: said }) },
    ],
  })
  const sealed = messageRow(session, {
    role: 'assistant',
    author: 'model',
    parentIds: [question.id],
    parts: [{ type: 'text', text: 'Another answer.' }, { type: 'provider', api: 'x', model: 'y', json: '{"sealed":"bm90aGluZw=="}' }],
  })
  const overlay = messageRow(session, { role: 'assistant', author: 'model', parentIds: [], overlayOf: answer.id, parts: [{ type: 'text', text: echo }] })
  const { store } = await windowStore(db, index)
  await store([question, answer, sealed, overlay])
  const source = { sessionId: session, messageId: question.id, quote: said, at: now.at }
  const draft: ProposalDraft = { change: 'add', targets: [], sectionId: preferences, text: statement, topic: null, basis: 'stated', isUntrusted: false, author: { kind: 'model', name: 'small' }, provenance: [source], reason: `because ${said}` }
  const context = { sourceText: () => said, today: '2026-11-30' as LocalDate }
  const submitted = submit(model, draft, context)
  if (!('id' in submitted) || submitted.id === undefined) throw new Error('not submitted')
  const rejected = submit(model, { ...draft, text: `${statement} in summer`, topic: 'key' }, context)
  if ('id' in rejected && rejected.id !== undefined) reject(writer, rejected.id)
  // Typed, and typed over: the words stand in the history only.
  const typed = addEntry(writer, { text: '- ', sectionId: preferences })
  for (let length = 5; length <= statement.length; length += 5) {
    now.at += 70_000
    editEntryText(writer, typed, `- ${statement.slice(0, length)}`)
  }
  await memory.flush()
  now.at += 120_000
  editEntryText(writer, typed, '- likes coffee')
  addSection(writer, statement, 1)
  await memory.flush()
  await index.edit((doc) => {
    const summary = { lines: [{ kind: 'gist' as const, text: said, from: [question.id] }, { kind: 'todo' as const, text: 'Buy tea', from: [question.id] }], upTo: question.id, at: 1, model: 'small' }
    putEntry(doc, session, { title: said, createdAt: 1, updatedAt: 1, tip: answer.id, summary })
  })
  await db.drafts.put({ key: session, text: `and ${said}`, files: [], updatedAt: 1 })
  await db.inflight.put({ messageId: 'inflight' as MessageId, sessionId: session, parentIds: [], parts: [{ type: 'text', text: echo }], model: { modelProviderId: 'p', modelId: 'm' }, modelName: 'm', callId: 'c' as CallId, device, startedAt: 1, updatedAt: 1, windowId: 'w' })
  await db.calls.put({ id: 'c', sessionId: session, startedAt: 1, state: 'failed', failure: { code: 'bad-request', stage: 'connect', detail: `refused: ${said}` } })
  await db.jobs.put({ id: `memory/${session}`, state: 'failed', sessionId: session, failure: { detail: said } })
  await db.settings.put({ key: 'last', value: { query: statement } })
  await db.meta.put({ key: 'damaged:memory', value: Y.encodeStateAsUpdate(memory.doc) })
  await db.docUpdates.add({ docName: 'memory', update: new TextEncoder().encode(`torn ${statement}`), windowId: 'torn' })
  const recall = new RecallIndex({ countTokens: (text) => text.length })
  recall.add([{ id: question.id, sessionId: session, speaker: 'user', text: said, createdAt: 1 } as never])
  await db.recallSegments.bulkPut([...recall.store()])
  await bridge.request('memoryMirror.write', renderMirror(memory.doc, titles))
  await writeSnapshot({ db, clock, bridge, locks: ports.locks })
  return submitted.id
}

async function windowStore(db: CommonplaceDb, index: PersistedDoc) {
  const { appendRows } = await import('@renderer/db/message-store')
  return { index, store: (rows: Parameters<typeof appendRows>[0]) => appendRows(rows, db) }
}

/** Where any of the words still stands: in any row of any table, bytes read as text, and in any file. */
async function findRemains(db: CommonplaceDb): Promise<string[]> {
  const remains: string[] = []
  for (const table of db.tables) {
    for (const row of await table.toArray()) if (says(row)) remains.push(`${table.name}: ${JSON.stringify(row).slice(0, 300)}`)
  }
  for (const name of ['memory', 'index']) {
    const doc = new Y.Doc()
    const [snapshot, updates] = [await db.docSnapshots.get(name), await db.docUpdates.where('docName').equals(name).toArray()]
    for (const state of [...(snapshot === undefined ? [] : [snapshot.state]), ...updates.map(({ update }) => update)]) applyIfReadable(doc, state)
    for (const map of ['entries', 'sections', 'rules', 'settled', 'sessions']) if (says(doc.getMap(map).toJSON())) remains.push(`doc ${name}/${map}`)
  }
  for (const path of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!path.isFile()) continue
    const text = readFileSync(join(path.parentPath, path.name), 'utf8')
    if (needles.some((needle) => text.includes(needle)) || snapshotSays(text)) remains.push(`file ${path.name}`)
  }
  return remains
}

function says(value: unknown): boolean {
  if (typeof value === 'string') return needles.some((needle) => value.toLowerCase().includes(needle))
  if (ArrayBuffer.isView(value)) return says(new TextDecoder().decode(value))
  if (value instanceof ArrayBuffer) return says(new TextDecoder().decode(value))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, item]) => says(key) || says(item))
}

function snapshotSays(text: string): boolean {
  return [...text.matchAll(/"state":"([^"]+)"/g)].some(([, state]) => says(Buffer.from(state ?? '', 'base64')))
}

test('MEM-18 after forgetting, a planted sentence and its words are in no table, document, file or storage of this device', async () => {
  const now = { at: 1_790_000_000_000 }
  const window = await open(createDisk(), now)
  const id = await plant(window, now)
  const before = await findRemains(window.db)
  for (const table of ['messages', 'inflight', 'drafts', 'calls', 'jobs', 'settings', 'meta', 'recallSegments', 'memoryHistory', 'docUpdates']) {
    expect(before.some((place) => place.startsWith(`${table}:`)), table).toBe(true)
  }
  expect(before.filter((place) => place.startsWith('file')).length).toBeGreaterThanOrEqual(3)

  const plan = await window.forget.plan({ entryId: id })
  if (!plan.ok || plan.value === null) throw new Error('no plan')
  expect(plan.value).toMatchObject({ messages: 4, sessions: 1, titles: 1, summaries: 1, drafts: 1, records: 4, snapshots: 1 })
  expect(plan.value.lines.map(({ text }) => text).sort()).toEqual([statement, `${statement} in summer`])
  expect(plan.value.sentences).toContain(echo)
  expect(await window.forget.carryOut(plan.value)).toEqual(ok(null))

  expect(await findRemains(window.db)).toEqual([])
  expect(window.ports.storage?.getItem('last-search')).toBeNull()
  expect(window.ports.storage?.getItem('theme')).toBe('dark')
  expect(window.erased).toEqual([session])
})

test('what else was said stays, and what was forgotten is not proposed again', async () => {
  const now = { at: 1_790_000_000_000 }
  const window = await open(createDisk(), now)
  const id = await plant(window, now)
  const plan = await window.forget.plan({ entryId: id })
  if (!plan.ok || plan.value === null) throw new Error('no plan')
  await window.forget.carryOut(plan.value)

  const rows = (await window.db.messages.toArray()) as { parts: { type: string; text?: string; argumentsText?: string }[] }[]
  expect(rows.map(({ parts }) => parts.map((part) => part.text ?? part.argumentsText ?? part.type))).toEqual([
    ['Good morning. […] How are you?'],
    ['[…]', '[…] Fine.', '{"note":"[…]"}', '[…]'],
    ['Another answer.'],
    ['[…]'],
  ])
  expect(readEntry(window.index.doc, session)).toMatchObject({ title: '[…]', summary: { lines: [{ text: 'Buy tea' }] } })
  expect(renderProfile(window.memory.doc, titles)).toMatch(/- likes tea\n- likes coffee/)
  const draft: ProposalDraft = { change: 'add', targets: [], sectionId: 'preferences' as SectionId, text: statement, topic: null, basis: 'stated', isUntrusted: false, author: { kind: 'model', name: 'small' }, provenance: [{ sessionId: session, messageId: 'm2' as MessageId, quote: said, at: 1 }] }
  expect(submit(window.writer, draft, { sourceText: () => said, today: '2026-11-30' as LocalDate })).toEqual({ refusal: 'deleted-before' })
})

test('MEM-18 cut off at any write to the database or to disk, it is finished at the next start', async () => {
  const disk = installFullDisk()
  const outcomes: boolean[] = []
  for (const cut of [2, 3, 4, 6, 8, 11, 15, 20, 30, 1000]) {
    const now = { at: 1_790_000_000_000 }
    rmSync(folder, { recursive: true, force: true })
    const profile = createDisk()
    const window = await open(profile, now)
    const plan = await window.forget.plan({ entryId: await plant(window, now) })
    if (!plan.ok || plan.value === null) throw new Error('no plan')
    let requests = 0
    const request = (async (name: never, input: never) =>
      ++requests >= cut ? fail({ code: 'storage-failed', stage: 'bridge' }) : window.bridge.request(name, input)) as Bridge['request']
    disk.fillAfter(cut * 3)
    outcomes.push((await createForgetting({ ...window.ports, bridge: { request } }).carryOut(plan.value)).ok)
    await window.close()
    disk.empty()
    const next = await open(profile, now)
    await next.forget.resume()
    expect(await findRemains(next.db), `cut after ${cut}`).toEqual([])
    await next.close()
  }
  disk.restore()
  expect(outcomes.filter((isOk) => !isOk).length).toBeGreaterThan(5)
  expect(outcomes.at(-1)).toBe(true)
}, 60_000)

test('words by themselves can be forgotten, and a line that has too few of them goes alone', async () => {
  const now = { at: 1_790_000_000_000 }
  const window = await open(createDisk(), now)
  await plant(window, now)
  const words = await window.forget.plan({ words: said })
  expect(words.ok && words.value?.messages).toBe(4)
  const short = addEntry(window.writer, { text: '- ok', sectionId: 'preferences' as SectionId })
  const plan = await window.forget.plan({ entryId: short })
  expect(plan.ok && plan.value).toMatchObject({ lines: [{ id: short }], messages: 0 })
  expect(createEraser(['- ok']).erase('It is ok.')).toBe('It is ok.')
})
