import { useMemo, useRef, useState } from 'react'
import { isRetryable, type Failure } from '@shared/errors'
import { cleanKey } from '@shared/providers/base-url'
import type { CheckOutcome, ModelProvider } from '@shared/providers/model-provider'
import { presets } from '@shared/providers/presets'
import { useLocalisation } from '@renderer/i18n'
import { useProviderFormText } from '@renderer/i18n/provider-form-text'
import { useServices } from '@renderer/state/services'
import { useIsOutOfReach } from './browser-access-note'
import { useKeyStorage } from './key-storage'
import { useCredentials } from './use-credentials'
import { inputOf, isMoreRight, isMoved, type ProviderFields } from './provider-presets'

export type CheckState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking'; readonly stop: () => void }
  | { readonly kind: 'done'; readonly outcome: CheckOutcome }
  | { readonly kind: 'not-saved'; readonly failure: Failure }

/** What the form holds and what its buttons do. */
export function useProviderForm(start: ProviderFields, existing: ModelProvider | null, onSaved: (provider: ModelProvider) => void) {
  const { models } = useServices()
  const stored = useMemo(() => (existing === null ? [] : [existing]), [existing])
  const { text } = useLocalisation()
  const words = useProviderFormText()
  const [fields, setFields] = useState(start)
  const [check, setCheck] = useState<CheckState>({ kind: 'idle' })
  const [isAsked, setAsked] = useState(false)
  const keyField = useRef<HTMLInputElement>(null)
  const addressField = useRef<HTMLInputElement>(null)
  const storage = useKeyStorage()
  const isOutOfReach = useIsOutOfReach(fields.baseUrl, fields.preset)

  const change = (next: Partial<ProviderFields>) => {
    setFields((current) => ({ ...current, ...next }))
    setCheck({ kind: 'idle' })
    setAsked(false)
  }
  const credentials = useCredentials(stored)
  const moved = isMoved(fields, existing)
  const { needsKey } = presets[fields.preset]
  const isKeyEmpty = cleanKey(fields.key) === ''
  /** Until it is known that there is none, a stored key may be there: it does not go to another address by itself. */
  const hasStoredKey = existing !== null && (credentials.get(existing.credentialId)?.hasKey ?? true)
  const isKeyMissing = isKeyEmpty && (existing === null ? needsKey && fields.preset !== 'demo' : moved && hasStoredKey)
  const missing = {
    key: isKeyMissing ? (moved ? words.keyChanged : text.providers.keyMissing) : null,
    address: fields.baseUrl.trim() === '' ? text.providers.addressMissing : null,
  }
  const storesKey = [fields.key, ...fields.addedKeys].some((key) => key.trim() !== '')
  const isBlocked = isOutOfReach || (storesKey && !storage.isReady)
  const input = () => ({ ...inputOf(fields, existing), ...(moved && !hasStoredKey && isKeyEmpty && { key: '' }) })

  const isComplete = (): boolean => {
    setAsked(true)
    if (missing.address !== null) addressField.current?.focus()
    else if (missing.key !== null) keyField.current?.focus()
    return missing.address === null && missing.key === null && isMoreRight(fields) && !isBlocked
  }
  const save = async (outcome: CheckOutcome | null) => {
    const saved = await models.save(input(), outcome)
    if (!saved.ok) return setCheck({ kind: 'not-saved', failure: saved.failure })
    setFields((current) => ({ ...current, key: '', addedKeys: [] }))
    onSaved(saved.value)
  }
  const runCheck = async () => {
    if (!isComplete()) return
    const stop = new AbortController()
    setCheck({ kind: 'checking', stop: () => stop.abort() })
    const outcome = await models.check(input(), stop.signal)
    if (stop.signal.aborted) return setCheck({ kind: 'idle' })
    setCheck({ kind: 'done', outcome })
    if (outcome.kind === 'works') await save(outcome)
  }
  return {
    fields,
    credentials,
    check,
    missing: { key: isAsked ? missing.key : null, address: isAsked ? missing.address : null },
    isAsked,
    isOutOfReach,
    isKeyOptional: !needsKey,
    mayKeepUnchecked: check.kind === 'done' && check.outcome.kind === 'failed' && isRetryable(check.outcome.failure),
    storage,
    keyField,
    addressField,
    change,
    runCheck: () => void runCheck(),
    keepUnchecked: () => void (isComplete() && save(check.kind === 'done' ? check.outcome : null)),
  }
}
