import type { Failure, FailureCode } from '@shared/errors'
import type { Localisation } from '@renderer/i18n'
import type { Screen } from './view'

/** What the one suggested action does; those of a screen are done there, the others anywhere. */
export const failureActions = ['retry', 'continue', 'edit', 'choose-model', 'open-models', 'open-storage', 'go-home', 'copy-details', 'dismiss'] as const
export type FailureAction = (typeof failureActions)[number]

export interface FailureView {
  readonly text: string
  readonly action: FailureAction
  readonly actionLabel: string
  /** The other side's own words with status and request id, for one click more; null where there are none. */
  readonly detail: string | null
}

const actions: Record<FailureCode, FailureAction> = {
  'key-rejected': 'open-models',
  permission: 'choose-model',
  'region-blocked': 'choose-model',
  'out-of-credit': 'retry',
  'rate-limited': 'retry',
  overloaded: 'retry',
  'context-too-long': 'choose-model',
  'content-filtered': 'edit',
  'model-not-found': 'choose-model',
  'bad-request': 'choose-model',
  'server-error': 'retry',
  timeout: 'retry',
  network: 'retry',
  offline: 'retry',
  'proxy-failed': 'retry',
  'proxy-login': 'open-models',
  'wrong-address': 'open-models',
  'clock-wrong': 'retry',
  'stream-cut': 'continue',
  'output-limit': 'continue',
  'malformed-response': 'retry',
  cancelled: 'retry',
  'no-model': 'open-models',
  'no-key': 'open-models',
  'attachment-unsupported': 'choose-model',
  'attachment-too-large': 'edit',
  'session-busy': 'retry',
  'storage-full': 'open-storage',
  'storage-failed': 'retry',
  'not-found': 'go-home',
  'key-storage-unavailable': 'open-models',
  'url-not-allowed': 'open-models',
  'invalid-input': 'edit',
  'not-supported-here': 'dismiss',
  internal: 'copy-details',
}

/** PRV-9: every failure has a sentence and one action in every language. */
export function failureView(failure: Failure, { text, format }: Localisation): FailureView {
  const wait = failure.retryAfterMs === undefined ? null : format.duration(failure.retryAfterMs)
  const words = text.errors[failure.code]
  return {
    text: words.message({ wait, limit: limitText(failure, format) }),
    action: actions[failure.code],
    actionLabel: words.action,
    detail: detailText(failure),
  }
}

function limitText(failure: Failure, format: Localisation['format']): string | null {
  if (failure.limit === undefined) return null
  return failure.code === 'attachment-too-large' ? format.bytes(failure.limit) : format.compact(failure.limit)
}

function detailText({ detail, status, requestId }: Failure): string | null {
  const lines = [detail, status === undefined ? undefined : `HTTP ${status}`, requestId]
  const known = lines.filter((line) => line !== undefined && line !== '')
  return known.length === 0 ? null : known.join('\n')
}

/** Where an action leads, for those that are only a way to a screen. */
export function screenOfAction(action: FailureAction): Screen | null {
  switch (action) {
    case 'open-models':
      return { kind: 'settings', page: 'models' }
    case 'open-storage':
      return { kind: 'settings', page: 'storage' }
    case 'go-home':
      return { kind: 'chat', session: null }
    default:
      return null
  }
}
