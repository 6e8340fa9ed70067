import { parentPort, workerData } from 'node:worker_threads'
import { createSqliteRooms } from './sqlite-rooms'
import { openSqlite } from './sqlite-schema'
import { createSqliteSmall, createSqliteVaults } from './sqlite-vaults'
import { packUpdates, unpackUpdates, type PackedUpdates, type SqliteReply, type SqliteRequest, type SqliteSetup } from './sqlite-wire'
import type { Append, AppendOutcome, RoomKey } from './storage'

/**
 * The thread that owns the database: commits wait for the disk here, while the server goes on. Requests are answered in
 * the order they come.
 */
const { path, limits } = workerData as SqliteSetup
const db = openSqlite(path)
const rooms = createSqliteRooms(db, limits)
const vaults = createSqliteVaults(db, limits)
const small = createSqliteSmall(db, limits)

/** These change what the rooms' half remembers of vaults. */
const forgetting = <Args extends unknown[], Answer>(work: (...args: Args) => Answer) => (...args: Args): Answer => {
  rooms.forget()
  return work(...args)
}

const operations = {
  ...vaults,
  ...small,
  setVaultLimit: forgetting(vaults.setVaultLimit),
  deleteVault: forgetting(deleteVault),
  reserveBlob: forgetting(small.reserveBlob),
  deleteBlob: forgetting(small.deleteBlob),
  takeForeignChange: rooms.takeForeignChange,
  lastSequences: rooms.lastSequences,
  listRooms: rooms.listRooms,
  fold: rooms.fold,
  append: (keys: readonly (RoomKey & Pick<Append, 'frees'>)[], packed: PackedUpdates<ArrayBufferLike>): readonly AppendOutcome[] =>
    rooms.append(
      unpackUpdates(packed).map((update, index) => {
        const { vaultId, room, frees = false } = keys[index] ?? { vaultId: '', room: '' }
        return { key: { vaultId, room }, update, frees }
      }),
    ),
  read(key: RoomKey, after: number) {
    const { updates, sequence, foldedSequence } = rooms.read(key, after)
    return { sequences: updates.map((one) => one.sequence), packed: packUpdates(updates.map(({ update }) => update)), sequence, foldedSequence }
  },
  check: (): void => db.transaction(() => void db.prepare('update setup_tokens set expires_at = expires_at where false').run()).immediate(),
  close(): void {
    db.pragma('wal_checkpoint(truncate)')
    db.close()
  },
}

export type SqliteOperations = typeof operations

function deleteVault(vaultId: string): boolean {
  const isDeleted = vaults.deleteVault(vaultId)
  setImmediate(dropOrphans)
  return isDeleted
}

/** In small steps, so that no commit waits long behind them. */
function dropOrphans(): void {
  if (!db.open) return
  try {
    if (rooms.dropOrphans()) setImmediate(dropOrphans)
    else db.pragma('incremental_vacuum(1000)')
  } catch {
    // The disk failed. What is left is taken away after the next start.
  }
}

function answer({ id, name, args }: SqliteRequest): void {
  try {
    const run = operations[name as keyof SqliteOperations] as (...args: readonly unknown[]) => unknown
    const value = run(...args)
    reply({ id, value })
  } catch (error) {
    reply({ id, error: error instanceof Error ? error.message : String(error) })
  }
  if (name === 'close') parentPort?.close()
}

function reply(message: SqliteReply): void {
  const packed = (message.value as { packed?: PackedUpdates } | null | undefined)?.packed
  parentPort?.postMessage(message, packed === undefined ? [] : [packed.bytes])
}

parentPort?.on('message', answer)
reply({ id: 0, value: null })
setImmediate(dropOrphans)
