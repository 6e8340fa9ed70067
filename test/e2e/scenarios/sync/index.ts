import type { SyncScenario } from '../../sync-scenario'
import { pairingScenarios } from './pairing'

/** In order: each goes on with what those before it have left on the two devices. */
export const syncScenarios: readonly SyncScenario[] = [...pairingScenarios]
