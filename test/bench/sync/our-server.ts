import { createHash, randomBytes } from 'node:crypto'
import { syncPath, syncSubprotocol } from '@shared/sync/protocol'
import { freePort } from '../../helpers/free-port'
import { projectRoot } from '../../helpers/source-files'
import { openPostgresStorage } from '../../../sync-server/src/storage/postgres'
import { openSqliteStorage } from '../../../sync-server/src/storage/sqlite'
import { defaultStorageLimits, type Storage, type StorageLimits } from '../../../sync-server/src/storage/storage'
import { startProgram, untilListening, type Contender, type RoomAddress, type RunningProgram } from './contenders'
import { usageOf } from './process-usage'
import { numberOf } from './room-device'

export const ourName = 'commonplace-sync'

export interface OwnServerOptions {
  readonly dataFolder: string
  /** The rooms are spread over them by their numbers. */
  readonly vaults?: number
  /** One that is not made up. */
  readonly vault?: { readonly vaultId: string; readonly deviceId: string; readonly token: string }
}

export interface OwnServer extends Contender {
  readonly url: string
}

export interface OwnInstances {
  readonly databaseUrl: string
  readonly redisUrl: string
  readonly instances: number
}

const devicesPerVault = 2
/** COMMONPLACE_BENCH_SERVER: another build of it, such as a packed one. */
const program = process.env['COMMONPLACE_BENCH_SERVER'] ?? 'sync-server/src/cli.ts'
const limits: StorageLimits = { ...defaultStorageLimits, maxRoomsPerVault: 100_000 }

/** Our server as it is started by a person, on a folder of its own; only limits that a generator would run into are higher. */
export async function startOurs({ dataFolder, vaults = 20, vault }: OwnServerOptions): Promise<OwnServer> {
  const storage = await openSqliteStorage(dataFolder, limits)
  if (vault !== undefined) await storage.createVault({ ...ownerless(vault.vaultId), device: { deviceId: vault.deviceId, tokenHash: sha256(vault.token) } }, Date.now())
  await withVaults(storage, vaults)
  const { port, pid, memory, stop } = await startOne(['--data', dataFolder])
  return { name: ourName, wire: 'y-websocket', usage: usageOf(pid), memory, addressOf: (room, device) => addressAt(port, room, numberOf(room) % vaults || 0, device), stop, url: `http://127.0.0.1:${port}` }
}

/** Several on one PostgreSQL; the devices of a room are spread over them. */
export async function startOwnInstances({ databaseUrl, redisUrl, instances }: OwnInstances, dataFolder: string): Promise<Contender> {
  await withVaults(await openPostgresStorage({ url: databaseUrl }, limits), 1)
  const flags = ['--data', dataFolder, '--database-url', databaseUrl, ...(instances > 1 ? ['--redis-url', redisUrl] : [])]
  const running = await Promise.all(Array.from({ length: instances }, () => startOne(flags)))
  const usages = running.map(({ pid }) => usageOf(pid))
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
  return {
    name: instances === 1 ? 'one instance' : `${instances} instances`,
    wire: 'y-websocket',
    usage: { cpuMs: () => sum(usages.map((usage) => usage.cpuMs())), residentBytes: () => sum(usages.map((usage) => usage.residentBytes())) },
    memory: () => Promise.reject(new Error('of one instance only')),
    addressOf: (room, device) => addressAt(running[device % instances]?.port ?? 0, room, 0, device),
    stop: async () => void (await Promise.all(running.map(({ stop }) => stop()))),
  }
}

async function startOne(flags: readonly string[]): Promise<RunningProgram & { readonly port: number }> {
  const port = await freePort()
  const args = ['--import', 'tsx', ...profiling(), program, '--port', String(port), ...raisedLimits, ...flags]
  const running = startProgram({ command: process.execPath, args, folder: projectRoot, environment: {} })
  await untilListening(port)
  return { ...running, port }
}

const addressAt = (port: number, room: string, vault: number, device: number): RoomAddress => ({
  port,
  path: `${syncPath}/${room}`,
  protocols: [syncSubprotocol, tokenOf(vault, device % devicesPerVault)],
})

const raisedLimits = ['--web-app', 'none', '--log-level', 'warn', '--max-rooms', '100000', '--max-messages-per-second', '1000000']

/** `COMMONPLACE_BENCH_PROFILE=<folder>`: where the server leaves what V8's profiler saw. */
function profiling(): string[] {
  const folder = process.env['COMMONPLACE_BENCH_PROFILE']
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`]
}

/** Each with its devices; those that are there already stay. */
export async function withVaults(storage: Storage, vaults: number): Promise<void> {
  const now = Date.now()
  for (let vault = 0; vault < vaults; vault++) {
    const device = (number: number) => ({ deviceId: `device-${number}`, tokenHash: sha256(tokenOf(vault, number)) })
    const made = await storage.createVault({ ...ownerless(idOf(vault)), device: device(0) }, now)
    if (made === 'created') for (let number = 1; number < devicesPerVault; number++) await storage.addDevice(idOf(vault), device(number), now)
  }
  await storage.close()
}

const ownerless = (vaultId: string) => ({ vaultId, setupTokenHash: null, recoveryTokenHash: randomBytes(32) })

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
const idOf = (vault: number): string => sha256(`vault ${vault}`).toString('base64url').slice(0, 22)

/** Tokens need to be secret nowhere but here. */
export const tokenOf = (vault: number, device: number): string => sha256(`token ${vault} ${device}`).toString('base64url')
