import { expect, test, vi } from 'vitest'
import { ok } from '@shared/result'
import type { SessionId } from '@shared/ids'
import { moveTip, putEntry, readEntry } from '@shared/sessions/index-doc'
import { openPersistedDoc } from '@renderer/db/doc-store'
import { restoreSnapshot } from '@renderer/db/restore'
import { buildSnapshot, scheduleSnapshots, snapshotAfterMs, writeSnapshot } from '@renderer/db/snapshots'
import { createFakeLocks } from '../../helpers/fake-locks'
import { messageRow, newId, openWindow, type StorageWindow } from '../../helpers/storage'

const clock = { now: () => 1234 }

async function fill(window: StorageWindow, count: number): Promise<SessionId> {
  const session = newId<SessionId>()
  let last: string | null = null
  for (let at = 0; at < count; at++) {
    const row = messageRow(session, { parentIds: last === null ? [] : [last as never], parts: [{ type: 'text', text: `Kyoto ${at}` }] })
    last = row.id
    await window.store.commit({
      rows: [row],
      editIndex: (index) => {
        putEntry(index, session, { title: 'Trip', titleSource: 'person' })
        moveTip(index, session, row.id, row.createdAt)
      },
    })
  }
  return session
}

test('a snapshot restores messages, titles, memory, settings and drafts into an empty database', async () => {
  const old = await openWindow()
  const session = await fill(old, 3)
  const memory = await openPersistedDoc('memory', { ...old, windowId: 'w' })
  memory.doc.getText('profile').insert(0, 'travels in April')
  await memory.flush()
  await old.db.settings.put({ key: 'theme', value: 'dark' })
  await old.db.drafts.put({ key: session, text: 'half', files: [], updatedAt: 1 })
  const lines = await buildSnapshot(old.db, clock)
  expect(JSON.parse(lines.split('\n')[0] ?? '')).toEqual({ version: 1, createdAt: 1234, messages: 3, sessions: 1 })

  const fresh = await openWindow()
  expect(await restoreSnapshot(lines, fresh.db, fresh.guard)).toEqual(ok({ messages: 3, sessions: 1, skippedLines: 0 }))
  await fresh.store.refresh()
  const shown = async (window: StorageWindow) => (await window.store.readPath(session, 50, new Map())).items.map((item) => item.row)
  expect(await shown(fresh)).toEqual(await shown(old))
  expect(readEntry(fresh.index.doc, session)).toEqual(readEntry(old.index.doc, session))
  const restored = await openPersistedDoc('memory', { ...fresh, windowId: 'f' })
  expect(restored.doc.getText('profile').toString()).toBe('travels in April')
  expect(await fresh.db.settings.get('theme')).toEqual({ key: 'theme', value: 'dark' })
  expect(await fresh.db.drafts.get(session)).toMatchObject({ text: 'half' })
})

test('a torn last line, a broken line and a lost index cost only themselves', async () => {
  const old = await openWindow()
  const session = await fill(old, 4)
  const lines = (await buildSnapshot(old.db, clock)).trimEnd().split('\n').filter((line) => !line.includes('"kind":"doc"'))
  const torn = [...lines.slice(0, 2), '{"kind":"message","value":{"id":7}}', ...lines.slice(2)].join('\n').slice(0, -20)
  const fresh = await openWindow()
  expect(await restoreSnapshot(torn, fresh.db, fresh.guard)).toEqual(ok({ messages: 3, sessions: 1, skippedLines: 2 }))
  await fresh.store.refresh()
  // The first message is on the torn line, the others are shown under a title made from what is there.
  expect(readEntry(fresh.index.doc, session)?.title).toBe('Kyoto 1')
  expect((await fresh.store.readPath(session, 50, new Map())).items).toHaveLength(3)
})

test('restoring adds to what is there and changes none of it', async () => {
  const window = await openWindow()
  const session = await fill(window, 2)
  const lines = await buildSnapshot(window.db, clock)
  await window.db.settings.put({ key: 'theme', value: 'light' })
  const before = await window.db.messages.toArray()
  await restoreSnapshot(lines, window.db, window.guard)
  await restoreSnapshot(lines, window.db, window.guard)
  expect(await window.db.messages.toArray()).toEqual(before)
  expect(await window.db.settings.get('theme')).toMatchObject({ value: 'light' })
  expect(readEntry(window.index.doc, session)?.title).toBe('Trip')
})

test('a snapshot is due after 50 messages, or ten minutes after a change, and one that failed is due again', async () => {
  vi.useFakeTimers()
  try {
    const write = vi.fn(async () => ok(null))
    const schedule = scheduleSnapshots(write)
    await schedule.flush()
    expect(write).toHaveBeenCalledTimes(0)
    for (let at = 0; at < 50; at++) schedule.changed(1)
    await schedule.flush()
    expect(write).toHaveBeenCalledTimes(1)
    schedule.changed(0)
    await vi.advanceTimersByTimeAsync(snapshotAfterMs)
    expect(write).toHaveBeenCalledTimes(2)
    write.mockResolvedValueOnce({ ok: false, failure: { code: 'storage-full', stage: 'store' } } as never)
    schedule.changed(1)
    await schedule.flush()
    await schedule.flush()
    expect(write).toHaveBeenCalledTimes(4)
  } finally {
    vi.useRealTimers()
  }
})

test('two windows do not write a snapshot at the same time', async () => {
  const window = await openWindow()
  const locks = createFakeLocks()
  const written: string[] = []
  const bridge = { request: async (_name: string, input: { lines: string }) => (written.push(input.lines), ok(null)) } as never
  const ports = { ...window, clock, bridge, locks }
  await Promise.all([writeSnapshot(ports), writeSnapshot(ports)])
  expect(written).toHaveLength(1)
})

test('a database whose index cannot be read is whole again after a restore', async () => {
  const window = await openWindow()
  const session = await fill(window, 2)
  const lines = await buildSnapshot(window.db, clock)
  await window.db.docUpdates.clear()
  await window.db.docSnapshots.put({ docName: 'index', state: new Uint8Array([1, 200, 7]), seq: 99 })
  await expect(openPersistedDoc('index', { ...window, windowId: 'broken' })).rejects.toThrow()
  expect(await restoreSnapshot(lines, window.db, window.guard)).toMatchObject({ ok: true })
  const index = await openPersistedDoc('index', { ...window, windowId: 'whole' })
  expect(readEntry(index.doc, session)).toMatchObject({ title: 'Trip', titleSource: 'person' })
})
