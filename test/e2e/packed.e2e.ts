import { afterAll, beforeAll } from 'vitest'
import { packApp, type PackedApp } from '../helpers/packed-app'
import type { Target } from '../helpers/running-app'
import { runScenarios } from './scenario'
import { scenarios } from './scenarios'
import { shortestSyncScenarios } from './scenarios/sync'
import { runSyncScenarios } from './sync-scenario'

let packed: PackedApp

beforeAll(async () => {
  packed = await packApp()
})

afterAll(() => packed.remove())

const target = (): Target => ({ surface: 'packed', launch: (profile) => packed.start(profile), dispose: async () => undefined })

runScenarios('the packed app', target, 'packed', scenarios)
runSyncScenarios('sync between a laptop with the packed app and a phone in a browser', target, 'packed', shortestSyncScenarios)
