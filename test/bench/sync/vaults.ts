import { atMost, type Figure } from '../figure'
import type { BenchOptions } from '../main'
import { syncedWriteMs } from './disk'
import { Load, percentile } from './load'
import { startOurs } from './our-server'
import { enterAll, enterRoom, roomName } from './room-device'
import { inGroupsOf, pause } from './runs'
import { typeUpdates } from './typing-updates'

const perSecond = 1000
const activeVaults = 50
/** Memory, index and the open segment of the journal. */
const roomsPerVault = ['memory', 'index', 'journal']
const idleSeconds = 5

/** A server of a team: every device of every vault is connected, a few of them write. */
export async function* vaultFigures(dataFolder: string, { isQuick, log }: BenchOptions): AsyncGenerator<Figure> {
  const vaults = isQuick ? 200 : 1000
  log(`${vaults} vaults of 2 devices`)
  const server = await startOurs({ dataFolder, vaults })
  try {
    const before = server.usage.residentBytes()
    const places = Array.from({ length: vaults }, (_, vault) => roomsPerVault.flatMap((kind) => [0, 1].map((device) => ({ room: roomName(kind, vault), device })))).flat()
    let refused = 0
    const devices = await enterAll(places, ({ room, device }) => enterRoom(server, room, device, () => undefined))
    for (const { socket } of devices) void socket.closed.then(() => refused++)
    await pause(1000)
    const connectedMb = (server.usage.residentBytes() - before) / 2 ** 20
    const idleCpu = await cpuShare(server.usage.cpuMs, () => pause(idleSeconds * 1000))

    const seconds = isQuick ? 2 : 8
    const rooms = inGroupsOf(2, typeUpdates(2 * activeVaults, (seconds * perSecond) / (2 * activeVaults), 6))
    const load = new Load(server, 'active', rooms)
    await load.enter()
    const { latenciesMs, serverCpuMs, elapsedMs, updates } = await load.runOpen(perSecond)
    const disk = await syncedWriteMs(dataFolder)
    const peers = {
      'connections': places.length,
      'memory of all of them, MB': connectedMb,
      'CPU while idle, %': idleCpu * 100,
      [`CPU at ${perSecond} updates/s, %`]: (serverCpuMs / elapsedMs) * 100,
      'CPU per update, µs': (serverCpuMs / updates) * 1000,
      p50: percentile(latenciesMs, 0.5),
      'an fsync alone, p99': disk.p99,
    }
    yield atMost(15, { figure: `${vaults} vaults of 2 devices, ${activeVaults} of them at ${perSecond} updates/s together: p99`, unit: 'ms', values: [percentile(latenciesMs, 0.99)], peers })
    yield atMost(0, { figure: `connections refused or lost of ${places.length}`, unit: 'count', values: [refused] })
    load.leave()
    for (const { socket } of devices) socket.close()
  } finally {
    await server.stop()
  }
}

async function cpuShare(cpuMs: () => number, work: () => Promise<void>): Promise<number> {
  const before = cpuMs()
  const startedAt = performance.now()
  await work()
  return (cpuMs() - before) / (performance.now() - startedAt)
}
