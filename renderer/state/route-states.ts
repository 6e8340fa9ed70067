import { routeKey } from '@shared/calls/candidate'
import { limitedUntil, limitKey } from '@shared/calls/limiter'
import { healthOf, type RouteHealth } from '@shared/calls/route-health'
import type { Clock } from '@shared/clock'
import { createLimitStore, createRouteStore } from '@renderer/db/limits'
import type { CommonplaceDb } from '@renderer/db/schema'
import type { UsableModel } from './services'

/** How a model answered lately, in any window; it is limited only where all its keys are. */
export async function readRouteHealth(db: CommonplaceDb, { ref, provider }: UsableModel, clock: Clock): Promise<RouteHealth> {
  const now = clock.now()
  const limits = createLimitStore(db)
  const keys = [provider.credentialId, ...provider.moreCredentialIds]
  const untils = await Promise.all(keys.map(async (key) => limitedUntil(await limits.read(limitKey(key, ref.modelId)), now) ?? now))
  const soonest = Math.min(...untils)
  return healthOf(await createRouteStore(db).read(routeKey(ref)), soonest > now ? soonest : null, now)
}
