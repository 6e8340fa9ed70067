import type { ApiKind } from '@shared/providers/model-call'
import { tokenFamilyOf } from '@shared/providers/token-families'
import type { ModelRef } from '@shared/sessions/message'
import { factorOf, nothingLearned, type Calibration } from '@shared/usage/calibration'
import type { CommonplaceDb } from '@renderer/db/schema'

/** How far estimates of tokens are off, by wire format and family of models, learned from what was reported. */
export interface TokenCalibration {
  /** By what an estimate for this model is multiplied. */
  readonly factorFor: (api: ApiKind, modelId: string) => number
  /** Takes in what was reported since the last time; never rejects. */
  readonly learn: () => Promise<void>
}

export interface CalibrationPorts {
  readonly db: CommonplaceDb
  readonly apiOf: (ref: ModelRef) => ApiKind | null
}

/** What was learned, by {@link calibrationKey}. */
export type Calibrations = ReadonlyMap<string, Calibration>

export const calibrationKey = (api: ApiKind, modelId: string): string => `${api}/${tokenFamilyOf(modelId)}`

export const factorIn = (learned: Calibrations, api: ApiKind, modelId: string): number =>
  factorOf(learned.get(calibrationKey(api, modelId)) ?? nothingLearned, tokenFamilyOf(modelId))

/** Learning is loaded when it is first asked for: what is shown first does without. */
export function createCalibration(ports: CalibrationPorts): TokenCalibration {
  let learned: Calibrations = new Map()
  return {
    factorFor: (api, modelId) => factorIn(learned, api, modelId),
    async learn() {
      learned = await import('./calibration-learn').then(({ takeInReports }) => takeInReports(ports)).catch(() => learned)
    },
  }
}
