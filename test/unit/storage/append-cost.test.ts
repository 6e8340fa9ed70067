import { expect, test } from 'vitest'
import { IDBObjectStore } from 'fake-indexeddb'
import type { SessionId } from '@shared/ids'
import { moveTip, putEntry } from '@shared/sessions/index-doc'
import type { MessageRow } from '@shared/sessions/message'
import { toStored } from '@renderer/db/path-reader'
import { messageRow, newId, openWindow, type StorageWindow } from '../../helpers/storage'

const session = 'session-1' as SessionId

/** Bytes of everything that is put into an object store while the work runs. */
async function writtenBytes(work: () => Promise<void>): Promise<number> {
  const prototype = IDBObjectStore.prototype as unknown as Record<'put' | 'add', (value: unknown, key?: unknown) => unknown>
  const { put, add } = prototype
  let bytes = 0
  const counting = (original: (value: unknown, key?: unknown) => unknown) =>
    function (this: unknown, ...args: [unknown, unknown?]) {
      bytes += JSON.stringify(args[0], (_key, value) => (value instanceof Uint8Array ? 'x'.repeat(value.byteLength) : value)).length
      return original.apply(this, args)
    }
  prototype.put = counting(put)
  prototype.add = counting(add)
  try {
    await work()
  } finally {
    Object.assign(prototype, { put, add })
  }
  return bytes
}

async function append(window: StorageWindow, count: number, last: MessageRow): Promise<MessageRow> {
  for (let at = 0; at < count; at++) {
    const row = messageRow(session, { parentIds: [last.id] })
    await window.store.commit({ rows: [row], editIndex: (index) => moveTip(index, session, row.id, row.createdAt) })
    last = row
  }
  return last
}

test('STO-2 appending a message writes as many bytes at 10,000 messages as at 100', async () => {
  const window = await openWindow()
  let last = messageRow(session)
  await window.store.commit({
    rows: [last],
    editIndex: (index) => {
      putEntry(index, session, { title: 'Talk' })
      moveTip(index, session, last.id, last.createdAt)
    },
  })
  const measured = 100
  const short = await writtenBytes(async () => void (last = await append(window, measured, last)))
  // The rows in between, put there in bulk: only their number matters.
  const rows: MessageRow[] = []
  for (let at = 0; at < 9_800; at++) rows.push((last = messageRow(session, { id: newId(), parentIds: [last.id] })))
  await window.db.messages.bulkAdd(rows.map(toStored))
  await window.store.commit({ rows: [], editIndex: (index) => moveTip(index, session, last.id, last.createdAt) })
  const long = await writtenBytes(async () => void (last = await append(window, measured, last)))
  // Folds of the index are part of the price: over 100 messages each side has at least one.
  expect(long / short).toBeLessThan(2)
  expect(long / measured).toBeLessThan(4_000)
})
