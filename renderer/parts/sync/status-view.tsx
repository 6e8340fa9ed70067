import { CircleAlert, CirclePause, CloudCheck, CloudOff, RefreshCw, WifiOff, type LucideIcon } from 'lucide-react'
import type { Localisation } from '@renderer/i18n'
import type { SyncText } from '@renderer/i18n/sync-text'
import type { SyncStatus } from '@renderer/state/services'

export type StatusTone = 'quiet' | 'good' | 'warn' | 'bad'

/** A state of sync in words, icon and colour; never in colour alone. */
export interface StatusView {
  readonly icon: LucideIcon
  readonly tone: StatusTone
  /** A word or two: "Offline (3 waiting)". */
  readonly title: string
  /** A sentence or two on what it means, and what comes next; null where the title says all. */
  readonly detail: string | null
}

export const toneText: Record<StatusTone, string> = { quiet: 'text-muted', good: 'text-accent', warn: 'text-warn', bad: 'text-danger' }

export function statusView(status: SyncStatus, text: SyncText, { format }: Localisation): StatusView {
  switch (status.kind) {
    case 'off':
      return { icon: CloudOff, tone: 'quiet', title: text.state.off, detail: null }
    case 'paused':
      return { icon: CirclePause, tone: 'warn', title: text.statePaused(status.waiting), detail: text.pausedHint }
    case 'offline': {
      const next = status.retryAt === null ? '' : text.retryAt(format.time(status.retryAt))
      return { icon: WifiOff, tone: 'warn', title: text.stateOffline(status.waiting), detail: `${text.offline[status.reason]} ${next}`.trim() }
    }
    case 'syncing': {
      const { progress, waiting } = status
      const detail = progress !== null ? text.progress(format.number(progress.done), format.number(progress.total)) : waiting > 0 ? text.waitingShort(waiting) : null
      return { icon: RefreshCw, tone: 'good', title: text.state.syncing, detail }
    }
    case 'synced':
      return { icon: CloudCheck, tone: 'good', title: text.state.synced(format.time(status.at)), detail: null }
    case 'refused': {
      const { message } = text.refusals[status.reason]
      return { icon: CircleAlert, tone: 'bad', title: text.stateRefused, detail: status.waiting > 0 ? `${message} ${text.waiting(status.waiting)}` : message }
    }
  }
}

/** What is said aloud when one state follows another; null for the to and fro of ordinary work. */
export function statusAnnouncement(before: SyncStatus, now: SyncStatus, text: SyncText, localisation: Localisation): string | null {
  if (before.kind === now.kind) return null
  if (now.kind === 'offline' || now.kind === 'refused' || now.kind === 'paused') return statusView(now, text, localisation).title
  const wasAway = before.kind === 'offline' || before.kind === 'refused'
  return wasAway && now.kind !== 'off' ? text.backOnline : null
}
