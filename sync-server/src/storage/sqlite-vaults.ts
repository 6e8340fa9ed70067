import type { Sqlite } from './sqlite-schema'
import type { BlobRow, DeviceRow, DeviceSighting, NewDevice, NewVault, SlotOutcome, StorageLimits, StoredTotals, VaultRow } from './storage'

const vaultColumns =
  'id as vaultId, created_at as createdAt, used_bytes as usedBytes, coalesce(max_bytes, ?) as maxBytes, room_count as roomCount'
const deviceColumns =
  'vault_id as vaultId, device_id as deviceId, token_hash as tokenHash, added_at as addedAt, last_seen_at as lastSeenAt, online_until as onlineUntil, removed_at as removedAt'

/** Vaults and devices, synchronous. */
export function createSqliteVaults(db: Sqlite, limits: StorageLimits) {
  const find = db.prepare<[number, string], VaultRow>(`select ${vaultColumns} from vaults where id = ?`)
  const findByRecovery = db.prepare<[number, Uint8Array], VaultRow>(`select ${vaultColumns} from vaults where recovery_hash = ?`)
  const list = db.prepare<[number], VaultRow>(`select ${vaultColumns} from vaults order by created_at, id`)
  const totals = db.prepare<[], StoredTotals>('select count(*) as vaults, coalesce(sum(used_bytes), 0) as bytes from vaults')
  const add = db.prepare<[string, number, Uint8Array, number | null]>('insert into vaults (id, created_at, recovery_hash, max_bytes) values (?, ?, ?, ?)')
  const setLimit = db.prepare<[number | null, string]>('update vaults set max_bytes = ? where id = ?')
  const findSetup = db.prepare<[Uint8Array, number], { maxBytes: number | null }>('select max_bytes as maxBytes from setup_tokens where hash = ? and expires_at > ?')
  const addSetup = db.prepare<[Uint8Array, number, number | null]>('insert or replace into setup_tokens values (?, ?, ?)')
  const dropSetup = db.prepare<[Uint8Array]>('delete from setup_tokens where hash = ?')

  const findDevice = db.prepare<[string, string], DeviceRow>(`select ${deviceColumns} from devices where vault_id = ? and device_id = ?`)
  const findByToken = db.prepare<[Uint8Array], DeviceRow>(`select ${deviceColumns} from devices where token_hash = ?`)
  const listDevices = db.prepare<[string], DeviceRow>(`select ${deviceColumns} from devices where vault_id = ? order by added_at, device_id`)
  const addDeviceRow = db.prepare<[string, string, Uint8Array, number]>('insert into devices (vault_id, device_id, token_hash, added_at) values (?, ?, ?, ?)')
  const removeDevice = db.prepare<[number, string, string]>(
    'update devices set removed_at = ?, online_until = 0 where vault_id = ? and device_id = ? and removed_at is null',
  )
  const note = db.prepare<[number, number, string, string]>('update devices set last_seen_at = ?, online_until = ? where vault_id = ? and device_id = ?')

  const deletions = [
    'insert into orphans select id from rooms where vault_id = ?',
    'delete from rooms where vault_id = ?',
    'delete from devices where vault_id = ?',
    'delete from blobs where vault_id = ?',
    'delete from slots where id in (select id from meetings where vault_id = ?)',
    'delete from meetings where vault_id = ?',
  ].map((sql) => db.prepare<[string]>(sql))
  const dropVault = db.prepare<[string]>('delete from vaults where id = ?')

  const createVault = db.transaction(({ vaultId, setupTokenHash, recoveryTokenHash, device }: NewVault, now: number) => {
    const setup = setupTokenHash === null ? { maxBytes: null } : findSetup.get(setupTokenHash, now)
    if (setup === undefined) return 'setup-token-rejected'
    if (find.get(0, vaultId) !== undefined) return 'exists'
    if ((totals.get()?.vaults ?? 0) >= limits.maxVaults) return 'too-many'
    if (findByRecovery.get(0, recoveryTokenHash) !== undefined || findByToken.get(device.tokenHash) !== undefined) return 'exists'
    if (setupTokenHash !== null) dropSetup.run(setupTokenHash)
    add.run(vaultId, now, recoveryTokenHash, setup.maxBytes)
    addDeviceRow.run(vaultId, device.deviceId, device.tokenHash, now)
    return 'created'
  })

  const addDevice = db.transaction((vaultId: string, { deviceId, tokenHash }: NewDevice, now: number) => {
    if (find.get(0, vaultId) === undefined) return 'vault-gone'
    if (findDevice.get(vaultId, deviceId) !== undefined || findByToken.get(tokenHash) !== undefined) return 'exists'
    if (listDevices.all(vaultId).filter(({ removedAt }) => removedAt === null).length >= limits.maxDevicesPerVault) return 'too-many'
    addDeviceRow.run(vaultId, deviceId, tokenHash, now)
    return 'added'
  })

  const deleteVault = db.transaction((vaultId: string): boolean => {
    for (const deletion of deletions) deletion.run(vaultId)
    return dropVault.run(vaultId).changes > 0
  })

  const noteDevices = db.transaction((sightings: readonly DeviceSighting[]): void => {
    for (const { seenAt, onlineUntil, vaultId, deviceId } of sightings) note.run(seenAt, onlineUntil, vaultId, deviceId)
  })

  return {
    addSetupToken: (hash: Uint8Array, expiresAt: number, maxBytes: number | null): void => void addSetup.run(hash, expiresAt, maxBytes),
    createVault: (vault: NewVault, now: number) => createVault.immediate(vault, now),
    getVault: (vaultId: string): VaultRow | null => find.get(limits.maxVaultBytes, vaultId) ?? null,
    listVaults: (): readonly VaultRow[] => list.all(limits.maxVaultBytes),
    setVaultLimit: (vaultId: string, maxBytes: number | null): boolean => setLimit.run(maxBytes, vaultId).changes > 0,
    deleteVault: (vaultId: string): boolean => deleteVault.immediate(vaultId),
    totals: (): StoredTotals => totals.get() ?? { vaults: 0, bytes: 0 },
    addDevice: (vaultId: string, device: NewDevice, now: number) => addDevice.immediate(vaultId, device, now),
    findDeviceByToken: (hash: Uint8Array): DeviceRow | null => findByToken.get(hash) ?? null,
    listDevices: (vaultId: string): readonly DeviceRow[] => listDevices.all(vaultId),
    removeDevice: (vaultId: string, deviceId: string, now: number): boolean => removeDevice.run(now, vaultId, deviceId).changes > 0,
    noteDevices: (sightings: readonly DeviceSighting[]): void => noteDevices.immediate(sightings),
    findVaultByRecoveryToken: (hash: Uint8Array): VaultRow | null => findByRecovery.get(limits.maxVaultBytes, hash) ?? null,
  }
}

