import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CredentialInfo } from '@shared/bridge/contract'
import type { CheckOutcome, ModelProvider } from '@shared/providers/model-provider'
import { useLocalisation } from '@renderer/i18n'
import { useProviderFormText } from '@renderer/i18n/provider-form-text'
import { CheckOutcomeNotice } from '@renderer/parts/check-outcome'
import { failureView } from '@renderer/state/failure-view'
import { useServices } from '@renderer/state/services'
import { Button, IconButton } from '@renderer/ui/button'
import { ConfirmDialog } from '@renderer/ui/dialog'
import { showToast } from '@renderer/ui/toasts'

interface ProviderKeysProps {
  provider: ModelProvider
  credentials: ReadonlyMap<string, CredentialInfo>
  isOutOfReach: boolean
  onFix: () => void
}

/** The keys of a provider that has several: each is known by its last characters, checked and removed alone. */
export function ProviderKeys({ provider, credentials, isOutOfReach, onFix }: ProviderKeysProps) {
  const text = useProviderFormText()
  return (
    <ul aria-label={text.keys} className="mt-2 flex flex-col gap-1 rounded-lg border border-line px-3 py-1.5">
      {[provider.credentialId, ...provider.moreCredentialIds].map((id, index) => (
        <KeyRow key={id} provider={provider} id={id} info={credentials.get(id) ?? null} isFirst={index === 0} isOutOfReach={isOutOfReach} onFix={onFix} />
      ))}
    </ul>
  )
}

interface KeyRowProps {
  provider: ModelProvider
  id: string
  info: CredentialInfo | null
  isFirst: boolean
  isOutOfReach: boolean
  onFix: () => void
}

function KeyRow({ provider, id, info, isFirst, isOutOfReach, onFix }: KeyRowProps) {
  const { models } = useServices()
  const localisation = useLocalisation()
  const text = useProviderFormText()
  const { settings, common } = localisation.text
  const [outcome, setOutcome] = useState<CheckOutcome | 'checking' | null>(null)
  const [isAsked, setAsked] = useState(false)
  const hint = info?.hint ?? null
  const name = hint === null ? text.keyPlain : text.keyEnding(hint)
  const check = async () => {
    setOutcome('checking')
    setOutcome(await models.checkKey(provider.id, id, new AbortController().signal))
  }
  const remove = async () => {
    const removed = await models.removeKey(provider.id, id)
    if (!removed.ok) showToast({ text: failureView(removed.failure, localisation).text, tone: 'error' })
  }
  const isChecking = outcome === 'checking'
  return (
    <li className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1">
          <span className="text-sm tabular-nums">{name}</span>
          {isFirst && <span className="ml-2 text-xs text-faint">{text.firstKey}</span>}
          <span role="status" className="ml-2 text-xs text-accent">
            {outcome !== null && outcome !== 'checking' && outcome.kind === 'works' && text.keyWorks}
          </span>
        </span>
        <Button size="small" look="quiet" aria-label={text.checkKey(name)} isBusy={isChecking} disabled={isOutOfReach} onClick={() => void check()}>
          {settings.check}
        </Button>
        <IconButton size="small" label={text.removeKeyTitle(name)} icon={<Trash2 size={15} aria-hidden />} onClick={() => setAsked(true)} />
      </div>
      {outcome !== null && outcome !== 'checking' && outcome.kind === 'failed' && (
        <CheckOutcomeNotice outcome={outcome} fields={provider} onFixKey={onFix} onFixAddress={onFix} onCheckAgain={() => void check()} />
      )}
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => void remove()}
        title={text.removeKeyTitle(name)}
        description={text.removeKeyText}
        confirmLabel={settings.removeProvider}
        cancelLabel={common.cancel}
        isDanger
      />
    </li>
  )
}
