import type { LinkState } from '@renderer/sync/link'
import type { SyncProgress, SyncStatus } from './sync-service'

export interface StatusFacts {
  readonly link: LinkState
  readonly isRemoved: boolean
  readonly isStorageFailing: boolean
  readonly isCaughtUp: boolean
  readonly waiting: number
  readonly progress: SyncProgress | null
  readonly syncedAt: number
}

export function statusOf(facts: StatusFacts): SyncStatus {
  const { link, waiting } = facts
  if (facts.isRemoved) return { kind: 'refused', waiting, reason: 'removed' }
  if (facts.isStorageFailing) return { kind: 'refused', waiting, reason: 'storage-failed' }
  if (link.kind === 'refused') return { kind: 'refused', waiting, reason: link.reason }
  if (link.kind === 'offline') return { kind: 'offline', waiting, reason: link.reason, retryAt: link.retryAt }
  if (link.kind === 'connecting' || !facts.isCaughtUp || waiting > 0) return { kind: 'syncing', waiting, progress: facts.progress }
  return { kind: 'synced', at: facts.syncedAt }
}