/** Rendezvous and blob rows, synchronous. */
export function createSqliteSmall(db: Sqlite, limits: StorageLimits) {
  const findMeeting = db.prepare<[string, number], { id: string }>('select id from meetings where id = ? and expires_at > ?')
  const countMeetings = db.prepare<[string, number], { count: number }>('select count(*) as count from meetings where vault_id = ? and expires_at > ?')
  const dropMeeting = ['delete from slots where id = ?', 'delete from meetings where id = ?'].map((sql) => db.prepare<[string]>(sql))
  const addMeeting = db.prepare<[string, string, number]>('insert into meetings values (?, ?, ?)')
  const findSlot = db.prepare<[string, number], { bytes: Uint8Array }>('select bytes from slots where id = ? and slot = ?')
  const addSlot = db.prepare<[string, number, Uint8Array]>('insert or ignore into slots values (?, ?, ?)')
  const expiries = [
    'delete from slots where id in (select id from meetings where expires_at <= ?)',
    'delete from meetings where expires_at <= ?',
    'delete from setup_tokens where expires_at <= ?',
  ].map((sql) => db.prepare<[number]>(sql))

  const findBlob = db.prepare<[string, string], BlobRow>('select total_bytes as totalBytes, received_bytes as receivedBytes from blobs where vault_id = ? and blob_id = ?')
  const addBlob = db.prepare<[string, string, number, number]>('insert into blobs values (?, ?, ?, 0, ?)')
  const setReceived = db.prepare<[number, string, string]>('update blobs set received_bytes = ? where vault_id = ? and blob_id = ?')
  const dropBlob = db.prepare<[string, string]>('delete from blobs where vault_id = ? and blob_id = ?')
  const unfinished = db.prepare<[number], { vaultId: string; blobId: string }>(
    'select vault_id as vaultId, blob_id as blobId from blobs where created_at < ? and received_bytes < total_bytes',
  )
  const findRoomLeft = db.prepare<[number, string], { left: number }>('select coalesce(max_bytes, ?) - used_bytes as "left" from vaults where id = ?')
  const addUsed = db.prepare<[number, string]>('update vaults set used_bytes = used_bytes + ? where id = ?')

  const openRendezvous = db.transaction((id: string, vaultId: string, expiresAt: number, now: number, most: number) => {
    if (findMeeting.get(id, now) !== undefined) return 'exists'
    if ((countMeetings.get(vaultId, now)?.count ?? 0) >= most) return 'too-many'
    for (const drop of dropMeeting) drop.run(id)
    addMeeting.run(id, vaultId, expiresAt)
    return 'opened'
  })

  const dropExpired = db.transaction((now: number): void => {
    for (const expiry of expiries) expiry.run(now)
  })

  const reserveBlob = db.transaction((vaultId: string, blobId: string, totalBytes: number, now: number) => {
    const vault = findRoomLeft.get(limits.maxVaultBytes, vaultId)
    if (vault === undefined) return 'vault-gone'
    if (findBlob.get(vaultId, blobId) !== undefined) return 'exists'
    if (totalBytes > vault.left) return 'quota-full'
    addBlob.run(vaultId, blobId, totalBytes, now)
    addUsed.run(totalBytes, vaultId)
    return 'reserved'
  })

  const deleteBlob = db.transaction((vaultId: string, blobId: string): boolean => {
    const blob = findBlob.get(vaultId, blobId)
    if (blob === undefined) return false
    dropBlob.run(vaultId, blobId)
    addUsed.run(-blob.totalBytes, vaultId)
    return true
  })

  return {
    openRendezvous: (id: string, vaultId: string, expiresAt: number, now: number, most: number) => openRendezvous.immediate(id, vaultId, expiresAt, now, most),
    putSlot(id: string, slot: number, bytes: Uint8Array, now: number): SlotOutcome {
      if (findMeeting.get(id, now) === undefined) return 'not-found'
      return addSlot.run(id, slot, bytes).changes > 0 ? 'stored' : 'taken'
    },
    getSlot(id: string, slot: number, now: number): Uint8Array | null | 'not-found' {
      if (findMeeting.get(id, now) === undefined) return 'not-found'
      return findSlot.get(id, slot)?.bytes ?? null
    },
    dropExpired: (now: number): void => dropExpired.immediate(now),
    getBlob: (vaultId: string, blobId: string): BlobRow | null => findBlob.get(vaultId, blobId) ?? null,
    reserveBlob: (vaultId: string, blobId: string, totalBytes: number, now: number) => reserveBlob.immediate(vaultId, blobId, totalBytes, now),
    setBlobReceived: (vaultId: string, blobId: string, receivedBytes: number): void => void setReceived.run(receivedBytes, vaultId, blobId),
    deleteBlob: (vaultId: string, blobId: string): boolean => deleteBlob.immediate(vaultId, blobId),
    listUnfinishedBlobs: (before: number) => unfinished.all(before),
  }
}
