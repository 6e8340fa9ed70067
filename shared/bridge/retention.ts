import { localDateAt } from '../clock'

export interface KeptItem {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

export const keepNewest = 10
export const keepDays = 14

/**
 * The snapshots to delete: all but the newest 10 and, for each of the last 14 days that has any, that day's newest.
 * @param timeZone Whose days are meant; the system's own where it is left out.
 */
export function expiredSnapshots(items: readonly KeptItem[], now: number, timeZone?: string): string[] {
  const newestFirst = [...items].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  const kept = new Set(newestFirst.slice(0, keepNewest).map(({ id }) => id))
  const days = new Set<string>()
  for (const { id, createdAt } of newestFirst) {
    const day = localDateAt(createdAt, timeZone)
    if (createdAt < now - keepDays * 86_400_000 || days.has(day)) continue
    days.add(day)
    kept.add(id)
  }
  return newestFirst.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
}
