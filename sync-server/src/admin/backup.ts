import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import Database from 'better-sqlite3'
import { fail, ok, type Result } from '../../../shared/result'
import type { ServerConfig } from '../config'
import { blobFolder, databaseFile } from './open-store'
import type { Report } from './report'

const chunkBytes = 2 ** 20
const readOnlyFolder = { recursive: true, mode: 0o700 } as const

type Sqlite = InstanceType<typeof Database>

/**
 * One SQLite file: the database as it is at one moment, while the server goes on, and a table with the attachments'
 * files. It is written beside its name and renamed at the end, so that a file of this name is whole.
 */
export async function backup(config: ServerConfig, file: string | undefined): Promise<Result<Report, string>> {
  if (config.databaseUrl !== undefined) return fail('PostgreSQL has its own backup: pg_dump --format=custom, or a base backup with its log. Attachments are in it')
  if (file === undefined) return fail('where to? Give a file name')
  if (existsSync(file)) return fail(`${file} is there already`)
  const unfinished = `${file}.part`
  await rm(unfinished, { force: true })
  await mkdir(dirname(resolve(file)), { recursive: true })
  const source = new Database(databaseFile(config), { readonly: true, timeout: 10_000 })
  try {
    await source.backup(unfinished)
  } finally {
    source.close()
  }
  const copy = new Database(unfinished)
  try {
    copy.pragma('journal_mode = delete')
    const files = await storeFiles(copy, blobFolder(config))
    check(copy)
    copy.close()
    await rename(unfinished, file)
    return ok({ rows: [{ file, database: { bytes: (await stat(file)).size }, attachments: files }] })
  } finally {
    copy.close()
    await rm(unfinished, { force: true })
  }
}

/** Into a data folder that holds no database yet. */
export async function restore(config: ServerConfig, file: string | undefined): Promise<Result<Report, string>> {
  if (config.databaseUrl !== undefined) return fail('a backup goes into SQLite first; `move` brings it to PostgreSQL')
  if (file === undefined || !existsSync(file)) return fail(`${file ?? 'the backup'} is not there`)
  const target = databaseFile(config)
  if (existsSync(target)) return fail(`${config.data} holds a database already: restore into an empty folder`)
  await mkdir(config.data, readOnlyFolder)
  const source = new Database(file, { readonly: true })
  try {
    check(source)
    const files = await writeFiles(source, blobFolder(config))
    await source.backup(`${target}.part`)
    dropFileTable(`${target}.part`)
    await rename(`${target}.part`, target)
    return ok({ rows: [{ data: config.data, vaults: count(source, 'vaults'), updates: count(source, 'updates'), attachments: files }] })
  } finally {
    source.close()
  }
}

function check(db: Sqlite): void {
  const verdict = db.pragma('quick_check(1)', { simple: true })
  if (verdict !== 'ok') throw new Error(`the copy is damaged: ${String(verdict)}`)
}

export const count = (db: Sqlite, table: string): number => Number(db.prepare(`select count(*) from ${table}`).pluck().get())

async function storeFiles(copy: Sqlite, folder: string): Promise<number> {
  copy.exec('create table backup_files (path text not null, position integer not null, bytes blob not null, primary key (path, position)) without rowid')
  const add = copy.prepare<[string, number, Uint8Array]>('insert into backup_files values (?, ?, ?)')
  const paths = await filesUnder(folder)
  for (const path of paths) {
    for await (const { position, bytes } of chunksOf(join(folder, path))) add.run(path, position, bytes)
  }
  return paths.length
}

/** Relative, with slashes, so that a backup of one system goes back on another. */
async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort()
}

/** An empty file is one empty chunk. A file that is deleted meanwhile has none. */
async function* chunksOf(path: string): AsyncGenerator<{ position: number; bytes: Uint8Array }> {
  const file = await open(path, 'r').catch(() => null)
  if (file === null) return
  try {
    const buffer = Buffer.alloc(chunkBytes)
    for (let position = 0; ; ) {
      const { bytesRead } = await file.read(buffer, 0, chunkBytes, position)
      if (bytesRead === 0 && position > 0) return
      yield { position, bytes: buffer.subarray(0, bytesRead) }
      position += bytesRead
      if (bytesRead < chunkBytes) return
    }
  } finally {
    await file.close()
  }
}

async function writeFiles(source: Sqlite, folder: string): Promise<number> {
  const rows = source.prepare<[], { path: string; position: number; bytes: Uint8Array }>('select path, position, bytes from backup_files order by path, position')
  const written = new Set<string>()
  for (const { path, position, bytes } of rows.iterate()) {
    const target = join(folder, path)
    // A backup that somebody prepared writes nothing outside of the folder.
    if (!resolve(target).startsWith(resolve(folder) + sep)) throw new Error('the backup names a file outside of its folder')
    await mkdir(dirname(target), readOnlyFolder)
    const file = await open(target, position === 0 ? 'w' : 'r+', 0o600)
    try {
      await file.write(bytes, 0, bytes.byteLength, position)
      await file.sync()
    } finally {
      await file.close()
    }
    written.add(path)
  }
  return written.size
}

function dropFileTable(path: string): void {
  const db = new Database(path)
  try {
    db.exec('drop table backup_files')
    db.exec('vacuum')
  } finally {
    db.close()
  }
}
