import { expect, test } from 'vitest'
import { RoomStore } from '@renderer/db/sync-room-store'
import { writeSyncState } from '@renderer/db/sync-state'
import { createDisk, openWindow } from '../../helpers/storage'

test("a room's log on the disk stays short, loses nothing, and lets go of what was deleted", async () => {
  const { db, guard, close } = await openWindow(createDisk())
  await writeSyncState(db, 'leader', 'this')
  const failures: unknown[] = []
  const open = () =>
    RoomStore.open('memory', {
      db, guard, random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)), leader: 'this',
      onSuperseded: () => failures.push('superseded'), onFailed: (failure) => (failure === null ? 0 : failures.push(failure)),
    })
  const store = await open()
  const entries = store.outer.getArray<Uint8Array>('entries')
  entries.push([new TextEncoder().encode('a sealed entry that goes')])
  await store.flush()
  entries.delete(0, 1)
  for (let at = 0; at < 300; at++) {
    entries.push([new Uint8Array([at & 255, at >> 8])])
    store.touch()
    expect(await store.flush()).toBe(true)
  }
  expect(await db.syncDocs.count()).toBeLessThanOrEqual(70)
  const stored = (await db.syncDocs.toArray()).map(({ update }) => new TextDecoder().decode(update)).join('')
  expect(stored).not.toContain('a sealed entry that goes')
  await store.close()

  const again = await open()
  expect(again.outer.getArray('entries').length).toBe(300)
  await again.close()
  expect(failures).toEqual([])
  await close()
})

test('a write that goes wrong is done again with the next one, and ends nothing', async () => {
  const { db, guard, close } = await openWindow(createDisk())
  await writeSyncState(db, 'leader', 'this')
  const store = await RoomStore.open('memory', {
    db, guard, random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)), leader: 'this', onSuperseded: () => undefined, onFailed: () => undefined,
  })
  let isBroken = true
  store.writeAlongside({ tables: [], write: async () => (isBroken ? Promise.reject(new TypeError('a fault')) : undefined) })
  const failing = store.flush()
  await expect(failing).rejects.toThrow('a fault')
  isBroken = false
  store.outer.getArray<Uint8Array>('entries').push([new Uint8Array([1])])
  expect(await store.flush()).toBe(true)
  expect(await db.syncDocs.count()).toBe(1)
  await store.close()
  await close()
})

test('SYN-4 a room that is only read begins a new chain each time: of an entry that was never sent nothing is left', async () => {
  const { db, guard, close } = await openWindow(createDisk())
  await writeSyncState(db, 'leader', 'this')
  const open = () =>
    RoomStore.open('journal/1', {
      db, guard, random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)), leader: 'this', onSuperseded: () => undefined, onFailed: () => undefined,
    }, { isPassing: true })
  const store = await open()
  const { stream } = store.chain
  Object.assign(store.chain, { counter: 1, hash: 'ff', seen: { [stream]: { counter: 1, hash: 'ff', missing: [] } } })
  store.outer.getArray<Uint8Array>('entries').push([new Uint8Array([1])])
  store.touch()
  expect(await store.flush()).toBe(true)
  await store.close()

  const again = await open()
  expect(again.chain).toMatchObject({ counter: 0, hash: '', seen: {} })
  expect(again.chain.stream).not.toBe(stream)
  await again.close()
  await close()
})
