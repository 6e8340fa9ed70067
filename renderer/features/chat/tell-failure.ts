import type { Failure } from '@shared/errors'
import type { Result } from '@shared/result'
import type { Localisation } from '@renderer/i18n'
import { failureView } from '@renderer/state/failure-view'
import { showToast } from '@renderer/ui/toasts'

/** Waits for an action and says why it did not work, where it did not. The value, or null. */
export async function tellFailure<Value>(
  action: Promise<Result<Value, Failure>>,
  localisation: Localisation,
): Promise<{ value: Value } | null> {
  const result = await action
  if (result.ok) return { value: result.value }
  showToast({ text: failureView(result.failure, localisation).text, tone: 'error' })
  return null
}
