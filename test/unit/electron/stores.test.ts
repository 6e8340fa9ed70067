import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { maxFileBytes } from '@shared/bridge/contract'
import { expiredSnapshots } from '@shared/bridge/retention'
import { fileFailure } from '../../../electron/atomic-file'
import { freeBytesAt, spaceEvent } from '../../../electron/disk-space'
import { createFileStore } from '../../../electron/files'
import { createMemoryMirror } from '../../../electron/memory-mirror'
import { createProfileMarker } from '../../../electron/profile-marker'
import { createSnapshotStore } from '../../../electron/snapshots'

let folder = ''
const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 30, 12)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonplace-stores-'))
})

describe('attachments', () => {
  test('are kept by content, found after a restart, and gone when removed', async () => {
    const bytes = new TextEncoder().encode('a picture')
    const stored = await createFileStore(folder).put(bytes)
    expect(stored).toEqual(await createFileStore(folder).put(bytes))
    if (!stored.ok) throw new Error('not stored')
    const files = createFileStore(folder)
    expect(await files.get(stored.value.hash)).toEqual({ ok: true, value: bytes })
    await files.remove(stored.value.hash)
    expect(await files.get(stored.value.hash)).toEqual({ ok: true, value: null })
  })

  test('a damaged file is a failure and never wrong bytes; putting it again mends it', async () => {
    const files = createFileStore(folder)
    const stored = await files.put(new TextEncoder().encode('a picture'))
    if (!stored.ok) throw new Error('not stored')
    const { hash } = stored.value
    await writeFile(join(folder, hash.slice(0, 2), hash), 'cut')
    expect(await files.get(hash)).toMatchObject({ ok: false, failure: { code: 'storage-failed' } })
    await files.put(new TextEncoder().encode('a picture'))
    expect(await files.get(hash)).toMatchObject({ ok: true })
  })

  test('one that is too large is refused with its limit', async () => {
    expect(await createFileStore(folder).put(new Uint8Array(maxFileBytes + 1))).toMatchObject({ ok: false, failure: { code: 'attachment-too-large', limit: maxFileBytes } })
    expect(await readdir(folder)).toEqual([])
  })

  test('a disk that refuses is a failure, not an exception', async () => {
    await writeFile(join(folder, 'in-the-way'), '')
    expect(await createFileStore(join(folder, 'in-the-way')).put(new Uint8Array(1))).toMatchObject({ ok: false, failure: { code: 'storage-failed' } })
    expect(fileFailure(Object.assign(new Error('no space'), { code: 'ENOSPC' }))).toMatchObject({ code: 'storage-full' })
  })
})

describe('snapshots', () => {
  const linesAt = (createdAt: number) => `${JSON.stringify({ version: 1, createdAt, messages: 2, sessions: 1 })}\n{"kind":"row"}\n`

  test('are written, listed from their headers, newest first, and read back', async () => {
    const store = createSnapshotStore(folder, { now: () => now })
    const first = await store.write(linesAt(now - 1000))
    const second = await store.write(linesAt(now))
    if (!first.ok || !second.ok) throw new Error('not written')
    expect(await store.list()).toEqual({ ok: true, value: [second.value, first.value] })
    expect(second.value).toMatchObject({ createdAt: now, messages: 2, sessions: 1, sizeBytes: linesAt(now).length })
    expect(await store.read(second.value.id)).toEqual({ ok: true, value: linesAt(now) })
    expect(await store.read('20000101T000000000Z-abc')).toMatchObject({ ok: false, failure: { code: 'not-found' } })
  })

  test('a garbled or torn file is left out of the list and left alone', async () => {
    await writeFile(join(folder, 'torn.jsonl'), '{"version":1,"crea')
    await mkdir(join(folder, 'folder.jsonl'))
    await writeFile(join(folder, 'notes.txt'), 'mine')
    const store = createSnapshotStore(folder, { now: () => now })
    expect(await store.list()).toEqual({ ok: true, value: [] })
    await store.write(linesAt(now))
    expect((await readdir(folder)).sort().slice(1)).toEqual(['folder.jsonl', 'notes.txt', 'torn.jsonl'])
    expect(await store.write('no header')).toMatchObject({ ok: false, failure: { code: 'invalid-input' } })
  })

  test('old ones go: the newest ten and one a day for two weeks stay', async () => {
    const store = createSnapshotStore(folder, { now: () => now })
    const times = Array.from({ length: 60 }, (_, index) => now - (59 - index) * (dayMs / 3))
    for (const time of times) await store.write(linesAt(time))
    const list = await store.list()
    if (!list.ok) throw new Error('not listed')
    const kept = list.value.map(({ createdAt }) => createdAt)
    expect(kept.slice(0, 10)).toEqual(times.slice(-10).reverse())
    expect(kept.length).toBeLessThan(26)
    expect(kept.every((time) => time >= now - 14 * dayMs)).toBe(true)
  })

  test('the newest is never dropped, and each of the last 14 days keeps its last (random)', () => {
    const at = fc.integer({ min: now - 40 * dayMs, max: now })
    fc.assert(
      fc.property(fc.array(at, { minLength: 1, maxLength: 60 }), (times) => {
        const items = times.map((createdAt, index) => ({ id: String(index), createdAt }))
        const gone = new Set(expiredSnapshots(items, now, 'UTC'))
        const kept = items.filter(({ id }) => !gone.has(id)).map(({ createdAt }) => createdAt)
        const recentDays = new Set(times.filter((time) => time >= now - 14 * dayMs).map((time) => Math.floor(time / dayMs)))
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(10, times.length))
        expect(Math.max(...kept)).toBe(Math.max(...times))
        for (const day of recentDays) {
          const last = Math.max(...times.filter((time) => Math.floor(time / dayMs) === day))
          expect(kept).toContain(last)
        }
      }),
      { seed: 5, numRuns: 300 },
    )
  })
})

test('the memory mirror holds the last of many writes, whole', async () => {
  const mirror = createMemoryMirror(folder)
  await Promise.all(Array.from({ length: 20 }, (_, index) => mirror.write(`# ${index}`, `{"n":${index}}`)))
  expect([await readFile(join(folder, 'profile.md'), 'utf8'), await readFile(join(folder, 'memory.json'), 'utf8')]).toEqual(['# 19', '{"n":19}'])
  expect((await readdir(folder)).sort()).toEqual(['memory.json', 'profile.md'])
})

test('the marker says that a profile has data, also after the database is gone', async () => {
  const marker = createProfileMarker(join(folder, 'deep', 'marker'))
  expect(await marker.has()).toEqual({ ok: true, value: false })
  await marker.mark()
  await rm(join(folder, 'database'), { force: true })
  expect(await createProfileMarker(join(folder, 'deep', 'marker')).has()).toEqual({ ok: true, value: true })
})

test('STO-3 little free space is told before the disk is full', async () => {
  const gigabyte = 1024 ** 3
  expect([null, 5 * gigabyte, 0.9 * gigabyte, 0.1 * gigabyte, 0].map((free) => spaceEvent(free)?.level ?? null)).toEqual([null, null, 'warn', 'critical', 'critical'])
  expect(await freeBytesAt(folder)).toBeGreaterThan(0)
  expect(await freeBytesAt(join(folder, 'missing'))).toBeNull()
})
