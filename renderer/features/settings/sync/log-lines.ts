import {
  ArrowDownUp,
  Ban,
  Cable,
  CirclePause,
  CirclePlay,
  CloudOff,
  GitMerge,
  History,
  KeyRound,
  PackageOpen,
  RotateCcwKey,
  Settings2,
  ShieldAlert,
  Smartphone,
  Split,
  TriangleAlert,
  Unplug,
  type LucideIcon,
} from 'lucide-react'
import type { Localisation } from '@renderer/i18n'
import type { SyncText } from '@renderer/i18n/sync-text'
import type { SyncLogKind, SyncLogRow } from '@renderer/state/services'

export const logFilters = ['all', 'errors', 'conflicts'] as const
export type LogFilter = (typeof logFilters)[number]

interface Look {
  readonly icon: LucideIcon
  readonly className: string
}

const quiet = (icon: LucideIcon): Look => ({ icon, className: 'text-faint' })
const warn = (icon: LucideIcon): Look => ({ icon, className: 'text-warn' })
const bad = (icon: LucideIcon): Look => ({ icon, className: 'text-danger' })

export const logTones: Record<SyncLogKind, Look> = {
  'turned-on': quiet(Cable),
  paired: quiet(Smartphone),
  joined: quiet(Smartphone),
  removed: quiet(Unplug),
  recovered: quiet(RotateCcwKey),
  left: quiet(CloudOff),
  paused: quiet(CirclePause),
  resumed: quiet(CirclePlay),
  connected: quiet(Cable),
  disconnected: quiet(Unplug),
  merged: { icon: GitMerge, className: 'text-accent' },
  conflict: warn(Split),
  refused: bad(Ban),
  compacted: quiet(PackageOpen),
  'rolled-back': bad(History),
  healed: quiet(ArrowDownUp),
  gap: warn(TriangleAlert),
  forked: warn(Split),
  'newer-version': warn(PackageOpen),
  'key-rotated': quiet(KeyRound),
  'options-changed': quiet(Settings2),
  'credentials-sent': quiet(KeyRound),
  'credentials-received': quiet(KeyRound),
  failed: bad(ShieldAlert),
}

const errorKinds: ReadonlySet<SyncLogKind> = new Set(['refused', 'rolled-back', 'gap', 'forked', 'newer-version', 'failed'])

export function filterLog(rows: readonly SyncLogRow[], filter: LogFilter): readonly SyncLogRow[] {
  if (filter === 'all') return rows
  return rows.filter(({ kind }) => (filter === 'conflicts' ? kind === 'conflict' : errorKinds.has(kind)))
}

/** A row in words: what, where, why. Numbers and names come from the row, everything else from the catalogue. */
export function logLine(row: SyncLogRow, text: SyncText): string {
  const what = text.log[row.kind]({ device: row.device, count: row.count })
  return text.logLine(what, row.room === null ? null : text.rooms[row.room], row.reason === null ? null : text.reasons[row.reason])
}

/** The time of today, the day of this year, and the whole date before that. */
export function logTime(at: number, now: number, { format, language }: Localisation): string {
  if (format.date(at) === format.date(now)) return format.time(at)
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return isThisYear ? new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' }).format(at) : format.date(at)
}
