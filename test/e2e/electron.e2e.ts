import { startElectron } from '../helpers/electron-app'
import { runScenarios } from './scenario'
import { scenarios } from './scenarios'

runScenarios('the app in Electron', () => ({ surface: 'electron', launch: startElectron, dispose: async () => undefined }), 'electron', scenarios)
