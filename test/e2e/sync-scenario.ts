import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Surface } from '../helpers/running-app'
import { planted } from './scenarios/sync/planted'
import { SyncWorld, type DeviceChoice, type SyncDevice } from './sync-world'

/** A laptop and a phone that follow each other through all scenarios of a file, in order. */
export interface SyncPair {
  readonly world: SyncWorld
  readonly laptop: SyncDevice
  readonly phone: SyncDevice
}

/** What a person with two devices does and must find. The title starts with the rules that it guards, if any. */
export interface SyncScenario {
  readonly title: string
  /** Of the laptop. Left out: all of them. */
  readonly surfaces?: readonly Surface[]
  readonly run: (pair: SyncPair) => Promise<void>
}

/** Runs the scenarios one after the other on the same two devices; the first one pairs them. */
export function runSyncScenarios(name: string, laptopOn: () => DeviceChoice['on'], surface: Surface, scenarios: readonly SyncScenario[]): void {
  describe(name, () => {
    let world: SyncWorld
    let pair: SyncPair
    beforeAll(async () => {
      world = await SyncWorld.open()
      const laptop = await world.addDevice({ name: 'Work laptop', on: laptopOn(), models: [planted.model] })
      pair = { world, laptop, phone: await world.addDevice({ name: 'Pocket phone', on: 'phone' }) }
    })
    afterAll(() => world.close())

    for (const scenario of scenarios.filter(({ surfaces }) => surfaces?.includes(surface) ?? true)) {
      test(scenario.title, async () => {
        await scenario.run(pair).catch(async (error: unknown) => {
          await world.picture()
          throw error
        })
        expect(world.problems()).toEqual([])
      })
    }
  })
}
