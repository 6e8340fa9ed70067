import { useState } from 'react'
import type { ModelProvider } from '@shared/providers/model-provider'
import { useLocalisation } from '@renderer/i18n'
import { useProviderFormText } from '@renderer/i18n/provider-form-text'
import { RadioCards } from '@renderer/ui/choices'
import { ProviderChooser } from './provider-chooser'
import { ProviderFieldsForm } from './provider-fields-form'
import { LocalServers, type LocalServer } from './provider-local-servers'
import { emptyFields, fieldsOf, type Preset, type ProviderFields } from './provider-presets'

interface ProviderFormProps {
  /** The provider that is changed; null adds one. */
  existing: ModelProvider | null
  /** It works (or was kept unchecked) and is stored. */
  onSaved: (provider: ModelProvider) => void
  /** The first run shows the best known services beside their fields, the settings the whole list first. */
  shape?: 'short' | 'full'
}

const bestKnown = ['anthropic', 'openai', 'gemini'] as const
type Known = (typeof bestKnown)[number]
const isKnown = (preset: Preset): preset is Known => bestKnown.some((known) => known === preset)

/** Brings a model: the first run and the settings show the same form. */
export function ProviderForm({ existing, onSaved, shape = 'full' }: ProviderFormProps) {
  const text = useProviderFormText()
  const [start, setStart] = useState<ProviderFields | null>(() => (existing !== null ? fieldsOf(existing) : shape === 'short' ? emptyFields('anthropic') : null))
  const choose = (preset: Preset) => setStart(emptyFields(preset))
  const useServer = ({ kind, baseUrl }: LocalServer) => setStart({ ...emptyFields(kind), baseUrl })
  const isFromList = start !== null && existing === null && !(shape === 'short' && isKnown(start.preset))

  return (
    <div className="flex flex-col gap-4">
      {existing === null && (start === null || shape === 'short') && <LocalServers onUse={useServer} />}
      {existing === null && shape === 'short' && (start === null || isKnown(start.preset)) && (
        <ShortChoice preset={start !== null && isKnown(start.preset) ? start.preset : null} onChoose={choose} onMore={() => setStart(null)} />
      )}
      {start === null ? (
        <ProviderChooser onChoose={choose} />
      ) : (
        <ProviderFieldsForm
          // Another service begins with its own fields.
          key={`${start.preset} ${start.baseUrl}`}
          start={start}
          existing={existing}
          onSaved={onSaved}
          {...(isFromList && { other: { label: text.another, onClick: () => setStart(null) } })}
        />
      )}
    </div>
  )
}

interface ShortChoiceProps {
  preset: Known | null
  onChoose: (preset: Preset) => void
  onMore: () => void
}

function ShortChoice({ preset, onChoose, onMore }: ShortChoiceProps) {
  const { text } = useLocalisation()
  const words = useProviderFormText()
  return (
    <RadioCards
      label={text.providers.choose}
      isLabelHidden
      className="grid-cols-2"
      value={preset ?? 'more'}
      onChange={(next) => (next === 'more' ? onMore() : onChoose(next))}
      options={[
        { value: 'anthropic', label: text.providers.anthropic, hint: text.providers.anthropicHint },
        { value: 'openai', label: text.providers.openai, hint: text.providers.openaiHint },
        { value: 'gemini', label: 'Google', hint: 'Gemini' },
        { value: 'more', label: words.moreServices, hint: words.moreServicesHint },
      ]}
    />
  )
}
