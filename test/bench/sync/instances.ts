import { findPostgres, findRedis } from '../../helpers/machine'
import { startPostgres } from '../../helpers/postgres-server'
import { startRedis } from '../../helpers/redis-server'
import { atLeast, type Figure } from '../figure'
import type { BenchOptions } from '../main'
import type { Contender } from './contenders'
import { Load } from './load'
import { startOwnInstances } from './our-server'
import { inGroupsOf, inTurns, medians, pause, ratios, valuesOf } from './runs'
import { typeUpdates } from './typing-updates'

const several = 3
const inFlight = 32

/** Several instances on one PostgreSQL and one Redis, the two devices of each room on different ones, beside one alone. */
export async function* instanceFigures(dataFolder: string, { isQuick, log }: BenchOptions): AsyncGenerator<Figure> {
  const missing = [findPostgres(), findRedis()].flatMap((part) => (part.isThere ? [] : [part]))
  if (missing.length > 0) return log(`several instances are left out: no ${missing.map((part) => `${part.missing} (${part.bring})`).join(', no ')}`)
  log(`${several} instances on PostgreSQL and Redis`)
  const postgres = await startPostgres()
  const redis = await startRedis()
  const servers: Contender[] = []
  try {
    for (const instances of [1, several]) {
      const databaseUrl = await postgres.createDatabase()
      servers.push(await startOwnInstances({ databaseUrl, redisUrl: redis.url, instances }, dataFolder))
    }
    const rooms = inGroupsOf(2, typeUpdates(100, isQuick ? 60 : 200, 7))
    const results = await inTurns(servers, isQuick ? 1 : 4, async (server, run) => {
      const load = new Load(server, `${servers.indexOf(server)}-${run}`, rooms)
      await load.enter()
      const result = await load.runClosed(inFlight)
      load.leave()
      await pause(300)
      return result
    })
    const perSecond = valuesOf(results, ({ updates, elapsedMs }) => (updates / elapsedMs) * 1000)
    const cpu = valuesOf(results, ({ updates, serverCpuMs }) => (serverCpuMs / updates) * 1000)
    const [one, all] = servers
    yield atLeast(1.8, {
      figure: `updates relayed by ${several} instances, compared with one (two processors carry generator, database and all of them)`,
      unit: 'ratio',
      values: ratios(perSecond, all?.name ?? '', one?.name ?? ''),
      peers: { ...medians(perSecond, 'updates/s'), ...medians(cpu, 'µs CPU an update') },
    })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await redis.stop()
    await postgres.stop()
  }
}
