import * as z from 'zod'
import type { ApiKind } from '@shared/providers/model-call'
import { tokenFamilyOf } from '@shared/providers/token-families'
import type { ModelRef } from '@shared/sessions/message'
import { factorOf, learnRatio, nothingLearned, type Calibration } from '@shared/usage/calibration'
import type { CallRecord } from '@shared/usage/call-record'
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

const untilKey = 'learned-until'
const rowSchema = z.object({ ratios: z.array(z.number().positive()) })

const keyOf = (api: ApiKind, modelId: string): string => `${api}/${tokenFamilyOf(modelId)}`

export function createCalibration({ db, apiOf }: CalibrationPorts): TokenCalibration {
  let learned: ReadonlyMap<string, Calibration> = new Map()
  const factorFor = (api: ApiKind, modelId: string): number => factorOf(learned.get(keyOf(api, modelId)) ?? nothingLearned, tokenFamilyOf(modelId))

  /** One transaction: two windows learn from each call once. */
  const takeIn = (): Promise<Map<string, Calibration>> =>
    db.transaction('rw', db.calibration, db.calls, async () => {
      const rows = new Map(await readRows(db))
      const stored = (await db.calibration.get(untilKey))?.value
      const until = typeof stored === 'number' ? stored : 0
      const calls = (await db.calls.where('startedAt').above(until).toArray()) as CallRecord[]
      let newest = until
      for (const { model, manifest, usage, startedAt, state } of calls) {
        // Calls that are still running are met again: what is newer than the first of them is not passed.
        if (state === 'started') break
        newest = startedAt
        const api = apiOf(model)
        if (manifest === null || usage === null || usage.isEstimate || api === null) continue
        const key = keyOf(api, model.modelId)
        rows.set(key, learnRatio(rows.get(key) ?? nothingLearned, manifest.totalTokens / factorFor(api, model.modelId), usage.inputTokens))
      }
      if (newest > until) await db.calibration.bulkPut([{ key: untilKey, value: newest }, ...[...rows].map(([key, value]) => ({ key, value }))])
      return rows
    })

  return {
    factorFor,
    async learn() {
      learned = await takeIn().catch(() => learned)
    },
  }
}

async function readRows(db: CommonplaceDb): Promise<[string, Calibration][]> {
  const rows = await db.calibration.toArray()
  return rows.flatMap(({ key, value }) => {
    const row = rowSchema.safeParse(value)
    return row.success ? [[key, row.data] as [string, Calibration]] : []
  })
}
