import { expect, test } from 'vitest'
import type { SessionId } from '@shared/ids'
import { moveTip, putEntry, readEntry } from '@shared/sessions/index-doc'
import type { MessageRow } from '@shared/sessions/message'
import { toStored } from '@renderer/db/path-reader'
import { createDisk, messageRow, newId, openWindow, type StorageWindow } from '../../helpers/storage'

async function say(window: StorageWindow, session: SessionId, row: MessageRow): Promise<MessageRow> {
  const written = await window.store.commit({
    rows: [row],
    editIndex: (index) => {
      putEntry(index, session, {})
      moveTip(index, session, row.id, row.createdAt)
    },
  })
  expect(written).toEqual({ ok: true, value: null })
  return row
}

async function talk(window: StorageWindow, session: SessionId, count: number): Promise<MessageRow[]> {
  const rows: MessageRow[] = []
  for (let at = 0; at < count; at++) {
    const last = rows.at(-1)
    rows.push(await say(window, session, messageRow(session, { parentIds: last ? [last.id] : [] })))
  }
  return rows
}

const path = async (window: StorageWindow, session: SessionId, limit = 50) =>
  window.store.readPath(session, limit, new Map())

test('a path is read from its end, with what is earlier left for later', async () => {
  const window = await openWindow()
  const session = newId<SessionId>()
  const rows = await talk(window, session, 8)
  const page = await path(window, session, 3)
  expect(page.items.map((item) => item.row)).toEqual(rows.slice(-3))
  expect(page.hasEarlier).toBe(true)
  expect((await path(window, session, 100)).hasEarlier).toBe(false)
})

test('SES-1 a committed message and its tip are there when the database is opened again', async () => {
  const disk = createDisk()
  const session = newId<SessionId>()
  const first = await openWindow(disk)
  const [row] = await talk(first, session, 1)
  const second = await openWindow(disk)
  expect(readEntry(second.index.doc, session)?.tip).toBe(row?.id)
  expect((await path(second, session)).items.map((item) => item.row)).toEqual([row])
})

test('an edited question, a retried answer and a second first message are siblings', async () => {
  const window = await openWindow()
  const session = newId<SessionId>()
  const [question, answer] = await talk(window, session, 2)
  if (!question || !answer) throw new Error('two rows expected')
  const retried = await say(window, session, messageRow(session, { parentIds: [question.id], alternativeOf: answer.id, role: 'assistant' }))
  const shownAfterRetry = await path(window, session)
  expect(shownAfterRetry.items[1]?.siblingIds).toEqual([answer.id, retried.id])
  expect(shownAfterRetry.items[1]?.siblingIndex).toBe(1)
  const edited = await say(window, session, messageRow(session, { alternativeOf: question.id }))
  const shownAfterEdit = await path(window, session)
  expect(shownAfterEdit.items.map((item) => item.siblingIds)).toEqual([[question.id, edited.id]])
  expect(await window.store.newestContinuation(session, question.id)).toBe(retried.id)
})

test('an answer edited in place keeps what follows it', async () => {
  const window = await openWindow()
  const session = newId<SessionId>()
  const [question, answer, next] = await talk(window, session, 3)
  if (!question || !answer || !next) throw new Error('three rows expected')
  const overlay = messageRow(session, { overlayOf: answer.id, parentIds: answer.parentIds, parts: [{ type: 'text', text: 'Better' }] })
  await window.store.commit({ rows: [overlay] })
  const { items } = await path(window, session)
  expect(items.map((item) => item.row.id)).toEqual([question.id, answer.id, next.id])
  expect(items[1]).toMatchObject({ isEdited: true, parts: overlay.parts, siblingIds: [answer.id] })
  expect((await window.store.history(session, [next.id]))[1]?.parts).toEqual(overlay.parts)
})

test('an answer that goes on is shown in the place of the interrupted one', async () => {
  const window = await openWindow()
  const session = newId<SessionId>()
  const [question, cut] = await talk(window, session, 2)
  if (!question || !cut) throw new Error('two rows expected')
  const whole = await say(window, session, messageRow(session, { parentIds: [question.id], continuationOf: cut.id, role: 'assistant' }))
  const { items, tips } = await path(window, session)
  expect(items.map((item) => [item.row.id, item.siblingIds])).toEqual([[question.id, [question.id]], [whole.id, [whole.id]]])
  expect(tips).toEqual([whole.id])
})

test('SES-4 two windows that go on from one message lose neither: the next message has both as parents', async () => {
  const disk = createDisk()
  const session = newId<SessionId>()
  const left = await openWindow(disk)
  const [root] = await talk(left, session, 1)
  if (!root) throw new Error('a row expected')
  const right = await openWindow(disk)
  const fromLeft = await say(left, session, messageRow(session, { parentIds: [root.id] }))
  const fromRight = await say(right, session, messageRow(session, { parentIds: [root.id] }))
  await left.store.refresh()
  for (const window of [left, right]) {
    await window.store.refresh()
    expect((await path(window, session)).items.map((item) => item.row)).toEqual([root, fromLeft, fromRight])
    expect(await window.store.nextParents(session)).toEqual([fromLeft.id, fromRight.id])
  }
})

test('a damaged row keeps its place and is marked, and does not stop the session from opening', async () => {
  const window = await openWindow()
  const session = newId<SessionId>()
  const [first, second, third] = await talk(window, session, 3)
  if (!first || !second || !third) throw new Error('three rows expected')
  await window.db.messages.put({ ...second, parts: [{ type: 'hologram' }, { type: 'text', text: 'still here' }], status: 42 })
  const { items } = await path(window, session)
  expect(items.map((item) => item.row.id)).toEqual([first.id, second.id, third.id])
  expect(items[1]?.row).toMatchObject({ status: 'failed', failure: { code: 'storage-failed' }, parts: [{ type: 'text', text: 'still here' }] })
})

test('opening a session reads as many rows at 5,000 messages as at 100, however branched it is', async () => {
  const window = await openWindow()
  let rowsRead = 0
  window.db.messages.hook('reading', (row: unknown) => {
    rowsRead++
    return row
  })
  const reads = async (count: number): Promise<number> => {
    const session = newId<SessionId>()
    const rows: MessageRow[] = []
    for (let at = 0; at < count; at++) {
      const parentIds = rows.slice(-1).map(({ id }) => id)
      rows.push(messageRow(session, { parentIds }))
      // Every tenth message has a sibling.
      if (at % 10 === 0 && at > 0) rows.splice(-1, 0, messageRow(session, { parentIds, alternativeOf: rows.at(-1)?.id }))
    }
    await window.db.messages.bulkAdd(rows.map(toStored))
    await window.index.edit((index) => putEntry(index, session, { tip: rows.at(-1)?.id ?? null }))
    rowsRead = 0
    expect((await path(window, session)).items).toHaveLength(50)
    return rowsRead
  }
  const short = await reads(100)
  expect(await reads(5_000)).toBeLessThanOrEqual(short * 1.2)
})
