import type { SyncText } from '@renderer/i18n/sync-text'
import type { SyncFailure } from '@renderer/state/services'
import { showToast } from '@renderer/ui/toasts'

/** For what was pressed in a list, where there is no place of its own for a notice. */
export function tellSyncFailure({ code }: SyncFailure, text: SyncText): void {
  showToast({ text: text.failures[code].message, tone: code === 'cancelled' ? 'info' : 'error' })
}
