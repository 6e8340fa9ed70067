import type { SyncScenario } from '../../sync-scenario'
import { conditionScenarios } from './conditions'
import { deviceScenarios } from './devices'
import { keyScenarios } from './keys'
import { offlineEditScenarios } from './offline-edits'
import { pairingScenario, pairingScenarios, servedWebAppScenario } from './pairing'
import { recoveryScenarios } from './recovery'
import { secrecyScenarios } from './secrecy'
import { syncedSessionScenarios } from './sessions'
import { syncSurvivalScenarios } from './survival'

/** Two devices in good order, to the day when both are gone. */
export const syncScenarios: readonly SyncScenario[] = [
  ...pairingScenarios,
  ...offlineEditScenarios,
  ...syncedSessionScenarios,
  ...keyScenarios,
  ...secrecyScenarios,
  ...deviceScenarios,
  ...recoveryScenarios,
]

/** The same two where something goes wrong around them. */
export const hardshipScenarios: readonly SyncScenario[] = [pairingScenario, ...syncSurvivalScenarios, ...conditionScenarios]

/** What another program on the laptop must show as well. */
export const shortSyncScenarios: readonly SyncScenario[] = [pairingScenario, servedWebAppScenario, ...offlineEditScenarios, ...deviceScenarios]

/** Pair, edit offline on both, merge: what no packing may break. */
export const shortestSyncScenarios: readonly SyncScenario[] = [pairingScenario, servedWebAppScenario, ...offlineEditScenarios]
