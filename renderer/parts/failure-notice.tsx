import type { Failure } from '@shared/errors'
import { useLocalisation } from '@renderer/i18n'
import { failureView, screenOfAction, type FailureAction } from '@renderer/state/failure-view'
import { useView } from '@renderer/state/view'
import { Notice } from '@renderer/ui/feedback'

interface FailureNoticeProps {
  failure: Failure
  /** What this place can do; an action that is neither here nor a way to a screen gets no button. */
  actions?: Partial<Record<FailureAction, () => void>>
  isBusy?: boolean
  role?: 'alert' | 'status'
  className?: string
}

/** A failure in words, with its one action and the other side's own words one click away. */
export function FailureNotice({ failure, actions = {}, isBusy = false, role, className }: FailureNoticeProps) {
  const localisation = useLocalisation()
  const open = useView((view) => view.open)
  const view = failureView(failure, localisation)
  const screen = screenOfAction(view.action)
  const copyDetails = () => void navigator.clipboard.writeText(JSON.stringify(failure, null, 2))
  const run =
    actions[view.action] ??
    (screen !== null ? () => open(screen) : view.action === 'copy-details' ? copyDetails : undefined)
  return (
    <Notice
      tone={failure.code === 'cancelled' ? 'info' : 'error'}
      role={role}
      action={run && { label: view.actionLabel, run, isBusy }}
      detail={view.detail === null ? undefined : { label: localisation.text.common.showDetails, text: view.detail }}
      {...(className !== undefined && { className })}
    >
      {view.text}
    </Notice>
  )
}
