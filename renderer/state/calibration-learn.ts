import * as z from 'zod'
import { nothingLearned, type Calibration } from '@shared/usage/calibration'
import type { CallRecord } from '@shared/usage/call-record'
import { learnRatio } from '@shared/usage/learn-ratio'
import type { CommonplaceDb } from '@renderer/db/schema'
import { calibrationKey, factorIn, type CalibrationPorts, type Calibrations } from './calibration'

const untilKey = 'learned-until'
const rowSchema = z.object({ ratios: z.array(z.number().positive()) })

/** Learns from the calls since the last time. One transaction: two windows learn from each call once. */
export const takeInReports = ({ db, apiOf }: CalibrationPorts): Promise<Calibrations> =>
  db.transaction('rw', db.calibration, db.calls, async () => {
    // What the estimates of these calls were corrected by is what was known before them.
    const before: Calibrations = new Map(await readRows(db))
    const rows = new Map(before)
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
      const key = calibrationKey(api, model.modelId)
      rows.set(key, learnRatio(rows.get(key) ?? nothingLearned, manifest.totalTokens / factorIn(before, api, model.modelId), usage.inputTokens))
    }
    if (newest > until) await db.calibration.bulkPut([{ key: untilKey, value: newest }, ...[...rows].map(([key, value]) => ({ key, value }))])
    return rows
  })

async function readRows(db: CommonplaceDb): Promise<[string, Calibration][]> {
  const rows = await db.calibration.toArray()
  return rows.flatMap(({ key, value }) => {
    const row = rowSchema.safeParse(value)
    return row.success ? [[key, row.data] as [string, Calibration]] : []
  })
}
