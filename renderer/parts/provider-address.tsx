import type { RefObject } from 'react'
import type { ApiKind } from '@shared/providers/model-call'
import { presets } from '@shared/providers/presets'
import { useLocalisation } from '@renderer/i18n'
import { useProviderFormText } from '@renderer/i18n/provider-form-text'
import { Select } from '@renderer/ui/choices'
import { TextField } from '@renderer/ui/text-field'
import type { Preset, ProviderFields } from './provider-presets'

interface AddressProps {
  fields: ProviderFields
  error: string | null
  inputRef: RefObject<HTMLInputElement | null>
  onChange: (change: Partial<ProviderFields>) => void
  onEnter: () => void
}

/** The address has to be known, or may well be another one, before anything can be asked. */
export const needsAddress = (preset: Preset): boolean => presets[preset].baseUrl === null || presets[preset].group === 'own'

/** Where the service is, and what it speaks where there is a choice. */
export function Address({ fields, error, inputRef, onChange, onEnter }: AddressProps) {
  const { text } = useLocalisation()
  const words = useProviderFormText()
  const forms = formsOf(fields.preset)
  const names: Record<ApiKind, string> = {
    'openai-chat': text.providers.apiChat,
    'openai-responses': text.providers.apiResponses,
    'anthropic-messages': text.providers.apiMessages,
    gemini: text.providers.apiGemini,
  }
  const isAzure = fields.preset === 'azure'
  return (
    <div className={forms.length > 1 ? 'grid gap-3 sm:grid-cols-[1fr_14rem] [&_select]:h-9' : ''}>
      <TextField
        label={isAzure ? words.azureAddress : text.providers.address}
        inputRef={inputRef}
        value={fields.baseUrl}
        onChange={(baseUrl) => onChange({ baseUrl })}
        onEnter={onEnter}
        hint={isAzure ? words.azureAddressHint : presets[fields.preset].baseUrl === null ? text.providers.addressHint : undefined}
        error={error}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      {forms.length > 1 && (
        <Select label={text.providers.api} value={fields.api} onChange={(api) => onChange({ api })} options={forms.map((api) => ({ value: api, label: names[api] }))} />
      )}
    </div>
  )
}

/** The wire formats that a service may be spoken to in. */
function formsOf(preset: Preset): readonly ApiKind[] {
  if (preset === 'openai' || preset === 'azure') return ['openai-chat', 'openai-responses']
  if (presets[preset].group === 'own') return ['openai-chat', 'openai-responses', 'anthropic-messages']
  if (presets[preset].baseUrl === null) return ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini']
  return [presets[preset].api]
}
