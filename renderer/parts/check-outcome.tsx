import type { FailureCode } from '@shared/errors'
import type { CheckOutcome } from '@shared/providers/model-provider'
import { useLocalisation } from '@renderer/i18n'
import { useProviderFormText } from '@renderer/i18n/provider-form-text'
import { failureView } from '@renderer/state/failure-view'
import { useServices } from '@renderer/state/services'
import { Notice } from '@renderer/ui/feedback'
import { presets } from '@shared/providers/presets'
import { useAccessText } from './browser-access-note'
import { checkWords } from './check-words'
import { hostOf, type ProviderFields } from './provider-presets'

interface CheckOutcomeProps {
  outcome: CheckOutcome
  fields: Pick<ProviderFields, 'baseUrl' | 'preset'>
  onFixKey: () => void
  onFixAddress: () => void
  onCheckAgain: () => void
}

/** What Check found, precisely, with one thing to do about it. */
export function CheckOutcomeNotice({ outcome, fields, onFixKey, onFixAddress, onCheckAgain }: CheckOutcomeProps) {
  const localisation = useLocalisation()
  const { text } = localisation
  const words = useProviderFormText()
  const { bridge } = useServices()
  const unreadable = useAccessText(fields.baseUrl, fields.preset, false)
  if (outcome.kind === 'works') {
    const host = hostOf(fields.baseUrl)
    return (
      <Notice tone="ok" role="status">
        <p className="font-medium">{text.providers.works(outcome.models.length)}</p>
        <p className="text-sm text-muted">
          {bridge.surface === 'desktop' ? text.providers.goesTo(host) : text.providers.goesToBrowser(host)}
        </p>
      </Notice>
    )
  }
  const { failure } = outcome
  const { billingUrl } = presets[fields.preset]
  const ways = {
    key: { label: text.providers.actions.fixKey, run: onFixKey },
    address: { label: text.providers.actions.fixAddress, run: onFixAddress },
    again: { label: text.providers.actions.checkAgain, run: onCheckAgain },
    credit:
      billingUrl === null
        ? { label: text.providers.actions.checkAgain, run: onCheckAgain }
        : { label: text.providers.actions.addCredit, run: () => void bridge.request('app.openExternal', { url: billingUrl }) },
  }
  const view = failureView(failure, localisation)
  const isOfARegion = failure.code === 'key-rejected' && /^qwen-/.test(fields.preset)
  return (
    <Notice
      tone="error"
      role="alert"
      action={ways[wayOut(failure.code)]}
      detail={view.detail === null ? undefined : { label: text.common.showDetails, text: view.detail }}
    >
      {outcome.keyHint !== undefined && `${words.keyOfSeveral(outcome.keyHint)} `}
      {(outcome.refusesPages === true ? unreadable : null) ?? checkWords(failure, hostOf(fields.baseUrl), localisation, words) ?? view.text}
      {isOfARegion && ` ${words.region}`}
    </Notice>
  )
}

function wayOut(code: FailureCode): 'key' | 'address' | 'again' | 'credit' {
  switch (code) {
    case 'key-rejected':
    case 'no-key':
    case 'permission':
      return 'key'
    case 'wrong-address':
    case 'url-not-allowed':
    case 'model-not-found':
    case 'invalid-input':
      return 'address'
    case 'out-of-credit':
      return 'credit'
    default:
      return 'again'
  }
}
