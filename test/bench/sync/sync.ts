import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from '../figure'
import type { BenchOptions } from '../main'
import { coldOpenFigures, type Restartable } from './cold-open'
import { hocuspocusName, startHocuspocus, startStock, type Contender } from './contenders'
import { syncedWriteMs } from './disk'
import { firstSyncFigures } from './first-sync'
import { idleFigures } from './idle'
import { instanceFigures } from './instances'
import { ourName, startOurs } from './our-server'
import { findPeers, type Peers } from './peer-packages'
import { propagationFigures } from './propagation'
import { relayFigures } from './relay'
import { sealedFigures } from './sealed'
import { vaultFigures } from './vaults'

interface Surroundings {
  readonly options: BenchOptions
  readonly peers: Peers
  /** For this figure alone, removed afterwards. */
  readonly folder: string
}

const parts: Readonly<Record<string, (surroundings: Surroundings) => AsyncIterable<Figure> | Iterable<Figure>>> = {
  relay: ({ options, peers, folder }) => beside(peers, folder, (servers) => relayFigures(servers, ourName, options)),
  propagation: ({ options, peers, folder }) => beside(peers, folder, (servers) => propagationFigures(servers, ourName, folder, options)),
  idle: ({ options, peers, folder }) => idleFigures(startsOf(peers, folder), options),
  'cold-open': ({ options, peers, folder }) => coldOpenFigures(restartables(peers, folder), options),
  sealed: ({ options }) => sealedFigures(options),
  'first-sync': ({ options, folder }) => firstSyncFigures(folder, options),
  vaults: ({ options, folder }) => vaultFigures(folder, options),
  instances: ({ options, folder }) => instanceFigures(folder, options),
}

/** The sync server beside others, with one generator: `--only relay,idle` chooses. */
export async function* benchSync(options: BenchOptions): AsyncGenerator<Figure> {
  const unknown = options.only.filter((name) => parts[name] === undefined)
  if (unknown.length > 0) throw new Error(`no figure is called ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`)
  const peers = findPeers(options.log)
  for (const [name, part] of Object.entries(parts)) {
    if (options.only.length > 0 && !options.only.includes(name)) continue
    const folder = await mkdtemp(join(tmpdir(), 'commonplace-bench-sync-'))
    try {
      options.log(await machineLine(folder))
      yield* part({ options, peers, folder })
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

async function machineLine(folder: string): Promise<string> {
  const { p50, p99 } = await syncedWriteMs(folder)
  return `load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} processors; an fsync takes ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
}

function startsOf({ hasStock, hocuspocusNode }: Peers, folder: string): (() => Promise<Contender>)[] {
  return [
    () => startOurs({ dataFolder: join(folder, 'ours') }),
    ...(hasStock ? [startStock] : []),
    ...(hocuspocusNode === null ? [] : [() => startHocuspocus(hocuspocusNode, folder)]),
  ]
}

/** Only those that keep anything. */
function restartables({ hocuspocusNode }: Peers, folder: string): Restartable[] {
  return [
    { name: ourName, start: () => startOurs({ dataFolder: join(folder, 'ours') }) },
    ...(hocuspocusNode === null ? [] : [{ name: hocuspocusName, start: () => startHocuspocus(hocuspocusNode, folder) }]),
  ]
}

async function* beside(peers: Peers, folder: string, measure: (servers: readonly Contender[]) => AsyncIterable<Figure>): AsyncGenerator<Figure> {
  const servers: Contender[] = []
  try {
    for (const start of startsOf(peers, folder)) servers.push(await start())
    yield* measure(servers)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}
