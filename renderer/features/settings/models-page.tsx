import { Cpu, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ModelProvider } from '@shared/providers/model-provider'
import { useLocalisation } from '@renderer/i18n'
import { KeyStorage, useKeyStorage } from '@renderer/parts/key-storage'
import { ProviderForm } from '@renderer/parts/provider-form'
import { useCredentials } from '@renderer/parts/use-credentials'
import { offeredModels } from '@renderer/state/provider-models'
import { useServices, type UsableModel } from '@renderer/state/services'
import { useObservable, useSettings } from '@renderer/state/use-observable'
import { Button } from '@renderer/ui/button'
import { Select } from '@renderer/ui/choices'
import { Dialog } from '@renderer/ui/dialog'
import { EmptyState } from '@renderer/ui/feedback'
import { ProviderRow } from './provider-row'
import { Section } from './section'

const RoutesSection = lazy(() => import('./routes-section'))
const PricesSection = lazy(() => import('./prices-section'))

type Editing = { readonly kind: 'none' } | { readonly kind: 'new' } | { readonly kind: 'existing'; readonly provider: ModelProvider }

export function ModelsPage() {
  const { models } = useServices()
  const { text } = useLocalisation()
  const providers = useObservable(models.providers)
  const usable = useObservable(models.usable)
  const credentials = useCredentials(providers)
  const storage = useKeyStorage()
  const [editing, setEditing] = useState<Editing>({ kind: 'none' })
  const close = () => setEditing({ kind: 'none' })

  return (
    <>
      <Section
        title={text.settings.providers}
        action={
          providers.length > 0 && (
            <Button icon={<Plus size={15} aria-hidden />} onClick={() => setEditing({ kind: 'new' })}>
              {text.settings.addProvider}
            </Button>
          )
        }
      >
        {providers.length === 0 ? (
          <div className="rounded-lg border border-line">
            <EmptyState
              icon={<Cpu size={28} strokeWidth={1.4} aria-hidden />}
              title={text.settings.noProvidersTitle}
              action={
                <Button look="primary" onClick={() => setEditing({ kind: 'new' })}>
                  {text.settings.addProvider}
                </Button>
              }
            >
              {text.settings.noProvidersHint}
            </EmptyState>
          </div>
        ) : (
          <ul className="border-t border-line">
            {providers.map((provider) => (
              <ProviderRow
                key={provider.id}
                provider={provider}
                credentials={credentials}
                onChange={() => setEditing({ kind: 'existing', provider })}
              />
            ))}
          </ul>
        )}
      </Section>
      {usable.length > 0 && (
        <Section title={text.settings.defaultModel}>
          <DefaultModel usable={offeredModels(usable)} />
        </Section>
      )}
      {usable.length > 1 && (
        <Suspense>
          <RoutesSection usable={offeredModels(usable)} />
        </Suspense>
      )}
      {usable.length > 0 && (
        <Suspense>
          <PricesSection usable={usable} />
        </Suspense>
      )}
      <Section title={text.settings.keyStorage}>
        <KeyStorage storage={storage} />
      </Section>
      <Dialog
        isOpen={editing.kind !== 'none'}
        onClose={close}
        title={editing.kind === 'existing' ? editing.provider.name : text.settings.addProvider}
        closeLabel={text.common.close}
        width="wide"
      >
        {editing.kind !== 'none' && <ProviderForm existing={editing.kind === 'existing' ? editing.provider : null} onSaved={close} />}
      </Dialog>
    </>
  )
}

function DefaultModel({ usable }: { usable: readonly UsableModel[] }) {
  const { settings } = useServices()
  const { text } = useLocalisation()
  const { defaultModel } = useSettings()
  const keyOf = (ref: UsableModel['ref']) => `${ref.modelProviderId}/${ref.modelId}`
  return (
    <Select
      label={text.settings.defaultModel}
      isLabelHidden
      className="max-w-sm"
      value={defaultModel === null ? '' : keyOf(defaultModel)}
      onChange={(key) => void settings.update({ defaultModel: usable.find(({ ref }) => keyOf(ref) === key)?.ref ?? null })}
      options={[
        { value: '', label: text.settings.defaultModelNone },
        ...usable.map(({ ref, facts, provider }) => ({ value: keyOf(ref), label: `${facts.name} · ${provider.name}` })),
      ]}
    />
  )
}
