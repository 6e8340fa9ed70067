import { afterEach, beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import type { CallId, MessageId, SessionId } from '@shared/ids'
import { moveTip, putEntry, readEntry } from '@shared/sessions/index-doc'
import type { MessageRow } from '@shared/sessions/message'
import { openPersistedDoc } from '@renderer/db/doc-store'
import type { CommonplaceDb } from '@renderer/db/schema'
import { createDrafts } from '@renderer/state/drafts'
import { openSettingsStore } from '@renderer/state/settings-store'
import { installFullDisk, type FullDisk } from '../../helpers/full-disk'
import { createDisk, messageRow, openWindow, type StorageWindow } from '../../helpers/storage'

let disk: FullDisk
beforeEach(() => {
  disk = installFullDisk()
})
afterEach(() => disk.restore())

const session = 'session-1' as SessionId

/** Sends what stands in the draft, with everything that a real turn writes at once. */
function send(window: StorageWindow, row: MessageRow) {
  return window.store.commit({
    rows: [row],
    calls: [
      {
        id: `call-${row.id}` as CallId, sessionId: session, messageId: null, task: 'chat', model: { modelProviderId: 'p', modelId: 'm' },
        device: row.device, startedAt: row.createdAt, state: 'started', manifest: null, requestId: null, firstTokenMs: null,
        durationMs: null, usage: null, price: null, costMicroUsd: null, failure: null,
      },
    ],
    clearDraft: session,
    removeInflight: 'left-over' as MessageId,
    editIndex: (index) => {
      putEntry(index, session, { title: 'Talk' })
      moveTip(index, session, row.id, row.createdAt)
    },
  })
}

async function everything(db: CommonplaceDb): Promise<unknown> {
  const tables = await Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()] as const))
  return Object.fromEntries(tables.filter(([name]) => name !== 'meta'))
}

test('STO-3 a full disk at any write of a commit: nothing is changed, the person is told, the draft is still there', async () => {
  const profile = createDisk()
  const window = await openWindow(profile)
  const drafts = createDrafts({ ...window, clock: { now: () => 5 } })
  const first = messageRow(session)
  await send(window, first)
  const writesOfCommit = await (async () => {
    const before = disk.count
    await send(window, messageRow(session, { parentIds: [first.id] }))
    return disk.count - before
  })()
  expect(writesOfCommit).toBeGreaterThanOrEqual(4)
  const tip = readEntry(window.index.doc, session)?.tip as MessageId

  for (let step = 1; step <= writesOfCommit; step++) {
    drafts.save(session, { text: 'What I typed', files: [] })
    await drafts.flush()
    const before = await everything(window.db)
    const state = Y.encodeStateAsUpdate(window.index.doc)
    disk.fillAfter(step)
    const refused = await send(window, messageRow(session, { parentIds: [tip] }))
    disk.empty()
    expect(refused).toMatchObject({ ok: false, failure: { code: 'storage-full', stage: 'store' } })
    expect(window.guard.current()).toEqual({ kind: 'full' })
    expect(await everything(window.db)).toEqual(before)
    expect(Y.encodeStateAsUpdate(window.index.doc)).toEqual(state)
    expect(await drafts.load(session)).toEqual({ text: 'What I typed', files: [] })
  }

  const last = messageRow(session, { parentIds: [tip] })
  expect(await send(window, last)).toMatchObject({ ok: true })
  expect(window.guard.current()).toEqual({ kind: 'fine' })
  // A refused edit must not leave a gap in the log that would hide the later ones.
  const restarted = await openWindow(profile)
  expect(readEntry(restarted.index.doc, session)?.tip).toBe(last.id)
})

test('STO-3 a refused write of the memory document stays in memory and is written when there is room again', async () => {
  const profile = createDisk()
  const window = await openWindow(profile)
  const memory = await openPersistedDoc('memory', { ...window, windowId: 'w' })
  memory.doc.getText('text').insert(0, 'old ')
  await memory.flush()
  disk.fillAfter(1)
  memory.doc.getText('text').insert(4, 'new')
  expect(await memory.flush()).toMatchObject({ ok: false, failure: { code: 'storage-full' } })
  expect(memory.doc.getText('text').toString()).toBe('old new')
  disk.empty()
  await window.guard.retryPending()
  const again = await openPersistedDoc('memory', { ...(await openWindow(profile)), windowId: 'later' })
  expect(again.doc.getText('text').toString()).toBe('old new')
})

test('STO-3 a fold that meets a full disk keeps every update', async () => {
  const profile = createDisk()
  const window = await openWindow(profile)
  const memory = await openPersistedDoc('memory', { ...window, windowId: 'w' })
  for (let at = 0; at < 64; at++) {
    memory.doc.getText('text').insert(0, 'x')
    await memory.flush()
  }
  // The next update is written; the fold after it is refused.
  disk.fillAfter(2)
  memory.doc.getText('text').insert(0, 'x')
  expect(await memory.flush()).toMatchObject({ ok: true })
  disk.empty()
  const again = await openPersistedDoc('memory', { ...(await openWindow(profile)), windowId: 'later' })
  expect(again.doc.getText('text').toString()).toBe('x'.repeat(65))
})

test('STO-3 a refused draft and a refused setting are not lost and not pretended', async () => {
  const window = await openWindow()
  const drafts = createDrafts({ ...window, clock: { now: () => 5 } })
  const settings = await openSettingsStore(window)
  disk.fillAfter(1)
  drafts.save('new', { text: 'typed', files: [] })
  await drafts.flush()
  expect(await drafts.load('new')).toEqual({ text: 'typed', files: [] })
  expect(await settings.update({ theme: 'dark' })).toMatchObject({ ok: false, failure: { code: 'storage-full' } })
  expect(settings.current().theme).toBe('system')
  disk.empty()
  await window.guard.retryPending()
  expect(await window.db.drafts.get('new')).toMatchObject({ text: 'typed' })
})
