import type { Sqlite } from './sqlite-schema'
import { foldReserveBytes, roomId, type Append, type AppendOutcome, type RoomKey, type RoomLog, type StorageLimits, type StoredUpdate } from './storage'

interface RoomState {
  readonly id: number
  readonly vaultId: string
  sequence: number
  isChanged: boolean
}

interface VaultState {
  usedBytes: number
  roomCount: number
  readonly maxBytes: number
  isChanged: boolean
}

/** Rooms that are remembered between commits; past that all are forgotten and looked up again. */
const mostRemembered = 20_000

/** The rooms' half of the store, synchronous: it runs in a thread of its own. */
export function createSqliteRooms(db: Sqlite, limits: StorageLimits) {
  const rooms = new Map<string, RoomState>()
  const vaults = new Map<string, VaultState>()
  let seenVersion = db.pragma('data_version', { simple: true })
  let hasForeignChange = false
  const findRoom = db.prepare<[string, string], { id: number; sequence: number; foldedSequence: number }>(
    'select id, sequence, folded_sequence as foldedSequence from rooms where vault_id = ? and name = ?',
  )
  const addRoom = db.prepare<[string, string]>('insert into rooms (vault_id, name) values (?, ?)')
  const setRoom = db.prepare<[number, number]>('update rooms set sequence = ? where id = ?')
  const setFolded = db.prepare<[number, number]>('update rooms set folded_sequence = ? where id = ?')
  const findVault = db.prepare<[string], { usedBytes: number; roomCount: number; maxBytes: number | null }>(
    'select used_bytes as usedBytes, room_count as roomCount, max_bytes as maxBytes from vaults where id = ?',
  )
  const setVault = db.prepare<[number, number, string]>('update vaults set used_bytes = ?, room_count = ? where id = ?')
  const addUpdate = db.prepare<[number, number, Uint8Array]>('insert into updates (room_id, sequence, bytes) values (?, ?, ?)')
  const findUpdates = db.prepare<[number, number], StoredUpdate>(
    'select sequence, bytes as "update" from updates where room_id = ? and sequence > ? order by sequence',
  )
  const sumUpdates = db.prepare<[number, number], { bytes: number | null }>('select sum(length(bytes)) as bytes from updates where room_id = ? and sequence <= ?')
  const dropUpdates = db.prepare<[number, number]>('delete from updates where room_id = ? and sequence <= ?')
  const listNames = db.prepare<[string], { name: string }>('select name from rooms where vault_id = ? order by name')
  const findOrphan = db.prepare<[], { roomId: number }>('select room_id as roomId from orphans limit 1')
  const dropOrphanUpdates = db.prepare<[number, number]>('delete from updates where room_id = ? and sequence in (select sequence from updates where room_id = ? limit 200)')
  const dropOrphan = db.prepare<[number]>('delete from orphans where room_id = ?')

  function forget(): void {
    rooms.clear()
    vaults.clear()
  }

  /** Another process (the admin's command line) may have changed what is remembered here. */
  function forgetWhatOthersChanged(): void {
    const version = db.pragma('data_version', { simple: true })
    const isChanged = version !== seenVersion
    seenVersion = version
    hasForeignChange ||= isChanged
    if (isChanged || rooms.size > mostRemembered) forget()
  }

  /** A change that an append noticed on its way is still told here, once. */
  function takeForeignChange(): boolean {
    forgetWhatOthersChanged()
    const taken = hasForeignChange
    hasForeignChange = false
    return taken
  }

  function vaultOf(vaultId: string): VaultState | null {
    const known = vaults.get(vaultId)
    if (known !== undefined) return known
    const row = findVault.get(vaultId)
    if (row === undefined) return null
    const state = { usedBytes: row.usedBytes, roomCount: row.roomCount, maxBytes: row.maxBytes ?? limits.maxVaultBytes, isChanged: false }
    vaults.set(vaultId, state)
    return state
  }

  function roomOf(key: RoomKey): RoomState | null {
    const known = rooms.get(roomId(key))
    if (known !== undefined) return known
    const row = findRoom.get(key.vaultId, key.room)
    return row === undefined ? null : remember(key, row.id, row.sequence)
  }

  function remember(key: RoomKey, id: number, sequence: number): RoomState {
    const state = { id, vaultId: key.vaultId, sequence, isChanged: false }
    rooms.set(roomId(key), state)
    return state
  }

  function makeRoom(key: RoomKey, vault: VaultState): RoomState {
    vault.roomCount += 1
    return remember(key, Number(addRoom.run(key.vaultId, key.room).lastInsertRowid), 0)
  }

  function appendOne({ key, update, frees }: Append, touched: Set<RoomState>): AppendOutcome {
    const vault = vaultOf(key.vaultId)
    if (vault === null) return { kind: 'vault-gone' }
    if (vault.usedBytes + update.byteLength > vault.maxBytes + (frees === true ? foldReserveBytes : 0)) return { kind: 'quota-full' }
    const known = roomOf(key)
    if (known === null && vault.roomCount >= limits.maxRoomsPerVault) return { kind: 'too-many-rooms' }
    const room = known ?? makeRoom(key, vault)
    room.sequence += 1
    vault.usedBytes += update.byteLength
    addUpdate.run(room.id, room.sequence, update)
    touched.add(room)
    return { kind: 'stored', sequence: room.sequence }
  }

  const append = db.transaction((batch: readonly Append[]): AppendOutcome[] => {
    forgetWhatOthersChanged()
    const touched = new Set<RoomState>()
    const outcomes = batch.map((one) => appendOne(one, touched))
    for (const room of touched) setRoom.run(room.sequence, room.id)
    for (const vaultId of new Set([...touched].map((room) => room.vaultId))) {
      const vault = vaults.get(vaultId)
      if (vault !== undefined) setVault.run(vault.usedBytes, vault.roomCount, vaultId)
    }
    return outcomes
  })

  const fold = db.transaction((key: RoomKey, through: number, state: Uint8Array): boolean => {
    const room = findRoom.get(key.vaultId, key.room)
    const vault = findVault.get(key.vaultId)
    if (room === undefined || vault === undefined || room.foldedSequence >= through) return false
    const before = sumUpdates.get(room.id, through)?.bytes ?? 0
    dropUpdates.run(room.id, through)
    addUpdate.run(room.id, through, state)
    setFolded.run(through, room.id)
    setVault.run(vault.usedBytes + state.byteLength - before, vault.roomCount, key.vaultId)
    return true
  })

  /** What is remembered is right only as long as every transaction ends well. */
  function guarded<Answer>(work: () => Answer): Answer {
    try {
      return work()
    } catch (error) {
      forget()
      throw error
    }
  }

  return {
    forget,
    /** True where another process has changed the file since the last time. */
    takeForeignChange,
    append: (batch: readonly Append[]): readonly AppendOutcome[] => guarded(() => append.immediate(batch)),
    fold(key: RoomKey, through: number, state: Uint8Array): boolean {
      forget()
      return fold.immediate(key, through, state)
    },
    read(key: RoomKey, after: number): RoomLog {
      const room = findRoom.get(key.vaultId, key.room)
      if (room === undefined) return { updates: [], sequence: 0, foldedSequence: 0 }
      return { updates: findUpdates.all(room.id, after), sequence: room.sequence, foldedSequence: room.foldedSequence }
    },
    lastSequences: (keys: readonly RoomKey[]): readonly number[] => keys.map(({ vaultId, room }) => findRoom.get(vaultId, room)?.sequence ?? 0),
    listRooms: (vaultId: string): readonly string[] => listNames.all(vaultId).map(({ name }) => name),
    /** A step of clearing up after deleted vaults; true while there is more to do. */
    dropOrphans(): boolean {
      const orphan = findOrphan.get()
      if (orphan === undefined) return false
      const { changes } = dropOrphanUpdates.run(orphan.roomId, orphan.roomId)
      if (changes === 0) dropOrphan.run(orphan.roomId)
      return true
    },
  }
}
