import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgresStorage } from '../../../sync-server/src/storage/postgres'
import type { Storage } from '../../../sync-server/src/storage/storage'
import { storageSuite } from '../../contract/sync-server/storage-suite'
import { startPostgres, type PostgresServer } from '../../helpers/postgres-server'

let server: PostgresServer

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

storageSuite({
  name: 'PostgreSQL',
  async open(limits) {
    const url = await server.createDatabase()
    const opened: Storage[] = []
    const open = async () => {
      const storage = await openPostgresStorage({ url }, limits)
      opened.push(storage)
      return storage
    }
    return {
      storage: await open(),
      async reopen() {
        await opened.pop()?.close()
        return open()
      },
      dispose: async () => void (await Promise.all(opened.map((storage) => storage.close()))),
    }
  },
})

const vault = (vaultId: string) => ({
  vaultId,
  setupTokenHash: null,
  recoveryTokenHash: randomBytes(32),
  device: { deviceId: 'device-1', tokenHash: randomBytes(32) },
})

async function openThree(): Promise<readonly [Storage, Storage, Storage]> {
  const url = await server.createDatabase()
  const open = () => openPostgresStorage({ url })
  // All at once: one of them brings the tables, the others find them.
  return Promise.all([open(), open(), open()])
}

test('SYN-1 three instances that write to the same rooms at once give every update its own number, without a gap', async () => {
  const instances = await openThree()
  const [first] = instances
  const vaults = ['vault-a', 'vault-b']
  for (const vaultId of vaults) await first.createVault(vault(vaultId), 1)
  const rounds = instances.flatMap((storage, instance) =>
    Array.from({ length: 20 }, (_, round) => {
      const update = (vaultId: string, room: string) => ({ key: { vaultId, room }, update: new Uint8Array([instance, round]) })
      const batch = [update('vault-a', 'memory'), update('vault-b', 'memory'), update('vault-a', 'index'), update('vault-b', 'memory')]
      // Instances name the vaults in different orders: neither waits for the other for ever.
      return storage.append(instance % 2 === 0 ? batch : batch.reverse())
    }),
  )
  const outcomes = (await Promise.all(rounds)).flat()
  expect(outcomes.filter(({ kind }) => kind !== 'stored')).toEqual([])
  for (const [vaultId, room, count] of [['vault-a', 'memory', 60], ['vault-b', 'memory', 120], ['vault-a', 'index', 60]] as const) {
    const log = await first.read({ vaultId, room }, 0)
    expect(log.updates.map(({ sequence }) => sequence)).toEqual(Array.from({ length: count }, (_, index) => index + 1))
  }
  expect((await first.getVault('vault-b'))?.usedBytes).toBe(240)
  await Promise.all(instances.map((storage) => storage.close()))
})

test('SYN-1 a reader that sees a number has seen all before it', async () => {
  const [writer, other, reader] = await openThree()
  await writer.createVault(vault('vault-a'), 1)
  const key = { vaultId: 'vault-a', room: 'memory' }
  let isWriting = true
  const writing = Promise.all(
    [writer, other].flatMap((storage) => Array.from({ length: 100 }, () => storage.append([{ key, update: new Uint8Array(3) }]))),
  ).then(() => (isWriting = false))
  let seen = 0
  while (isWriting || seen < 200) {
    const { updates, sequence } = await reader.read(key, seen)
    expect(updates.map((update) => update.sequence)).toEqual(Array.from({ length: sequence - seen }, (_, index) => seen + index + 1))
    seen = sequence
  }
  await writing
  await Promise.all([writer, other, reader].map((storage) => storage.close()))
})

test('SYN-7 what one program takes away, the others hear of', async () => {
  const [command, server, other] = await openThree()
  await command.createVault(vault('vault-a'), 1)
  await server.append([{ key: { vaultId: 'vault-a', room: 'memory' }, update: new Uint8Array(3) }])
  expect([await server.takeForeignChange?.(), await other.takeForeignChange?.()]).toEqual([false, false])
  await command.removeDevice('vault-a', 'device-1', 2)
  expect([await server.takeForeignChange?.(), await server.takeForeignChange?.()]).toEqual([true, false])
  await command.deleteVault('vault-a')
  expect([await server.takeForeignChange?.(), await other.takeForeignChange?.()]).toEqual([true, true])
  await Promise.all([command, server, other].map((storage) => storage.close()))
})
