import { runSyncScenarios } from './sync-scenario'
import { hardshipScenarios } from './scenarios/sync'

runSyncScenarios('sync of a laptop and a phone in browsers where something goes wrong', () => 'browser', 'web', hardshipScenarios)
