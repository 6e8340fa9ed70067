import { localDateAt } from '@shared/clock'
import type { SessionSummary } from '@renderer/state/services'

export const groupNames = ['pinned', 'today', 'yesterday', 'week', 'earlier'] as const
export type GroupName = (typeof groupNames)[number]

export type RailRow =
  | { readonly kind: 'heading'; readonly group: GroupName }
  | { readonly kind: 'session'; readonly session: SessionSummary; readonly position: number }

const dayMs = 86_400_000

/**
 * The rail's rows, headings between them; the trash is left out. Days are those of the person's own calendar.
 * @param sessions newest first.
 */
export function groupSessions(sessions: readonly SessionSummary[], nowMs: number, timeZone?: string): readonly RailRow[] {
  const today = localDateAt(nowMs, timeZone)
  const yesterday = localDateAt(nowMs - dayMs, timeZone)
  const groups: Record<GroupName, SessionSummary[]> = { pinned: [], today: [], yesterday: [], week: [], earlier: [] }
  for (const session of sessions) {
    if (session.trashedAt === null) groups[groupOf(session)].push(session)
  }
  let position = 0
  return groupNames.flatMap((group): RailRow[] => {
    if (groups[group].length === 0) return []
    const rows = groups[group].map((session): RailRow => ({ kind: 'session', session, position: (position += 1) }))
    return [{ kind: 'heading', group }, ...rows]
  })

  function groupOf(session: SessionSummary): GroupName {
    if (session.isPinned) return 'pinned'
    // Formatting a date costs far more than comparing numbers, and most sessions are older than this.
    if (nowMs - session.updatedAt > 7 * dayMs) return 'earlier'
    const day = localDateAt(session.updatedAt, timeZone)
    return day >= today ? 'today' : day === yesterday ? 'yesterday' : 'week'
  }
}

/** Sessions in the order of the rail. */
export function railOrder(sessions: readonly SessionSummary[], nowMs: number): readonly SessionSummary[] {
  return groupSessions(sessions, nowMs).flatMap((row) => (row.kind === 'session' ? [row.session] : []))
}
