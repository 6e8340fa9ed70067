import type { DeviceId } from '@shared/ids'
import { defaultSyncOptions } from '@renderer/state/sync/sync-service'
import type { SyncDevice, SyncLogRow, SyncStatus, VaultView } from '@renderer/state/services'
import type { FakeSyncState } from '../helpers/fake-sync'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const device = (id: string, fields: Partial<SyncDevice>): SyncDevice => ({
  id: id as DeviceId,
  name: id,
  kind: 'desktop',
  isThis: false,
  isRemoved: false,
  addedAt: 0,
  lastSeenAt: null,
  lastChangeAt: null,
  isOnline: false,
  ...fields,
})

export function sampleVault(now: number, fields: Partial<VaultView> = {}): VaultView {
  return {
    serverUrl: 'https://home.example.net:1234',
    devices: [
      device('laptop', { name: 'Work laptop', isThis: true, isOnline: true, addedAt: now - 40 * dayMs, lastSeenAt: now, lastChangeAt: now - 4 * minuteMs }),
      device('phone', { name: 'Pixel 9', kind: 'phone', isOnline: true, addedAt: now - 39 * dayMs, lastSeenAt: now, lastChangeAt: now - 19 * minuteMs }),
      device('browser', { name: 'Firefox at the library', kind: 'browser', addedAt: now - 5 * dayMs, lastSeenAt: now - 2 * dayMs, lastChangeAt: now - 2 * dayMs }),
      device('old', { name: 'Old tablet', isRemoved: true, addedAt: now - 90 * dayMs, lastSeenAt: now - 30 * dayMs }),
    ],
    usedBytes: 48_300_000,
    maxBytes: 1_073_741_824,
    epoch: 2,
    options: defaultSyncOptions,
    isPhraseChecked: true,
    isPersistent: true,
    ...fields,
  }
}

export function sampleLog(now: number): readonly SyncLogRow[] {
  const row = (at: number, kind: SyncLogRow['kind'], fields: Partial<SyncLogRow> = {}) => ({ at: now - at, kind, room: null, device: null, count: null, reason: null, ...fields })
  const rows: Omit<SyncLogRow, 'id'>[] = [
    row(4 * minuteMs, 'merged', { room: 'memory', device: 'Pixel 9', count: 3 }),
    row(19 * minuteMs, 'merged', { room: 'journal', device: 'Pixel 9', count: 12 }),
    row(25 * minuteMs, 'conflict', { room: 'memory', device: 'Pixel 9', count: 1 }),
    row(2 * hourMs, 'connected'),
    row(3 * hourMs, 'disconnected', { reason: 'no-network' }),
    row(5 * hourMs, 'refused', { room: 'memory', device: 'Old tablet', count: 2, reason: 'removed-device' }),
    row(26 * hourMs, 'healed', { count: 14 }),
    row(26 * hourMs, 'rolled-back'),
    row(27 * hourMs, 'compacted', { room: 'memory', count: 71 }),
    row(30 * hourMs, 'credentials-sent', { device: 'Pixel 9', count: 1 }),
    row(5 * dayMs, 'paired', { device: 'Firefox at the library' }),
    row(30 * dayMs, 'key-rotated'),
    row(30 * dayMs, 'removed', { device: 'Old tablet' }),
    row(40 * dayMs, 'turned-on'),
  ]
  return rows.map((fields, index) => ({ ...fields, id: rows.length - index }))
}

/** Hash of the web app that this app carries. */
export const sampleWebApp = '5b3f9a10'.repeat(8)

/** The states of sync by name, for looking at each. */
export function sampleSync(name: string, now: number): FakeSyncState {
  const statuses: Readonly<Record<string, SyncStatus>> = {
    synced: { kind: 'synced', at: now - 60_000 },
    paused: { kind: 'paused', waiting: 4 },
    offline: { kind: 'offline', waiting: 3, reason: 'unreachable', retryAt: now + 30_000 },
    syncing: { kind: 'syncing', waiting: 2, progress: { done: 23, total: 61 } },
    quota: { kind: 'refused', waiting: 12, reason: 'quota-full' },
    removed: { kind: 'refused', waiting: 0, reason: 'removed' },
  }
  const status = statuses[name]
  const waiting = { kind: 'waiting', code: '4KD2-9QTM-71XC', link: 'https://home.example.net:1234/#/pair/4KD2-9QTM-71XC', expiresAt: now + 272_000 } as const
  const compare = { kind: 'compare', words: ['river', 'candle', 'stone'], otherName: 'Pixel 9' } as const
  const on: FakeSyncState = { status: statuses['synced'] as SyncStatus, vault: sampleVault(now), log: sampleLog(now), drilled: { entries: 412, sessions: 318, messages: 12_904 } }
  if (name === 'off') return { pairing: compare }
  if (name === 'alone') return { ...on, vault: sampleVault(now, { devices: sampleVault(now).devices.slice(0, 1), isPhraseChecked: false, isPersistent: false, usedBytes: 1_020_000_000 }), pairing: waiting }
  if (name === 'compare') return { ...on, pairing: compare }
  if (name === 'paired') return { ...on, pairing: { kind: 'done', deviceName: 'Pixel 9' } }
  if (name === 'expired') return { ...on, pairing: { kind: 'failed', reason: 'expired' } }
  if (name === 'joined') return { status: statuses['syncing'] as SyncStatus, pairing: { kind: 'done', deviceName: 'Work laptop' } }
  return { ...on, pairing: waiting, ...(status !== undefined && { status }) }
}
