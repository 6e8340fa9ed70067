import { expect, test, vi } from 'vitest'
import type { CallId, DeviceId, MessageId, SessionId } from '@shared/ids'
import { moveTip, putEntry, readEntry } from '@shared/sessions/index-doc'
import { createInflightJournal, recoverInflight } from '@renderer/db/inflight'
import type { InflightRow } from '@renderer/db/schema'
import { createSessionLocks } from '@renderer/db/session-lock'
import { createFakeLocks } from '../../helpers/fake-locks'
import { createDisk, messageRow, newId, openWindow, type StorageWindow } from '../../helpers/storage'

const session = 'session-1' as SessionId
const model = { modelProviderId: 'p', modelId: 'm' }

async function ask(window: StorageWindow) {
  const question = messageRow(session)
  const answer: InflightRow = {
    messageId: newId<MessageId>(),
    sessionId: session,
    parentIds: [question.id],
    parts: [],
    model,
    modelName: 'M',
    callId: 'call-1' as CallId,
    device: 'laptop' as DeviceId,
    startedAt: 1000,
    updatedAt: 1000,
    windowId: 'window-that-dies',
  }
  const call = {
    id: answer.callId, sessionId: session, messageId: answer.messageId, task: 'chat', model, device: answer.device, startedAt: 1000,
    state: 'started', manifest: null, requestId: null, firstTokenMs: null, durationMs: null, usage: null, price: null,
    costMicroUsd: null, failure: null,
  } as const
  await window.store.commit({
    rows: [question],
    calls: [call],
    putInflight: answer,
    editIndex: (index) => {
      putEntry(index, session, {})
      moveTip(index, session, question.id, 1000)
    },
  })
  return { question, answer }
}

const journalOf = (window: StorageWindow) =>
  createInflightJournal({ ...window, clock: { now: () => 2000 }, windowId: 'window-that-dies' })

test('SES-2 what a dead window was writing is an interrupted message at the next start, once', async () => {
  const disk = createDisk()
  const dead = await openWindow(disk)
  const { question, answer } = await ask(dead)
  const journal = journalOf(dead)
  journal.update(answer.messageId, [{ type: 'text', text: 'Half an ans' }])
  await journal.flush(answer.messageId)

  const next = await openWindow(disk)
  const ports = { ...next, locks: createSessionLocks(createFakeLocks()) }
  expect(await recoverInflight(ports)).toEqual([session])
  expect(await recoverInflight(ports)).toEqual([])
  const { items } = await next.store.readPath(session, 50, new Map())
  expect(items.map((item) => [item.row.id, item.row.status])).toEqual([[question.id, 'complete'], [answer.messageId, 'interrupted']])
  expect(items[1]?.parts).toEqual([{ type: 'text', text: 'Half an ans' }])
  expect(await next.db.inflight.count()).toBe(0)
  expect(await next.db.calls.get(answer.callId)).toMatchObject({ state: 'unfinished' })
})

test('SES-4 an answer that another window is still writing is left alone', async () => {
  const disk = createDisk()
  const busy = await openWindow(disk)
  const { answer } = await ask(busy)
  const locks = createFakeLocks()
  const other = await openWindow(disk)
  await createSessionLocks(locks).run(session, async () => {
    expect(await recoverInflight({ ...other, locks: createSessionLocks(locks) })).toEqual([])
    expect(await createSessionLocks(locks).run(session, async () => 'twice')).toMatchObject({ ok: false, failure: { code: 'session-busy' } })
  })
  expect(await other.db.inflight.get(answer.messageId)).toBeDefined()
  expect(await other.db.calls.get(answer.callId)).toMatchObject({ state: 'started' })
})

test('SES-2 an answer that became a message before its journal row was removed stays what it is', async () => {
  const window = await openWindow()
  const { question, answer } = await ask(window)
  const whole = messageRow(session, { id: answer.messageId, parentIds: [question.id], role: 'assistant', author: 'model' })
  await window.store.commit({ rows: [whole] })
  await recoverInflight({ ...window, locks: createSessionLocks(createFakeLocks()) })
  expect(await window.store.get(answer.messageId)).toEqual(whole)
  expect(await window.db.inflight.count()).toBe(0)
})

test('SES-2 the journal writes at most once in 150 ms, and nothing after the answer has ended', async () => {
  const window = await openWindow()
  const { answer } = await ask(window)
  const write = vi.spyOn(window.db.inflight, 'update')
  const journal = journalOf(window)
  for (let at = 0; at < 60; at++) {
    journal.update(answer.messageId, [{ type: 'text', text: 'x'.repeat(at) }])
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const writes = write.mock.calls.length
  expect(writes).toBeGreaterThanOrEqual(2)
  expect(writes).toBeLessThanOrEqual(5)
  const stored = await window.db.inflight.get(answer.messageId)
  const text = stored?.parts[0]?.type === 'text' ? stored.parts[0].text : ''
  // 250 ms at one letter in 10 ms; timers of a busy machine run late, so never more letters than that.
  expect(60 - text.length).toBeLessThanOrEqual(25)
  journal.update(answer.messageId, [{ type: 'text', text: 'late' }])
  await journal.end(answer.messageId)
  await window.store.commit({ rows: [], removeInflight: answer.messageId })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await window.db.inflight.count()).toBe(0)
})

test('SES-2 a recovered answer does not pull the person away from the branch that is shown', async () => {
  const window = await openWindow()
  const { question } = await ask(window)
  const edited = messageRow(session, { alternativeOf: question.id })
  await window.store.commit({ rows: [edited], editIndex: (index) => moveTip(index, session, edited.id, 3000) })
  await recoverInflight({ ...window, locks: createSessionLocks(createFakeLocks()) })
  expect(readEntry(window.index.doc, session)?.tip).toBe(edited.id)
})
