import { expect, test } from 'vitest'
import { RoomStore } from '@renderer/db/sync-room-store'
import { writeSyncState } from '@renderer/db/sync-state'
import { openWindow } from '../../helpers/storage'

test('a window that no longer leads writes nothing to a room, and sends nothing', async () => {
  const { db, guard, close } = await openWindow()
  const told: string[] = []
  const open = (leader: string) =>
    RoomStore.open('index', {
      db, guard, leader,
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
      onSuperseded: () => told.push(leader),
      onFailed: () => undefined,
    })
  await writeSyncState(db, 'leader', 'first')
  const first = await open('first')
  first.onStored = () => told.push('sent')
  first.outer.getArray('entries').push([new Uint8Array([1])])
  expect(await first.flush()).toBe(true)
  const rows = await db.syncDocs.count()
  await writeSyncState(db, 'leader', 'second')
  first.chain.counter = 7
  first.outer.getArray('entries').push([new Uint8Array([2])])
  expect(await first.flush()).toBe(false)
  expect([told, await db.syncDocs.count()]).toEqual([['sent', 'first'], rows])

  const second = await open('second')
  expect([second.chain.counter, second.outer.getArray('entries').length]).toEqual([0, 1])
  await Promise.all([first.close(), second.close()])
  await close()
})

test('what belongs to the sealed document is on disk with it, or not at all', async () => {
  const { db, guard, close } = await openWindow()
  await writeSyncState(db, 'leader', 'only')
  const store = await RoomStore.open('journal/1', {
    db, guard, leader: 'only',
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    onSuperseded: () => undefined,
    onFailed: () => undefined,
  })
  await db.syncOutbox.put({ messageId: 'm' as never })
  let isRefusing = true
  store.writeAlongside({
    tables: [db.syncOutbox],
    async write() {
      await db.syncOutbox.clear()
      if (isRefusing) throw new DOMException('no space', 'QuotaExceededError')
    },
  })
  store.outer.getArray('entries').push([new Uint8Array([1])])
  expect(await store.flush()).toBe(false)
  expect([await db.syncOutbox.count(), await db.syncDocs.count(), guard.current().kind]).toEqual([1, 0, 'full'])
  isRefusing = false
  expect(await store.flush()).toBe(true)
  expect([await db.syncOutbox.count(), await db.syncDocs.count(), guard.current().kind]).toEqual([0, 1, 'fine'])
  await store.close()
  await close()
})
