import { expect, test } from 'vitest'
import { languages, localisationFor } from '@renderer/i18n'
import { syncTextFor } from '@renderer/i18n/sync-text'
import { filterLog, logLine, logTime, logTones, type LogFilter } from '@renderer/features/settings/sync/log-lines'
import type { SyncLogReason, SyncLogRow, SyncRoomName } from '@renderer/state/services'
import { syncLogKinds } from '@renderer/state/sync/sync-service'
import { sampleLog } from '../../screens/sample-sync'

const now = Date.UTC(2026, 10, 30, 10)
const row = (fields: Partial<SyncLogRow>): SyncLogRow => ({ id: 1, at: now, kind: 'merged', room: null, device: null, count: null, reason: null, ...fields })

test('every kind of event, with and without its facts, has a line in both languages', () => {
  for (const language of languages) {
    const text = syncTextFor(language)
    const rooms = [null, ...(Object.keys(text.rooms) as SyncRoomName[])]
    const reasons = [null, ...(Object.keys(text.reasons) as SyncLogReason[])]
    for (const kind of syncLogKinds) {
      expect(logTones[kind].icon).toBeDefined()
      const lines = [null, 'Pixel 9'].flatMap((device) =>
        [null, 0, 1, 31].flatMap((count) => rooms.map((room) => logLine(row({ kind, device, count, room, reason: reasons[(count ?? 3) % reasons.length] ?? null }), text))),
      )
      for (const line of lines) expect(line, kind).not.toMatch(/undefined|null|NaN|^\s*$| {2}/)
    }
  }
})

test('the kinds of events read differently from each other', () => {
  const text = syncTextFor('en')
  const lines = syncLogKinds.map((kind) => logLine(row({ kind, device: 'Pixel 9', count: 2 }), text))
  expect(new Set(lines).size).toBe(syncLogKinds.length)
})

test('a line says what, where and why', () => {
  const refused = row({ kind: 'refused', device: 'Old tablet', count: 2, room: 'memory', reason: 'removed-device' })
  expect(logLine(refused, syncTextFor('en'))).toBe('Refused 2 changes from Old tablet (memory): its device was removed')
  expect(logLine(refused, syncTextFor('zh-CN'))).toBe('拒绝了来自 Old tablet 的 2 处修改（记忆）：设备已被移除')
})

test('the filters: everything, what went wrong, what the person has to decide', () => {
  const rows = sampleLog(now)
  const kinds = (filter: LogFilter) => new Set(filterLog(rows, filter).map(({ kind }) => kind))
  expect(filterLog(rows, 'all')).toHaveLength(rows.length)
  expect(kinds('errors')).toEqual(new Set(['refused', 'rolled-back']))
  expect(kinds('conflicts')).toEqual(new Set(['conflict']))
})

test('today has a time, this year a day, an earlier year the whole date', () => {
  const english = localisationFor('en')
  expect(logTime(now - 60_000, now, english)).toMatch(/:/)
  expect(logTime(now - 40 * 86_400_000, now, english)).not.toMatch(/:|2026/)
  expect(logTime(now - 400 * 86_400_000, now, english)).toContain('2025')
})
