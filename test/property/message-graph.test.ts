import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { reachableFrom } from '@shared/sessions/graph'
import { act, action, openWorld, visibleIds } from '../helpers/message-world'

test('SES-3 no sequence of edit, retry, fork, join, delete and restore makes a message unreachable', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 30 }), async (actions) => {
      const world = await openWorld()
      for (const each of actions) await act(world, each)
      const living = new Set(world.sessions.list.current().map(({ id }) => id))
      const rows = [...world.written.values()].filter((row) => living.has(row.sessionId))
      const forkPoints = world.sessions.list.current().flatMap(({ forkedFrom }) => forkedFrom?.messageId ?? [])
      const needed = reachableFrom([...rows.map(({ id }) => id), ...forkPoints], world.written)
      for (const row of needed) expect(await world.store.get(row.id)).toEqual(row)
      for (const session of living) {
        const visible = await visibleIds(world, session)
        const own = rows.filter((row) => row.sessionId === session)
        const continued = new Set(own.flatMap((row) => row.continuationOf ?? []))
        const missing = own.filter((row) => row.overlayOf === undefined && !continued.has(row.id) && !visible.has(row.id))
        expect(missing).toEqual([])
      }
      await world.close()
    }),
    { seed: 20260901, numRuns: 60, endOnFailure: true },
  )
}, 120_000)
