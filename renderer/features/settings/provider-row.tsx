import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CredentialInfo } from '@shared/bridge/contract'
import { proxyOrigin } from '@shared/bridge/proxy'
import type { CheckOutcome, ModelProvider } from '@shared/providers/model-provider'
import { useLocalisation } from '@renderer/i18n'
import { useProviderFormText } from '@renderer/i18n/provider-form-text'
import { BrowserAccessNote, useIsOutOfReach } from '@renderer/parts/browser-access-note'
import { CheckOutcomeNotice } from '@renderer/parts/check-outcome'
import { hostOf, inputAsStored } from '@renderer/parts/provider-presets'
import { failureView } from '@renderer/state/failure-view'
import { useServices } from '@renderer/state/services'
import { Button, IconButton } from '@renderer/ui/button'
import { ConfirmDialog } from '@renderer/ui/dialog'
import { showToast } from '@renderer/ui/toasts'
import { ProviderKeys } from './provider-keys'
import { ProviderModels } from './provider-models'

const DemoFaults = lazy(() => import('./demo-faults'))

interface ProviderRowProps {
  provider: ModelProvider
  /** Of all keys; what is not in it is not known yet. */
  credentials: ReadonlyMap<string, CredentialInfo>
  onChange: () => void
}

export function ProviderRow({ provider, credentials, onChange }: ProviderRowProps) {
  const { models, clock, bridge } = useServices()
  const localisation = useLocalisation()
  const words = useProviderFormText()
  const { text, format } = localisation
  const [isChecking, setChecking] = useState(false)
  const [outcome, setOutcome] = useState<CheckOutcome | null>(null)
  const [isAsked, setAsked] = useState(false)
  const isOutOfReach = useIsOutOfReach(provider.baseUrl, provider.preset)
  const host = hostOf(provider.baseUrl)
  const hasSeveralKeys = provider.moreCredentialIds.length > 0

  const check = async () => {
    setChecking(true)
    setOutcome(null)
    const input = inputAsStored(provider)
    const found = await models.check(input, new AbortController().signal)
    setChecking(false)
    setOutcome(found)
    if (found.kind === 'works' || found.refusesPages === true) await models.save(input, found)
  }
  const remove = async () => {
    const removed = await models.remove(provider.id)
    const said = removed.ok ? text.settings.removed(provider.name) : failureView(removed.failure, localisation).text
    showToast({ text: said, tone: removed.ok ? 'info' : 'error' })
  }
  const facts = [
    ...(hasSeveralKeys ? [] : [keyText(credentials.get(provider.credentialId) ?? null)]),
    provider.checkedAt === null ? text.settings.notChecked : text.settings.checked(format.ago(provider.checkedAt, clock.now())),
  ]
  // A check that was refused says the same itself.
  const needsNote = isOutOfReach || (outcome === null ? provider.answersPages === false : outcome.kind === 'failed' && outcome.refusesPages !== true)
  const way = provider.proxy.kind === 'server' ? words.viaProxy(proxyOrigin(provider.proxy)) : provider.proxy.kind === 'none' ? words.straight : null

  function keyText(info: CredentialInfo | null): string {
    if (info === null) return text.settings.noKey
    if (info.hasKey) return info.hint === null ? text.settings.keyStored : text.settings.keyEnding(info.hint)
    return info.scheme === 'none' ? text.settings.noKeyNeeded : text.settings.noKey
  }

  return (
    <li className="border-b border-line py-3" aria-label={provider.name}>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-52 flex-1">
          <p className="font-medium">{provider.name}</p>
          <p className="text-sm text-muted tabular-nums">{facts.join(' · ')}</p>
          <p className="text-xs break-words text-faint">
            {[bridge.surface === 'desktop' ? text.providers.goesTo(host) : text.providers.goesToBrowser(host), way].filter((part) => part !== null).join(' · ')}
          </p>
          <ProviderModels provider={provider} />
        </div>
        <div className="flex items-center gap-1.5">
          <Button size="small" isBusy={isChecking} disabled={isOutOfReach} onClick={() => void check()}>
            {text.settings.check}
          </Button>
          <Button size="small" onClick={onChange}>
            {text.settings.change}
          </Button>
          <IconButton size="small" label={text.settings.removeProviderTitle(provider.name)} icon={<Trash2 size={15} aria-hidden />} onClick={() => setAsked(true)} />
        </div>
      </div>
      {hasSeveralKeys && <ProviderKeys provider={provider} credentials={credentials} isOutOfReach={isOutOfReach} onFix={onChange} />}
      {needsNote && (
        <div className="mt-2">
          <BrowserAccessNote baseUrl={provider.baseUrl} preset={provider.preset} answersPages={provider.answersPages} />
        </div>
      )}
      {outcome !== null && (
        <div className="mt-2">
          <CheckOutcomeNotice outcome={outcome} fields={provider} onFixKey={onChange} onFixAddress={onChange} onCheckAgain={() => void check()} />
        </div>
      )}
      <Suspense>{provider.preset === 'demo' && <DemoFaults provider={provider} />}</Suspense>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => void remove()}
        title={text.settings.removeProviderTitle(provider.name)}
        description={text.settings.removeProviderText}
        confirmLabel={text.settings.removeProvider}
        cancelLabel={text.common.cancel}
        isDanger
      />
    </li>
  )
}
