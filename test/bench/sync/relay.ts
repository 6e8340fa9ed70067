import { atLeast, atMost, type Figure } from '../figure'
import type { BenchOptions } from '../main'
import { hocuspocusName, stockName, type Contender } from './contenders'
import { Load, type LoadResult } from './load'
import { inGroupsOf, inTurns, medians, pause, ratios, valuesOf } from './runs'
import { typeUpdates, type TypedUpdates } from './typing-updates'

const inFlight = 32

interface Shape {
  readonly name: string
  readonly rooms: readonly (readonly TypedUpdates[])[]
  /** What ours must reach, as a multiple of the other's. */
  readonly targets: Readonly<Record<string, number>>
}

/** How many updates a second each server passes on when its devices write as fast as they may. */
export async function* relayFigures(servers: readonly Contender[], ours: string, { isQuick, log }: BenchOptions): AsyncGenerator<Figure> {
  const scale = isQuick ? 0.2 : 1
  const shapes: readonly Shape[] = [
    { name: '50 rooms of 2 devices', rooms: inGroupsOf(2, typeUpdates(100, 600 * scale, 1)), targets: { [stockName]: 1.8, [hocuspocusName]: 2.5 } },
    { name: 'a room of 50 devices', rooms: [typeUpdates(50, 150 * scale, 2)], targets: { [stockName]: 3 } },
  ]
  for (const shape of shapes) yield* figuresOf(shape, servers, ours, isQuick ? 2 : 5, log)
}

async function* figuresOf({ name, rooms, targets }: Shape, servers: readonly Contender[], ours: string, runs: number, log: BenchOptions['log']): AsyncGenerator<Figure> {
  log(`relay: ${name}`)
  const results = await inTurns(servers, runs, (server, run) => runOnce(server, `${rooms.length}x-${run}`, rooms, log))
  const perSecond = valuesOf(results, ({ updates, elapsedMs }) => (updates / elapsedMs) * 1000)
  const cpu = valuesOf(results, ({ updates, serverCpuMs }) => (serverCpuMs / updates) * 1000)
  for (const [peer, target] of Object.entries(targets).filter(([peer]) => results.has(peer))) {
    yield atLeast(target, { figure: `updates relayed, ${name}, compared with ${peer}`, unit: 'ratio', values: ratios(perSecond, ours, peer), peers: medians(perSecond, 'updates/s') })
  }
  if (!results.has(stockName)) return
  yield atMost(0.5, { figure: `server CPU per update, ${name}, compared with ${stockName}`, unit: 'ratio', values: ratios(cpu, ours, stockName), peers: medians(cpu, 'µs') })
}

async function runOnce(server: Contender, runName: string, rooms: Shape['rooms'], log: BenchOptions['log']): Promise<LoadResult> {
  const load = new Load(server, runName, rooms)
  await load.enter()
  const result = await load.runClosed(inFlight)
  load.leave()
  if (result.loadCpuMs > 0.9 * result.elapsedMs) log(`the generator was busy for ${Math.round((100 * result.loadCpuMs) / result.elapsedMs)} % of a run with ${server.name}: the server may be faster than this`)
  // What a server does after its rooms were left must not fall into the next one's time.
  await pause(300)
  return result
}
