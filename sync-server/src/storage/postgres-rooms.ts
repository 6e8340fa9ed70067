import type { PostgresConnection } from './postgres-connection'
import { refusedAppend } from './postgres-schema'
import { foldReserveBytes, type Append, type AppendOutcome, type RoomLog, type RoomStorage, type StorageLimits } from './storage'

interface LogRow {
  readonly head: string
  readonly folded: string
  readonly sequence: string | null
  readonly bytes: Buffer | null
}

export function createPostgresRooms(connection: PostgresConnection, limits: StorageLimits): RoomStorage {
  const { query } = connection
  return {
    async append(batch) {
      if (batch.length === 0) return []
      const order = sortedPlaces(batch)
      const sorted = order.map((place) => batch[place]).filter((item) => item !== undefined)
      const [row] = await query<{ outcomes: string[] }>('SELECT commonplace.append_updates($1, $2, $3, $4, $5, $6, $7) AS outcomes', [
        sorted.map(({ key }) => key.vaultId),
        sorted.map(({ key }) => key.room),
        sorted.map(({ update }) => update.byteLength),
        Buffer.concat(sorted.map(({ update }) => update)),
        limits.maxVaultBytes,
        limits.maxRoomsPerVault,
        sorted.map(({ frees }) => (frees === true ? foldReserveBytes : 0)),
      ])
      const outcomes = new Array<AppendOutcome>(batch.length)
      order.forEach((place, index) => (outcomes[place] = outcomeOf(Number(row?.outcomes[index]))))
      return outcomes
    },

    // One statement sees one moment: the head and the rows belong together.
    async read({ vaultId, room }, after): Promise<RoomLog> {
      const rows = await query<LogRow>(
        `SELECT r.head, r.folded, u.sequence, u.bytes FROM commonplace.rooms r
         LEFT JOIN commonplace.updates u ON u.vault_id = r.vault_id AND u.room = r.room AND u.sequence > $3
         WHERE r.vault_id = $1 AND r.room = $2 ORDER BY u.sequence`,
        [vaultId, room, after],
      )
      const updates = rows.flatMap(({ sequence, bytes }) => (bytes === null ? [] : [{ sequence: Number(sequence), update: bytes }]))
      return { updates, sequence: Number(rows[0]?.head ?? 0), foldedSequence: Number(rows[0]?.folded ?? 0) }
    },

    async lastSequences(keys) {
      const rows = await query<{ head: string | null }>(
        `SELECT r.head FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (vault_id, room, place)
         LEFT JOIN commonplace.rooms r USING (vault_id, room) ORDER BY wanted.place`,
        [keys.map(({ vaultId }) => vaultId), keys.map(({ room }) => room)],
      )
      return rows.map(({ head }) => Number(head ?? 0))
    },

    async fold({ vaultId, room }, through, state) {
      const [row] = await query<{ done: boolean }>('SELECT commonplace.fold_updates($1, $2, $3, $4) AS done', [vaultId, room, through, bytesOf(state)])
      return row?.done === true
    },

    async listRooms(vaultId) {
      const rows = await query<{ room: string }>('SELECT room FROM commonplace.rooms WHERE vault_id = $1 ORDER BY room COLLATE "C"', [vaultId])
      return rows.map(({ room }) => room)
    },
  }
}

/** The batch's places by vault and room; within a room as they came. */
function sortedPlaces(batch: readonly Append[]): number[] {
  const names = batch.map(({ key }) => `${key.vaultId}\n${key.room}`)
  return names.map((_, place) => place).sort((left, right) => compare(names[left] ?? '', names[right] ?? '') || left - right)
}

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

function outcomeOf(number: number): AppendOutcome {
  if (number === refusedAppend.vaultGone) return { kind: 'vault-gone' }
  if (number === refusedAppend.quotaFull) return { kind: 'quota-full' }
  if (number === refusedAppend.tooManyRooms) return { kind: 'too-many-rooms' }
  return { kind: 'stored', sequence: number }
}

/** The driver sends a Buffer as bytes; of another array it would make a list of numbers. */
export const bytesOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
