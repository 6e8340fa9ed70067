import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { foldReserveBytes, type Storage, type StorageLimits } from '../../../sync-server/src/storage/storage'

export interface StorageSubject {
  readonly name: string
  /** A store on the same data after `reopen`; `dispose` takes everything away. */
  open(limits: StorageLimits): Promise<{ readonly storage: Storage; reopen(): Promise<Storage>; dispose(): Promise<void> }>
}

const limits: StorageLimits = { maxVaultBytes: 10_000, maxRoomsPerVault: 3, maxDevicesPerVault: 3, maxVaults: 50 }
const hash = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest())
const bytes = (length: number): Uint8Array => new Uint8Array(randomBytes(length))
const plain = (given: Uint8Array | null | 'not-found') => (given instanceof Uint8Array ? [...given] : given)

/** What every store of the server does. */
export function storageSuite(subject: StorageSubject): void {
  describe(`storage contract: ${subject.name}`, () => {
    let storage: Storage
    let opened: Awaited<ReturnType<StorageSubject['open']>>
    let made = 0

    beforeEach(async () => {
      opened = await subject.open(limits)
      storage = opened.storage
    })
    afterEach(() => opened.dispose())

    const newVault = async (): Promise<string> => {
      const vaultId = `vault${String(made++).padStart(17, '0')}`
      const device = { deviceId: 'device-1', tokenHash: hash(`${vaultId} token`) }
      expect(await storage.createVault({ vaultId, setupTokenHash: null, recoveryTokenHash: hash(`${vaultId} recovery`), device }, 1000)).toBe('created')
      return vaultId
    }
    const key = (vaultId: string, room = 'memory') => ({ vaultId, room })

    test('numbers the updates of a room from one, without a gap, in the order of the batch', async () => {
      const vaultId = await newVault()
      const [a, b, c] = [bytes(10), bytes(20), bytes(30)]
      const outcomes = await storage.append([
        { key: key(vaultId), update: a },
        { key: key(vaultId, 'index'), update: b },
        { key: key(vaultId), update: c },
      ])
      expect(outcomes).toEqual([{ kind: 'stored', sequence: 1 }, { kind: 'stored', sequence: 1 }, { kind: 'stored', sequence: 2 }])
      const log = await storage.read(key(vaultId), 0)
      expect(log.updates.map(({ sequence, update }) => [sequence, plain(update)])).toEqual([[1, plain(a)], [2, plain(c)]])
      expect([log.sequence, log.foldedSequence]).toEqual([2, 0])
      expect((await storage.read(key(vaultId), 1)).updates.map(({ sequence }) => sequence)).toEqual([2])
      expect(await storage.lastSequences([key(vaultId, 'index'), key(vaultId, 'nothing'), key(vaultId)])).toEqual([1, 0, 2])
      expect(await storage.listRooms(vaultId)).toEqual(['index', 'memory'])
    })

    test('many appends at once keep every update under its own number', async () => {
      const vaultId = await newVault()
      const outcomes = await Promise.all(Array.from({ length: 40 }, (_, index) => storage.append([{ key: key(vaultId), update: new Uint8Array([index]) }])))
      const numbers = outcomes.flat().map((outcome) => (outcome.kind === 'stored' ? outcome.sequence : 0))
      expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
      const log = await storage.read(key(vaultId), 0)
      expect(log.updates.map(({ sequence, update }) => [sequence, update[0]])).toEqual(
        numbers.map((number, index) => [number, index]).sort(([a = 0], [b = 0]) => a - b),
      )
    })

    test('rooms of the same name in two vaults are two rooms, and one that nobody wrote to is empty', async () => {
      const [first, second] = [await newVault(), await newVault()]
      await storage.append([{ key: key(first), update: bytes(5) }])
      expect(await storage.read(key(second), 0)).toEqual({ updates: [], sequence: 0, foldedSequence: 0 })
      expect(await storage.listRooms(second)).toEqual([])
    })

    test('what was stored is there after opening again, with numbers that go on', async () => {
      const vaultId = await newVault()
      const update = bytes(2000)
      await storage.append([{ key: key(vaultId), update }])
      storage = await opened.reopen()
      expect(plain((await storage.read(key(vaultId), 0)).updates[0]?.update ?? null)).toEqual(plain(update))
      expect(await storage.append([{ key: key(vaultId), update: bytes(1) }])).toEqual([{ kind: 'stored', sequence: 2 }])
      expect((await storage.getVault(vaultId))?.usedBytes).toBe(2001)
    })

    test('a fold stands for everything up to its number and frees the bytes', async () => {
      const vaultId = await newVault()
      await storage.append([100, 200, 300].map((length) => ({ key: key(vaultId), update: bytes(length) })))
      const state = bytes(150)
      expect(await storage.fold(key(vaultId), 2, state)).toBe(true)
      const log = await storage.read(key(vaultId), 0)
      expect(log.updates.map(({ sequence, update }) => [sequence, update.byteLength])).toEqual([[2, 150], [3, 300]])
      expect([log.sequence, log.foldedSequence]).toEqual([3, 2])
      expect((await storage.getVault(vaultId))?.usedBytes).toBe(450)
      expect((await storage.read(key(vaultId), 1)).updates.map(({ sequence }) => sequence)).toEqual([2, 3])
      expect((await storage.read(key(vaultId), 2)).updates.map(({ sequence }) => sequence)).toEqual([3])
    })

    test('a fold that comes too late, or of a room that is not there, changes nothing', async () => {
      const vaultId = await newVault()
      await storage.append([1, 2, 3].map((length) => ({ key: key(vaultId), update: bytes(length) })))
      expect(await storage.fold(key(vaultId), 3, bytes(6))).toBe(true)
      expect(await storage.fold(key(vaultId), 2, bytes(3))).toBe(false)
      expect(await storage.fold(key(vaultId), 3, bytes(3))).toBe(false)
      expect(await storage.fold(key(vaultId, 'nothing'), 1, bytes(3))).toBe(false)
      expect(await storage.fold(key('vault-that-never-was-00'), 1, bytes(3))).toBe(false)
      expect((await storage.read(key(vaultId), 0)).updates.map(({ update }) => update.byteLength)).toEqual([6])
      expect(await storage.append([{ key: key(vaultId), update: bytes(1) }])).toEqual([{ kind: 'stored', sequence: 4 }])
    })

    test('a vault holds no more bytes and rooms than it may; the rest of a batch is stored', async () => {
      const [full, free] = [await newVault(), await newVault()]
      const outcomes = await storage.append([
        { key: key(full), update: bytes(9000) },
        { key: key(full), update: bytes(2000) },
        { key: key(free), update: bytes(2000) },
        { key: key(full), update: bytes(1000) },
      ])
      expect(outcomes.map(({ kind }) => kind)).toEqual(['stored', 'quota-full', 'stored', 'stored'])
      expect(outcomes[3]).toEqual({ kind: 'stored', sequence: 2 })
      const rooms = await storage.append(['a', 'b', 'c'].map((room) => ({ key: key(free, room), update: bytes(1) })))
      expect(rooms.map(({ kind }) => kind)).toEqual(['stored', 'stored', 'too-many-rooms'])
      expect(await storage.getVault(free)).toMatchObject({ usedBytes: 2002, roomCount: 3, maxBytes: 10_000 })
    })

    test('an update that frees something may go beyond the quota by a reserve, until a fold has made room', async () => {
      const vaultId = await newVault()
      await storage.append([{ key: key(vaultId), update: bytes(9990) }])
      const outcomes = await storage.append([
        { key: key(vaultId), update: bytes(20) },
        { key: key(vaultId), update: bytes(500), frees: true },
        { key: key(vaultId), update: bytes(1) },
        { key: key(vaultId), update: new Uint8Array(foldReserveBytes), frees: true },
      ])
      expect(outcomes.map(({ kind }) => kind)).toEqual(['quota-full', 'stored', 'quota-full', 'quota-full'])
      expect(await storage.getVault(vaultId)).toMatchObject({ usedBytes: 10_490, maxBytes: 10_000 })
      expect(await storage.fold(key(vaultId), 2, bytes(600))).toBe(true)
      expect((await storage.append([{ key: key(vaultId), update: bytes(20) }]))[0]?.kind).toBe('stored')
    })

    test('a limit of its own goes before the default, and can be taken back', async () => {
      const vaultId = await newVault()
      expect(await storage.setVaultLimit(vaultId, 50)).toBe(true)
      expect((await storage.append([{ key: key(vaultId), update: bytes(51) }]))[0]?.kind).toBe('quota-full')
      expect(await storage.setVaultLimit(vaultId, null)).toBe(true)
      expect((await storage.append([{ key: key(vaultId), update: bytes(51) }]))[0]?.kind).toBe('stored')
      expect(await storage.setVaultLimit('vault-that-never-was-00', 5)).toBe(false)
    })

    test('a deleted vault leaves nothing, and what comes late is refused', async () => {
      const [gone, kept] = [await newVault(), await newVault()]
      await storage.append([gone, kept].map((vaultId) => ({ key: key(vaultId), update: bytes(100) })))
      await storage.reserveBlob(gone, 'b'.repeat(22), 500, 1000)
      await storage.openRendezvous('r'.repeat(22), gone, 9000, 1000, 5)
      expect(await storage.deleteVault(gone)).toBe(true)
      expect(await storage.deleteVault(gone)).toBe(false)
      expect(await storage.getVault(gone)).toBeNull()
      expect(await storage.read(key(gone), 0)).toEqual({ updates: [], sequence: 0, foldedSequence: 0 })
      expect(await storage.append([{ key: key(gone), update: bytes(1) }])).toEqual([{ kind: 'vault-gone' }])
      expect(await storage.findDeviceByToken(hash(`${gone} token`))).toBeNull()
      expect(await storage.findVaultByRecoveryToken(hash(`${gone} recovery`))).toBeNull()
      expect(await storage.getBlob(gone, 'b'.repeat(22))).toBeNull()
      expect(await storage.getSlot('r'.repeat(22), 0, 2000)).toBe('not-found')
      expect((await storage.getVault(kept))?.usedBytes).toBe(100)
      expect(await storage.totals()).toMatchObject({ bytes: expect.any(Number) as number })
      expect((await storage.listVaults()).map(({ vaultId }) => vaultId)).toContain(kept)
    })

    test('a setup token opens one vault, once, before it expires', async () => {
      const device = { deviceId: 'device-1', tokenHash: hash('setup device') }
      const make = (vaultId: string, setup: string, now: number) =>
        storage.createVault({ vaultId, setupTokenHash: hash(setup), recoveryTokenHash: hash(`${vaultId} recovery`), device: { ...device, tokenHash: hash(vaultId) } }, now)
      await storage.addSetupToken(hash('one'), 2000, 777)
      await storage.addSetupToken(hash('late'), 2000, null)
      const first = `setup-vault-${String(made++).padStart(10, '0')}`
      const second = `setup-vault-${String(made++).padStart(10, '0')}`
      expect(await make(first, 'unknown', 1000)).toBe('setup-token-rejected')
      expect(await make(first, 'one', 1000)).toBe('created')
      expect((await storage.getVault(first))?.maxBytes).toBe(777)
      expect(await make(second, 'one', 1000)).toBe('setup-token-rejected')
      expect(await make(second, 'late', 2000)).toBe('setup-token-rejected')
      expect(await storage.getVault(second)).toBeNull()
    })

    test('a setup token is not used up where the vault exists', async () => {
      const vaultId = await newVault()
      await storage.addSetupToken(hash('again'), 5000, null)
      const make = (id: string) =>
        storage.createVault({ vaultId: id, setupTokenHash: hash('again'), recoveryTokenHash: hash(`${id} r`), device: { deviceId: 'device-1', tokenHash: hash(`${id} t`) } }, 1000)
      expect(await make(vaultId)).toBe('exists')
      expect(await make(`again-vault-${String(made++).padStart(10, '0')}`)).toBe('created')
    })

    test('devices are found by their token, also after removal, and never twice', async () => {
      const vaultId = await newVault()
      expect(await storage.addDevice(vaultId, { deviceId: 'device-2', tokenHash: hash(`${vaultId} two`) }, 2000)).toBe('added')
      expect(await storage.addDevice(vaultId, { deviceId: 'device-2', tokenHash: hash(`${vaultId} other`) }, 2000)).toBe('exists')
      expect(await storage.addDevice(vaultId, { deviceId: 'device-3', tokenHash: hash(`${vaultId} two`) }, 2000)).toBe('exists')
      expect(await storage.addDevice('vault-that-never-was-00', { deviceId: 'device-2', tokenHash: hash('x') }, 2000)).toBe('vault-gone')
      expect(await storage.findDeviceByToken(hash(`${vaultId} two`))).toMatchObject({ vaultId, deviceId: 'device-2', addedAt: 2000, lastSeenAt: null, removedAt: null })
      expect(await storage.findDeviceByToken(hash('nobody'))).toBeNull()
      expect(await storage.removeDevice(vaultId, 'device-2', 3000)).toBe(true)
      expect(await storage.removeDevice(vaultId, 'device-2', 3000)).toBe(false)
      expect(await storage.removeDevice(vaultId, 'device-9', 3000)).toBe(false)
      expect(await storage.findDeviceByToken(hash(`${vaultId} two`))).toMatchObject({ removedAt: 3000 })
      expect((await storage.listDevices(vaultId)).map(({ deviceId, removedAt }) => [deviceId, removedAt])).toEqual([['device-1', null], ['device-2', 3000]])
      expect(await storage.addDevice(vaultId, { deviceId: 'device-2', tokenHash: hash(`${vaultId} new`) }, 4000)).toBe('exists')
      expect((await storage.findVaultByRecoveryToken(hash(`${vaultId} recovery`)))?.vaultId).toBe(vaultId)
    })

    test('a vault has no more devices than it may', async () => {
      const vaultId = await newVault()
      const add = (number: number) => storage.addDevice(vaultId, { deviceId: `device-${number}`, tokenHash: hash(`${vaultId} ${number}`) }, 2000)
      expect([await add(2), await add(3), await add(4)]).toEqual(['added', 'added', 'too-many'])
      await storage.removeDevice(vaultId, 'device-2', 3000)
      expect(await add(5)).toBe('added')
    })

    test('sightings are kept, those of strangers left out', async () => {
      const vaultId = await newVault()
      await storage.noteDevices([
        { vaultId, deviceId: 'device-1', seenAt: 5000, onlineUntil: 8000 },
        { vaultId, deviceId: 'device-9', seenAt: 5000, onlineUntil: 8000 },
      ])
      expect(await storage.listDevices(vaultId)).toMatchObject([{ deviceId: 'device-1', lastSeenAt: 5000, onlineUntil: 8000 }])
    })

    test('a slot is written once and gone when its rendezvous expires', async () => {
      const vaultId = await newVault()
      const id = `rendezvous-${String(made++).padStart(11, '0')}`
      expect(await storage.putSlot(id, 0, bytes(3), 1000)).toBe('not-found')
      expect(await storage.openRendezvous(id, vaultId, 5000, 1000, 2)).toBe('opened')
      expect(await storage.openRendezvous(id, vaultId, 5000, 1000, 2)).toBe('exists')
      expect(await storage.getSlot(id, 0, 1000)).toBeNull()
      const put = bytes(300)
      expect(await storage.putSlot(id, 0, put, 1000)).toBe('stored')
      expect(await storage.putSlot(id, 0, bytes(3), 1000)).toBe('taken')
      expect(plain(await storage.getSlot(id, 0, 4999))).toEqual(plain(put))
      expect(await storage.getSlot(id, 0, 5000)).toBe('not-found')
      expect(await storage.putSlot(id, 1, bytes(3), 5000)).toBe('not-found')
      await storage.dropExpired(6000)
      expect(await storage.getSlot(id, 0, 1000)).toBe('not-found')
    })

    test('a vault has no more open rendezvous than asked; expired ones do not count', async () => {
      const vaultId = await newVault()
      const open = (now: number) => storage.openRendezvous(`rendezvous-${String(made++).padStart(11, '0')}`, vaultId, now + 1000, now, 2)
      expect([await open(1000), await open(1000), await open(1000)]).toEqual(['opened', 'opened', 'too-many'])
      expect(await open(2000)).toBe('opened')
    })

    test('a blob takes its whole size from the quota when it is begun, and gives it back', async () => {
      const vaultId = await newVault()
      const [first, second] = ['f'.repeat(43), 's'.repeat(43)]
      expect(await storage.getBlob(vaultId, first)).toBeNull()
      expect(await storage.reserveBlob(vaultId, first, 6000, 1000)).toBe('reserved')
      expect(await storage.reserveBlob(vaultId, first, 6000, 1000)).toBe('exists')
      expect(await storage.reserveBlob(vaultId, second, 6000, 1000)).toBe('quota-full')
      expect(await storage.reserveBlob('vault-that-never-was-00', first, 1, 1000)).toBe('vault-gone')
      expect((await storage.getVault(vaultId))?.usedBytes).toBe(6000)
      await storage.setBlobReceived(vaultId, first, 100)
      expect(await storage.getBlob(vaultId, first)).toEqual({ totalBytes: 6000, receivedBytes: 100 })
      expect(await storage.listUnfinishedBlobs(1001)).toContainEqual({ vaultId, blobId: first })
      expect(await storage.listUnfinishedBlobs(1000)).not.toContainEqual({ vaultId, blobId: first })
      await storage.setBlobReceived(vaultId, first, 6000)
      expect(await storage.listUnfinishedBlobs(1001)).not.toContainEqual({ vaultId, blobId: first })
      expect(await storage.deleteBlob(vaultId, first)).toBe(true)
      expect(await storage.deleteBlob(vaultId, first)).toBe(false)
      expect((await storage.getVault(vaultId))?.usedBytes).toBe(0)
    })

    test('says that it works', async () => {
      await expect(storage.check()).resolves.toBeUndefined()
    })
  })
}
