import { runSyncScenarios } from './sync-scenario'
import { syncScenarios } from './scenarios/sync'

runSyncScenarios('sync between a laptop and a phone in browsers', () => 'browser', 'web', syncScenarios)
