import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SessionId } from '@shared/ids'
import { runMigrations, type DataMigration } from '@renderer/db/migrate'
import { CommonplaceDb, schemaVersions, type SchemaVersion } from '@renderer/db/schema'
import { installFullDisk, type FullDisk } from '../../helpers/full-disk'
import { messageRow } from '../../helpers/storage'

let disk: FullDisk
beforeEach(() => {
  disk = installFullDisk()
})
afterEach(() => disk.restore())

const session = 'session-1' as SessionId
const rowCount = 25

/** A next version as it would be written: an index more, and a field on every draft. */
const nextVersions: readonly SchemaVersion[] = [
  ...schemaVersions,
  {
    version: schemaVersions.length + 1,
    stores: { drafts: 'key, updatedAt' },
    upgrade: (transaction) => transaction.table('drafts').toCollection().modify({ language: 'en' }).then(() => undefined),
  },
]

async function profileOfOldVersion(): Promise<IDBFactory> {
  const indexedDB = new IDBFactory()
  const db = openOld(indexedDB)
  await db.messages.bulkAdd(Array.from({ length: rowCount }, () => messageRow(session)))
  await db.drafts.bulkAdd(Array.from({ length: rowCount }, (_, at) => ({ key: `d${at}`, text: `typed ${at}`, files: [], updatedAt: at })))
  db.close()
  return indexedDB
}

const openOld = (indexedDB: IDBFactory) => new CommonplaceDb('commonplace', { indexedDB, IDBKeyRange })
const openNext = (indexedDB: IDBFactory) => new CommonplaceDb('commonplace', { indexedDB, IDBKeyRange }, nextVersions)

async function isWhole(db: CommonplaceDb): Promise<boolean> {
  const drafts = await db.drafts.orderBy('key').toArray()
  return (await db.messages.count()) === rowCount && drafts.length === rowCount && drafts.every(({ text }) => text.startsWith('typed'))
}

test('STO-4 a schema upgrade cut at each write leaves what the old version opens, and succeeds the next time', async () => {
  for (let step = 1; step <= rowCount; step++) {
    const indexedDB = await profileOfOldVersion()
    disk.fillAfter(step)
    await expect(openNext(indexedDB).open()).rejects.toThrow()
    disk.empty()
    const old = openOld(indexedDB)
    await old.open()
    expect(old.verno).toBe(schemaVersions.length)
    expect(await isWhole(old)).toBe(true)
    old.close()
    const next = openNext(indexedDB)
    expect(await isWhole(next)).toBe(true)
    expect(await next.drafts.filter((row) => !('language' in row)).count()).toBe(0)
    next.close()
  }
})

/** Page by page: marks every message with its length; eight rows at a time. */
const addLengths: DataMigration = {
  id: 'lengths',
  tables: ['messages'],
  async page(db, after) {
    const rows = (await db.messages.where('id').above(after ?? '').limit(8).toArray()) as { id: string; length?: number }[]
    for (const row of rows) await db.messages.put({ ...row, length: (row.length ?? 0) + 1 })
    return rows.length < 8 ? null : (rows.at(-1)?.id ?? null)
  },
}

test('STO-4 a migration of data cut at each write goes on where it was, and changes every row once', async () => {
  for (let step = 1; step <= rowCount + 4; step++) {
    const indexedDB = await profileOfOldVersion()
    const first = openOld(indexedDB)
    disk.fillAfter(step)
    await expect(runMigrations(first, [addLengths])).rejects.toThrow()
    disk.empty()
    first.close()
    const second = openOld(indexedDB)
    expect(await isWhole(second)).toBe(true)
    await runMigrations(second, [addLengths])
    await runMigrations(second, [addLengths])
    const lengths = (await second.messages.toArray()).map((row) => (row as { length?: number }).length)
    expect(lengths).toEqual(Array.from({ length: rowCount }, () => 1))
    second.close()
  }
})
