import { atMost, type Figure } from '../figure'
import type { BenchOptions } from '../main'
import { stockName, type Contender } from './contenders'
import { syncedWriteMs } from './disk'
import { Load, percentile } from './load'
import { inGroupsOf, inTurns, medians, ratios, valuesOf } from './runs'
import { typeUpdates } from './typing-updates'

const perSecond = 1000

/** How long an update takes to the other device at a rate that no server finds hard; ours has it on the disk before. */
export async function* propagationFigures(servers: readonly Contender[], ours: string, dataFolder: string, { isQuick, log }: BenchOptions): AsyncGenerator<Figure> {
  log(`propagation at ${perSecond} updates/s`)
  const seconds = isQuick ? 1 : 3
  const rooms = inGroupsOf(2, typeUpdates(100, (seconds * perSecond) / 100, 3))
  const results = await inTurns(servers, isQuick ? 1 : 5, async (server, run) => {
    const load = new Load(server, `rate-${run}`, rooms)
    await load.enter()
    const { latenciesMs } = await load.runOpen(perSecond)
    load.leave()
    return { p50: percentile(latenciesMs, 0.5), p99: percentile(latenciesMs, 0.99), disk: await syncedWriteMs(dataFolder) }
  })
  const p50 = valuesOf(results, (result) => result.p50)
  const p99 = valuesOf(results, (result) => result.p99)
  const disk = valuesOf(results, (result) => result.disk.p99).get(ours) ?? []
  const figure = `p99 from device to device at ${perSecond} updates/s, fsync included`
  yield atMost(15, { figure, unit: 'ms', values: p99.get(ours) ?? [], peers: { ...medians(p99, 'p99'), ...medians(p50, 'p50'), 'an fsync alone, p99': Math.max(...disk) } })
  if (!results.has(stockName)) return
  yield atMost(2.5, { figure: `${figure}, compared with ${stockName}`, unit: 'ratio', values: ratios(p99, ours, stockName) })
}
