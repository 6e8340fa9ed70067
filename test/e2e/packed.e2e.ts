import { afterAll, beforeAll } from 'vitest'
import { packApp, type PackedApp } from '../helpers/packed-app'
import { runScenarios } from './scenario'
import { scenarios } from './scenarios'

let packed: PackedApp

beforeAll(async () => {
  packed = await packApp()
})

afterAll(() => packed.remove())

runScenarios(
  'the packed app',
  () => ({ surface: 'packed', launch: (profile) => packed.start(profile), dispose: async () => undefined }),
  'packed',
  scenarios,
)
