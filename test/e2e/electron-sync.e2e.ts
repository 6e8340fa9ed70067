import { startElectron } from '../helpers/electron-app'
import { runSyncScenarios } from './sync-scenario'
import { shortSyncScenarios } from './scenarios/sync'

runSyncScenarios(
  'sync between a laptop with Electron and a phone in a browser',
  () => ({ surface: 'electron', launch: startElectron, dispose: async () => undefined }),
  'electron',
  shortSyncScenarios,
)
