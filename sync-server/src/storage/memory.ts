import {
  foldReserveBytes,
  type Append,
  type AppendOutcome,
  type BlobRow,
  type DeviceRow,
  type NewVault,
  type RoomKey,
  type Storage,
  type StorageLimits,
  type StoredUpdate,
  type VaultRow,
} from './storage'

interface Room {
  updates: StoredUpdate[]
  sequence: number
  foldedSequence: number
}

interface Vault {
  readonly createdAt: number
  readonly recoveryTokenHash: string
  maxBytes: number | null
  usedBytes: number
  readonly rooms: Map<string, Room>
  readonly devices: Map<string, DeviceRow>
  readonly blobs: Map<string, BlobRow & { readonly createdAt: number }>
}

interface Rendezvous {
  readonly vaultId: string
  readonly expiresAt: number
  readonly slots: Map<number, Uint8Array>
}

/** Everything in memory and gone with the process: for tests, and the measure of what the other stores must do. */
export function createMemoryStorage(limits: StorageLimits): Storage {
  const vaults = new Map<string, Vault>()
  const setupTokens = new Map<string, { readonly expiresAt: number; readonly maxBytes: number | null }>()
  const meetings = new Map<string, Rendezvous>()

  const roomOf = ({ vaultId, room }: RoomKey): Room | undefined => vaults.get(vaultId)?.rooms.get(room)
  const maxBytesOf = (vault: Vault): number => vault.maxBytes ?? limits.maxVaultBytes
  const rowOf = (vaultId: string, vault: Vault): VaultRow => ({
    vaultId,
    createdAt: vault.createdAt,
    usedBytes: vault.usedBytes,
    maxBytes: maxBytesOf(vault),
    roomCount: vault.rooms.size,
  })
  const allDevices = (): DeviceRow[] => [...vaults.values()].flatMap((vault) => [...vault.devices.values()])
  const meetingAt = (id: string, now: number): Rendezvous | undefined => {
    const meeting = meetings.get(id)
    return meeting === undefined || meeting.expiresAt <= now ? undefined : meeting
  }

  function appendOne({ key, update, frees }: Append): AppendOutcome {
    const vault = vaults.get(key.vaultId)
    if (vault === undefined) return { kind: 'vault-gone' }
    if (vault.usedBytes + update.byteLength > maxBytesOf(vault) + (frees === true ? foldReserveBytes : 0)) return { kind: 'quota-full' }
    const known = vault.rooms.get(key.room)
    if (known === undefined && vault.rooms.size >= limits.maxRoomsPerVault) return { kind: 'too-many-rooms' }
    const room = known ?? { updates: [], sequence: 0, foldedSequence: 0 }
    room.sequence += 1
    room.updates.push({ sequence: room.sequence, update: update.slice() })
    vault.usedBytes += update.byteLength
    vault.rooms.set(key.room, room)
    return { kind: 'stored', sequence: room.sequence }
  }

  function createVault({ vaultId, setupTokenHash, recoveryTokenHash, device }: NewVault, now: number) {
    const setup = setupTokenHash === null ? { expiresAt: Number.POSITIVE_INFINITY, maxBytes: null } : setupTokens.get(hex(setupTokenHash))
    if (setup === undefined || setup.expiresAt <= now) return 'setup-token-rejected'
    if (vaults.has(vaultId)) return 'exists'
    if (vaults.size >= limits.maxVaults) return 'too-many'
    if (setupTokenHash !== null) setupTokens.delete(hex(setupTokenHash))
    const row = { ...device, vaultId, addedAt: now, lastSeenAt: null, onlineUntil: 0, removedAt: null }
    vaults.set(vaultId, {
      createdAt: now,
      recoveryTokenHash: hex(recoveryTokenHash),
      maxBytes: setup.maxBytes,
      usedBytes: 0,
      rooms: new Map(),
      devices: new Map([[device.deviceId, row]]),
      blobs: new Map(),
    })
    return 'created'
  }

  return {
    kind: 'memory',
    check: async () => undefined,
    close: async () => undefined,
    append: async (batch) => batch.map(appendOne),
    async read(key, after) {
      const room = roomOf(key)
      if (room === undefined) return { updates: [], sequence: 0, foldedSequence: 0 }
      const { sequence, foldedSequence } = room
      return { updates: room.updates.filter((one) => one.sequence > after), sequence, foldedSequence }
    },
    lastSequences: async (keys) => keys.map((key) => roomOf(key)?.sequence ?? 0),
    async fold(key, through, state) {
      const room = roomOf(key)
      if (room === undefined || room.foldedSequence >= through) return false
      const folded = room.updates.filter(({ sequence }) => sequence <= through)
      const vault = vaults.get(key.vaultId)
      if (vault !== undefined) vault.usedBytes += state.byteLength - folded.reduce((sum, { update }) => sum + update.byteLength, 0)
      room.updates = [{ sequence: through, update: state.slice() }, ...room.updates.slice(folded.length)]
      room.foldedSequence = through
      return true
    },
    listRooms: async (vaultId) => [...(vaults.get(vaultId)?.rooms.keys() ?? [])].sort(),

    addSetupToken: async (hash, expiresAt, maxBytes) => void setupTokens.set(hex(hash), { expiresAt, maxBytes }),
    createVault: async (vault, now) => createVault(vault, now),
    async getVault(vaultId) {
      const vault = vaults.get(vaultId)
      return vault === undefined ? null : rowOf(vaultId, vault)
    },
    listVaults: async () => [...vaults].map(([vaultId, vault]) => rowOf(vaultId, vault)),
    async setVaultLimit(vaultId, maxBytes) {
      const vault = vaults.get(vaultId)
      if (vault !== undefined) vault.maxBytes = maxBytes
      return vault !== undefined
    },
    async deleteVault(vaultId) {
      for (const [id, meeting] of meetings) if (meeting.vaultId === vaultId) meetings.delete(id)
      return vaults.delete(vaultId)
    },
    totals: async () => ({ vaults: vaults.size, bytes: [...vaults.values()].reduce((sum, { usedBytes }) => sum + usedBytes, 0) }),

    async addDevice(vaultId, device, now) {
      const vault = vaults.get(vaultId)
      if (vault === undefined) return 'vault-gone'
      const isTaken = allDevices().some(({ tokenHash }) => hex(tokenHash) === hex(device.tokenHash))
      if (vault.devices.has(device.deviceId) || isTaken) return 'exists'
      if ([...vault.devices.values()].filter(({ removedAt }) => removedAt === null).length >= limits.maxDevicesPerVault) return 'too-many'
      vault.devices.set(device.deviceId, { ...device, vaultId, addedAt: now, lastSeenAt: null, onlineUntil: 0, removedAt: null })
      return 'added'
    },
    findDeviceByToken: async (hash) => allDevices().find(({ tokenHash }) => hex(tokenHash) === hex(hash)) ?? null,
    listDevices: async (vaultId) => [...(vaults.get(vaultId)?.devices.values() ?? [])],
    async removeDevice(vaultId, deviceId, now) {
      const devices = vaults.get(vaultId)?.devices
      const device = devices?.get(deviceId)
      if (device === undefined || device.removedAt !== null) return false
      devices?.set(deviceId, { ...device, removedAt: now, onlineUntil: 0 })
      return true
    },
    async noteDevices(sightings) {
      for (const { vaultId, deviceId, seenAt, onlineUntil } of sightings) {
        const devices = vaults.get(vaultId)?.devices
        const device = devices?.get(deviceId)
        if (device !== undefined) devices?.set(deviceId, { ...device, lastSeenAt: seenAt, onlineUntil })
      }
    },
    async findVaultByRecoveryToken(hash) {
      const found = [...vaults].find(([, vault]) => vault.recoveryTokenHash === hex(hash))
      return found === undefined ? null : rowOf(...found)
    },

    async openRendezvous(id, vaultId, expiresAt, now, most) {
      if (meetingAt(id, now) !== undefined) return 'exists'
      const open = [...meetings.values()].filter((meeting) => meeting.vaultId === vaultId && meeting.expiresAt > now)
      if (open.length >= most) return 'too-many'
      meetings.set(id, { vaultId, expiresAt, slots: new Map() })
      return 'opened'
    },
    async putSlot(id, slot, bytes, now) {
      const meeting = meetingAt(id, now)
      if (meeting === undefined) return 'not-found'
      if (meeting.slots.has(slot)) return 'taken'
      meeting.slots.set(slot, bytes.slice())
      return 'stored'
    },
    async getSlot(id, slot, now) {
      const meeting = meetingAt(id, now)
      return meeting === undefined ? 'not-found' : (meeting.slots.get(slot) ?? null)
    },
    async dropExpired(now) {
      for (const [id, { expiresAt }] of meetings) if (expiresAt <= now) meetings.delete(id)
      for (const [hash, { expiresAt }] of setupTokens) if (expiresAt <= now) setupTokens.delete(hash)
    },

    async getBlob(vaultId, blobId) {
      const blob = vaults.get(vaultId)?.blobs.get(blobId)
      return blob === undefined ? null : { totalBytes: blob.totalBytes, receivedBytes: blob.receivedBytes }
    },
    async reserveBlob(vaultId, blobId, totalBytes, now) {
      const vault = vaults.get(vaultId)
      if (vault === undefined) return 'vault-gone'
      if (vault.blobs.has(blobId)) return 'exists'
      if (vault.usedBytes + totalBytes > maxBytesOf(vault)) return 'quota-full'
      vault.usedBytes += totalBytes
      vault.blobs.set(blobId, { totalBytes, receivedBytes: 0, createdAt: now })
      return 'reserved'
    },
    async setBlobReceived(vaultId, blobId, receivedBytes) {
      const blobs = vaults.get(vaultId)?.blobs
      const blob = blobs?.get(blobId)
      if (blob !== undefined) blobs?.set(blobId, { ...blob, receivedBytes })
    },
    async deleteBlob(vaultId, blobId) {
      const vault = vaults.get(vaultId)
      const blob = vault?.blobs.get(blobId)
      if (vault === undefined || blob === undefined) return false
      vault.usedBytes -= blob.totalBytes
      return vault.blobs.delete(blobId)
    },
    listUnfinishedBlobs: async (before) =>
      [...vaults].flatMap(([vaultId, vault]) =>
        [...vault.blobs]
          .filter(([, blob]) => blob.createdAt < before && blob.receivedBytes < blob.totalBytes)
          .map(([blobId]) => ({ vaultId, blobId })),
      ),
  }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
