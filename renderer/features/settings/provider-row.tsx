import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CredentialInfo } from '@shared/bridge/contract'
import type { CheckOutcome, ModelProvider } from '@shared/providers/model-provider'
import { useLocalisation } from '@renderer/i18n'
import { BrowserAccessNote, useIsOutOfReach } from '@renderer/parts/browser-access-note'
import { CheckOutcomeNotice } from '@renderer/parts/check-outcome'
import { fieldsOf, hostOf, inputOf } from '@renderer/parts/provider-presets'
import { failureView } from '@renderer/state/failure-view'
import { useServices } from '@renderer/state/services'
import { Button, IconButton } from '@renderer/ui/button'
import { ConfirmDialog } from '@renderer/ui/dialog'
import { showToast } from '@renderer/ui/toasts'

interface ProviderRowProps {
  provider: ModelProvider
  /** null while it is not known. */
  credential: CredentialInfo | null
  onChange: () => void
}

export function ProviderRow({ provider, credential, onChange }: ProviderRowProps) {
  const { models, clock, bridge } = useServices()
  const localisation = useLocalisation()
  const { text, format } = localisation
  const [isChecking, setChecking] = useState(false)
  const [outcome, setOutcome] = useState<CheckOutcome | null>(null)
  const [isAsked, setAsked] = useState(false)
  const isOutOfReach = useIsOutOfReach(provider.baseUrl)
  const host = hostOf(provider.baseUrl)
  const input = inputOf(fieldsOf(provider), provider)

  const check = async () => {
    setChecking(true)
    setOutcome(null)
    const found = await models.check(input, new AbortController().signal)
    setChecking(false)
    setOutcome(found)
    if (found.kind === 'works') await models.save(input, found)
  }
  const remove = async () => {
    const removed = await models.remove(provider.id)
    const said = removed.ok ? text.settings.removed(provider.name) : failureView(removed.failure, localisation).text
    showToast({ text: said, tone: removed.ok ? 'info' : 'error' })
  }
  const facts = [
    keyText(credential),
    provider.checkedAt === null ? text.settings.notChecked : text.settings.checked(format.ago(provider.checkedAt, clock.now())),
  ]

  function keyText(info: CredentialInfo | null): string {
    if (info === null) return text.settings.noKey
    if (info.hasKey) return info.hint === null ? text.settings.keyStored : text.settings.keyEnding(info.hint)
    return info.scheme === 'none' ? text.settings.noKeyNeeded : text.settings.noKey
  }

  return (
    <li className="border-b border-line py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-52 flex-1">
          <p className="font-medium">{provider.name}</p>
          <p className="text-sm text-muted tabular-nums">{facts.join(' · ')}</p>
          <p className="text-xs text-faint">{bridge.surface === 'desktop' ? text.providers.goesTo(host) : text.providers.goesToBrowser(host)}</p>
          {provider.models.length > 0 && (
            <details className="mt-1 text-sm text-muted">
              <summary className="w-fit rounded-sm">{text.settings.modelCount(provider.models.length)}</summary>
              <ul className="mt-1 max-h-48 overflow-y-auto font-mono text-xs select-text">
                {provider.models.map(({ id }) => (
                  <li key={id} className="py-0.5 break-all">
                    {id}
                  </li>
                ))}
              </ul>
            </details>
          )}
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
      {(isOutOfReach || outcome?.kind === 'failed') && (
        <div className="mt-2">
          <BrowserAccessNote baseUrl={provider.baseUrl} />
        </div>
      )}
      {outcome !== null && (
        <div className="mt-2">
          <CheckOutcomeNotice outcome={outcome} fields={fieldsOf(provider)} onFixKey={onChange} onFixAddress={onChange} onCheckAgain={() => void check()} />
        </div>
      )}
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
