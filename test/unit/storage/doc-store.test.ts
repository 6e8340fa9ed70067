import { expect, test } from 'vitest'
import type * as Y from 'yjs'
import { foldAfterUpdates, foldDoc, openPersistedDoc } from '@renderer/db/doc-store'
import type { CommonplaceDb } from '@renderer/db/schema'
import type { SessionId } from '@shared/ids'
import type { MessageRow } from '@shared/sessions/message'
import { createDisk, messageRow, openWindow } from '../../helpers/storage'

async function storedBytes(db: CommonplaceDb): Promise<number> {
  const updates = await db.docUpdates.toArray()
  const snapshots = await db.docSnapshots.toArray()
  return [...updates.map((row) => row.update), ...snapshots.map((row) => row.state)].reduce((sum, { byteLength }) => sum + byteLength, 0)
}

test('STO-1 opening and closing a document 200 times without an edit does not grow its storage', async () => {
  const window = await openWindow(createDisk())
  const memory = await openPersistedDoc('memory', { ...window, windowId: 'first' })
  for (let at = 0; at < 40; at++) memory.doc.getText('text').insert(0, `line ${at}\n`)
  await memory.close()
  const before = { bytes: await storedBytes(window.db), rows: await window.db.docUpdates.count() }
  for (let at = 0; at < 200; at++) {
    const again = await openPersistedDoc('memory', { ...window, windowId: `again-${at}` })
    await again.close()
  }
  expect({ bytes: await storedBytes(window.db), rows: await window.db.docUpdates.count() }).toEqual(before)
})

test('a long log is folded into the snapshot, and the document is the same afterwards', async () => {
  const window = await openWindow()
  const memory = await openPersistedDoc('memory', { ...window, windowId: 'w' })
  for (let at = 0; at < 300; at++) {
    memory.doc.getText('text').insert(0, 'x')
    await memory.flush()
  }
  expect(await window.db.docUpdates.where('docName').equals('memory').count()).toBeLessThanOrEqual(foldAfterUpdates + 1)
  await memory.close()
  const again = await openPersistedDoc('memory', { ...window, windowId: 'later' })
  expect(again.doc.getText('text').toString()).toBe('x'.repeat(300))
})

test('two windows that write and fold at once lose nothing, and each sees what the other wrote', async () => {
  const disk = createDisk()
  const window = await openWindow(disk)
  const windows = [window, await openWindow(disk)]
  const docs = await Promise.all(windows.map((ports, at) => openPersistedDoc('memory', { ...ports, windowId: `w${at}` })))
  for (let round = 0; round < 30; round++) {
    await Promise.all(
      docs.map(async (memory, at) => {
        memory.doc.getMap('lines').set(`${at}-${round}`, 'said')
        await memory.flush()
        if (round % 3 === at) await foldDoc('memory', (windows[at] ?? window).db)
      }),
    )
  }
  await Promise.all(docs.map((memory) => memory.refresh()))
  for (const memory of docs) expect(memory.doc.getMap('lines').size).toBe(60)
  const fresh = await openPersistedDoc('memory', { ...window, windowId: 'fresh' })
  expect(fresh.doc.getMap('lines').size).toBe(60)
})

test('an edit reaches another window without being asked for', async () => {
  const disk = createDisk()
  const [left, right] = [await openWindow(disk), await openWindow(disk)]
  const here = await openPersistedDoc('memory', { ...left, windowId: 'left' })
  const there = await openPersistedDoc('memory', { ...right, windowId: 'right' })
  here.doc.getMap('lines').set('a', 1)
  await expect.poll(() => there.doc.getMap('lines').get('a')).toBe(1)
})

test('an edit that fails while it is being made leaves the document as it was, and the next one works', async () => {
  const window = await openWindow()
  const throwing = window.index.edit((doc) => {
    doc.getMap('a').set('b', 1)
    throw new Error('a bug')
  })
  await expect(throwing).rejects.toThrow('a bug')
  expect(window.index.doc.getMap('a').size).toBe(0)
  expect(await window.index.edit((doc) => void doc.getMap('a').set('c', 2))).toMatchObject({ ok: true })
  expect(window.index.doc.getMap('a').toJSON()).toEqual({ c: 2 })
})

test('rows that break the schema are refused as a whole, and the edit beside them leaves no trace', async () => {
  const window = await openWindow()
  const broken = { ...messageRow('s' as SessionId), status: 'streaming' } as unknown as MessageRow
  const edit = (key: string) => (doc: Y.Doc) => void doc.getMap('a').set(key, 1)
  await expect(window.store.commit({ rows: [broken], editIndex: edit('lost') })).rejects.toThrow()
  expect(await window.store.commit({ rows: [], editIndex: edit('kept') })).toMatchObject({ ok: true })
  expect(window.index.doc.getMap('a').toJSON()).toEqual({ kept: 1 })
  const again = await openPersistedDoc('index', { ...window, windowId: 'later' })
  expect(again.doc.getMap('a').toJSON()).toEqual({ kept: 1 })
})

test('a damaged update costs itself: the document opens, goes on and folds, and the bytes stay', async () => {
  const disk = createDisk()
  const window = await openWindow(disk)
  const memory = await openPersistedDoc('memory', { ...window, windowId: 'w' })
  memory.doc.getMap('lines').set('a', 1)
  await memory.flush()
  const damaged = await window.db.docUpdates.add({ docName: 'memory', update: new Uint8Array([1, 200, 7]), windowId: 'x' })
  const again = await openPersistedDoc('memory', { ...(await openWindow(disk)), windowId: 'later' })
  again.doc.getMap('lines').set('b', 2)
  await again.flush()
  await foldDoc('memory', window.db)
  expect(await window.db.docUpdates.where('docName').equals('memory').primaryKeys()).toEqual([damaged])
  const last = await openPersistedDoc('memory', { ...(await openWindow(disk)), windowId: 'last' })
  expect(last.doc.getMap('lines').toJSON()).toEqual({ a: 1, b: 2 })
})
