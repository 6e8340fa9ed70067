import { expect, test, vi } from 'vitest'
import { maxFileBytes } from '@shared/bridge/contract'
import type { Bridge } from '@shared/bridge/bridge'
import type { FileHash } from '@shared/ids'
import { ok } from '@shared/result'
import { defaultSettings } from '@shared/settings'
import { lowFreeBytes, storageFailureOf } from '@renderer/db/storage-guard'
import { createDrafts, draftEveryMs } from '@renderer/state/drafts'
import { createFiles } from '@renderer/state/files'
import { openSettingsStore } from '@renderer/state/settings-store'
import { watchStorage } from '@renderer/state/storage-health'
import { createDisk, openWindow } from '../../helpers/storage'

const clock = { now: () => 5 }

test('settings: a broken field falls back alone, one of a newer version stays as it is, other windows follow', async () => {
  const disk = createDisk()
  const [left, right] = [await openWindow(disk), await openWindow(disk)]
  await left.db.settings.bulkPut([
    { key: 'theme', value: 'dark' },
    { key: 'textSize', value: 'huge' },
    { key: 'ofTomorrow', value: [1] },
  ])
  const [here, there] = [await openSettingsStore(left), await openSettingsStore(right)]
  expect(here.current()).toEqual({ ...defaultSettings, theme: 'dark' })
  const before = here.current()
  expect(here.current()).toBe(before)
  await here.update({ language: 'zh-CN' })
  expect(here.current()).toEqual({ ...defaultSettings, theme: 'dark', language: 'zh-CN' })
  await expect.poll(() => there.current().language).toBe('zh-CN')
  expect(await left.db.settings.get('ofTomorrow')).toEqual({ key: 'ofTomorrow', value: [1] })
})

test('a draft is written at most once in 300 ms, is there after a restart, and is gone when it is empty or sent', async () => {
  const disk = createDisk()
  const window = await openWindow(disk)
  const drafts = createDrafts({ ...window, clock })
  const put = vi.spyOn(window.db.drafts, 'put')
  for (const text of ['H', 'He', 'Hel', 'Hell', 'Hello']) drafts.save('new', { text, files: [] })
  await new Promise((resolve) => setTimeout(resolve, draftEveryMs + 100))
  expect(put).toHaveBeenCalledTimes(1)
  const later = createDrafts({ ...(await openWindow(disk)), clock })
  expect(await later.load('new')).toEqual({ text: 'Hello', files: [] })
  drafts.save('new', { text: '', files: [] })
  await drafts.flush()
  expect(await window.db.drafts.count()).toBe(0)
  drafts.save('new', { text: 'sent already', files: [] })
  drafts.forget('new')
  await drafts.flush()
  expect(await window.db.drafts.count()).toBe(0)
})

test('a draft with attachments that cannot be read keeps its text', async () => {
  const window = await openWindow()
  await window.db.drafts.put({ key: 'new', text: 'kept', files: [{ type: 'file', hash: 7 }], updatedAt: 1 })
  expect(await createDrafts({ ...window, clock }).load('new')).toEqual({ text: 'kept', files: [] })
})

test('attachments: too large and a nearly full disk are refused before anything is written', async () => {
  const window = await openWindow()
  const request = vi.fn(async () => ok({ hash: 'ab'.repeat(32) }))
  const bridge = { request } as unknown as Pick<Bridge, 'request'>
  const files = createFiles({ ...window, bridge, clock, measure: async () => ({ width: 3, height: 2 }) })
  const tooLarge = await files.put(new Uint8Array(maxFileBytes + 1), 'a.png', 'image/png')
  expect(tooLarge).toMatchObject({ ok: false, failure: { code: 'attachment-too-large', limit: maxFileBytes } })
  window.guard.reportFree(1024)
  expect(await files.put(new Uint8Array(3), 'a.png', 'image/png')).toMatchObject({ ok: false, failure: { code: 'storage-full' } })
  expect(request).not.toHaveBeenCalled()
  window.guard.reportFree(null)
  expect(await files.put(new Uint8Array(3), 'a.png', 'image/png')).toEqual(
    ok({ type: 'file', hash: 'ab'.repeat(32) as FileHash, name: 'a.png', mediaType: 'image/png', sizeBytes: 3, width: 3, height: 2 }),
  )
})

test('low space is told when main warns and taken back when there is room; a refused write outranks it', async () => {
  const window = await openWindow()
  let emit: (event: { type: 'storage-low'; freeBytes: number; level: 'warn' }) => void = () => undefined
  const bridge = {
    request: async () => ok({ freeBytes: lowFreeBytes * 10, quotaBytes: null, usageBytes: null, isPersistent: true }),
    onEvent: (listener: typeof emit) => ((emit = listener), () => undefined),
  } as unknown as Pick<Bridge, 'request' | 'onEvent'>
  const stop = watchStorage({ ...window, bridge })
  await Promise.resolve()
  emit({ type: 'storage-low', freeBytes: 5, level: 'warn' })
  expect(window.guard.current()).toEqual({ kind: 'low', freeBytes: 5 })
  await window.guard.write(() => Promise.reject(new DOMException('no', 'QuotaExceededError')))
  expect(window.guard.current()).toEqual({ kind: 'full' })
  window.guard.reportFree(lowFreeBytes * 10)
  expect(window.guard.current()).toEqual({ kind: 'full' })
  await window.guard.retryPending()
  expect(window.guard.current()).toEqual({ kind: 'fine' })
  stop()
})

test.each([
  [new DOMException('x', 'QuotaExceededError'), 'storage-full'],
  [Object.assign(new Error('Transaction aborted'), { name: 'AbortError', inner: new DOMException('x', 'QuotaExceededError') }), 'storage-full'],
  [new DOMException('Internal error committing transaction: ENOSPC', 'UnknownError'), 'storage-full'],
  [new DOMException('Internal error', 'UnknownError'), 'storage-failed'],
  [Object.assign(new Error('closed'), { name: 'DatabaseClosedError' }), 'storage-failed'],
])('STO-3 %s is %s', (error, code) => {
  expect(storageFailureOf(error)).toMatchObject({ code, stage: 'store' })
})

test('a bug in a write is no full disk: it throws', async () => {
  const window = await openWindow()
  await expect(window.guard.write(() => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug')
  expect(window.guard.current()).toEqual({ kind: 'fine' })
})
