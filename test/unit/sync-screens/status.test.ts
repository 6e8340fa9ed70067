import { expect, test } from 'vitest'
import { languages, loadLanguage, localisationFor } from '@renderer/i18n'
import { syncTextFor } from '@renderer/i18n/sync-text'
import { statusAnnouncement, statusView } from '@renderer/parts/sync/status-view'
import type { OfflineReason, SyncRefusal, SyncStatus } from '@renderer/state/services'

await loadLanguage('zh-CN')

const at = Date.UTC(2026, 10, 30, 10)
const reasons: readonly OfflineReason[] = ['no-network', 'unreachable', 'not-our-server']
const refusals: readonly SyncRefusal[] = ['token-rejected', 'removed', 'quota-full', 'protocol-newer', 'not-understood', 'flooded', 'storage-failed']
const statuses: readonly SyncStatus[] = [
  { kind: 'off' },
  { kind: 'paused', waiting: 0 },
  { kind: 'paused', waiting: 7 },
  ...reasons.map((reason) => ({ kind: 'offline', waiting: 3, reason, retryAt: at }) as const),
  { kind: 'offline', waiting: 0, reason: 'no-network', retryAt: null },
  { kind: 'syncing', waiting: 2, progress: null },
  { kind: 'syncing', waiting: 0, progress: { done: 0, total: 0 } },
  { kind: 'syncing', waiting: 0, progress: { done: 1200, total: 4000 } },
  { kind: 'synced', at },
  ...refusals.map((reason) => ({ kind: 'refused', waiting: 4, reason }) as const),
]
const viewIn = (language: 'en' | 'zh-CN') => (status: SyncStatus) => statusView(status, syncTextFor(language), localisationFor(language))

test('every state has an icon, a tone and words, in both languages', () => {
  for (const language of languages) {
    for (const status of statuses) {
      const { icon, title, detail } = viewIn(language)(status)
      expect(icon, JSON.stringify(status)).toBeDefined()
      expect(`${title} ${detail ?? ''}`, JSON.stringify(status)).not.toMatch(/undefined|null|NaN|\[object/)
      expect(title.trim()).not.toBe('')
    }
  }
})

test('states differ in their words, not in colour alone', () => {
  const titles = statuses.filter(({ kind }) => kind !== 'offline').map((status) => `${status.kind}:${viewIn('en')(status).title}`)
  const kinds = new Map(titles.map((entry) => entry.split(':') as [string, string]))
  expect(new Set(kinds.values()).size).toBe(kinds.size)
})

test('what waits is counted, and every refusal says what it is about', () => {
  const view = viewIn('en')
  expect(view({ kind: 'offline', waiting: 3, reason: 'unreachable', retryAt: null }).title).toBe('Offline (3 waiting)')
  expect(view({ kind: 'paused', waiting: 1 }).title).toBe('Paused (1 waiting)')
  expect(view({ kind: 'syncing', waiting: 0, progress: { done: 1200, total: 4000 } }).detail).toContain('1,200 of 4,000')
  const said = refusals.map((reason) => view({ kind: 'refused', waiting: 0, reason }).detail)
  expect(new Set(said).size).toBe(refusals.length)
})

test('a change of state is said once, the to and fro of ordinary work and counts are not', () => {
  const text = syncTextFor('en')
  const said = (before: SyncStatus, now: SyncStatus) => statusAnnouncement(before, now, text, localisationFor('en'))
  const synced: SyncStatus = { kind: 'synced', at }
  const offline: SyncStatus = { kind: 'offline', waiting: 0, reason: 'unreachable', retryAt: null }
  const syncing: SyncStatus = { kind: 'syncing', waiting: 1, progress: { done: 1, total: 9 } }
  expect(said(synced, syncing)).toBeNull()
  expect(said(syncing, { ...syncing, progress: { done: 2, total: 9 } })).toBeNull()
  expect(said(syncing, synced)).toBeNull()
  expect(said(synced, offline)).toBe('Offline')
  expect(said(offline, { ...offline, waiting: 5 })).toBeNull()
  expect(said(offline, syncing)).toBe(text.backOnline)
  expect(said(synced, { kind: 'refused', waiting: 0, reason: 'quota-full' })).toBe(text.stateRefused)
})
