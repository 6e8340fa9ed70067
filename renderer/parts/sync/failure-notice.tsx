import { useLocalisation } from '@renderer/i18n'
import { useSyncText, type SyncText } from '@renderer/i18n/sync-text'
import type { SyncFailure, SyncFailureCode } from '@renderer/state/services'
import { useView } from '@renderer/state/view'
import { Notice } from '@renderer/ui/feedback'
import { faultWords } from './phrase-fault'

/** What is done about a failure; each place does what it can, the way to the storage page is the same everywhere. */
export type SyncAction = 'address' | 'token' | 'phrase' | 'join' | 'retry' | 'storage'

export const actionOf: Record<SyncFailureCode, SyncAction> = {
  unreachable: 'address',
  'not-our-server': 'address',
  'insecure-address': 'address',
  'invalid-address': 'address',
  'setup-token-rejected': 'token',
  exists: 'join',
  'phrase-wrong': 'phrase',
  'unknown-vault': 'address',
  'token-rejected': 'join',
  removed: 'join',
  'quota-full': 'retry',
  offline: 'retry',
  'storage-failed': 'storage',
  'protocol-newer': 'retry',
  'too-many': 'retry',
  'wrong-state': 'retry',
  cancelled: 'retry',
  'unknown-device': 'retry',
  'device-away': 'retry',
  'keys-not-kept': 'retry',
  'keys-unconfirmed': 'retry',
  'keys-unreadable': 'retry',
  'too-many-keys': 'retry',
}

/** Codes of the phrase's own faults are no words of another side. */
const phraseDetail = /^(word-\d+|checksum|length)$/

interface SyncFailureNoticeProps {
  failure: SyncFailure
  /** An action that is not here gets no button. */
  actions: Partial<Record<SyncAction, () => void>>
}

export function SyncFailureNotice({ failure, actions }: SyncFailureNoticeProps) {
  const text = useSyncText()
  const localisation = useLocalisation()
  const open = useView((view) => view.open)
  const { message, action } = text.failures[failure.code]
  const kind = actionOf[failure.code]
  const run = actions[kind] ?? (kind === 'storage' ? () => open({ kind: 'settings', page: 'storage' }) : undefined)
  const { detail } = failure
  return (
    <Notice
      tone={failure.code === 'cancelled' ? 'info' : 'error'}
      role="alert"
      action={run && { label: action, run }}
      detail={detail === undefined || phraseDetail.test(detail) ? undefined : { label: localisation.text.common.showDetails, text: detail }}
    >
      {phraseFault(failure, text) ?? message}
    </Notice>
  )
}

function phraseFault({ code, detail, phrase }: SyncFailure, text: SyncText): string | null {
  if (code !== 'phrase-wrong') return null
  if (phrase !== undefined) return faultWords(phrase, text)
  return detail === 'checksum' ? text.phraseFaults.checksum : null
}
