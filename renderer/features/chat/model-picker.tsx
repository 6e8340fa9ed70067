import { Image } from 'lucide-react'
import { useState } from 'react'
import { accessOfProvider } from '@shared/providers/browser-access'
import { takesFile } from '@shared/providers/file-forms'
import { mediaKindOf } from '@shared/providers/media'
import type { ModelPrice } from '@shared/providers/model-provider'
import { useLocalisation } from '@renderer/i18n'
import { useFilesText } from '@renderer/i18n/files-text'
import { offeredModels } from '@renderer/state/provider-models'
import { useServices, type UsableModel } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { useView } from '@renderer/state/view'
import { Badge } from '@renderer/ui/feedback'
import { PickerDialog, type PickerGroup, type PickerItem } from '@renderer/ui/picker-dialog'
import { matchModels, recentModels } from './models-for-chat'

interface ModelPickerProps {
  /** Types of the files that the next message has, with a space between. */
  attached: string
  onClose: () => void
  onPick: (model: UsableModel) => void
}

const recentShown = 5

/** Every usable model: typed search, the recent ones first, then by provider. */
export function ModelPicker({ attached, onClose, onPick }: ModelPickerProps) {
  const { text } = useLocalisation()
  const words = useFilesText()
  const { models, sessions, bridge } = useServices()
  const usable = offeredModels(useObservable(models.usable))
  const unreachable = offeredModels(useObservable(models.unreachable))
  const list = useObservable(sessions.list)
  const open = useView((view) => view.open)
  const [query, setQuery] = useState('')
  const manage = () => {
    onClose()
    open({ kind: 'settings', page: 'models' })
  }
  const item = (model: UsableModel): PickerItem => {
    const reason = (bridge.surface === 'browser' ? reasonOf(model) : null) ?? fileReasonOf(model)
    return {
      id: `${model.ref.modelProviderId}/${model.ref.modelId}`,
      content: <ModelRow model={model} reason={reason} />,
      isDisabled: reason !== null,
      onPick: () => {
        onClose()
        onPick(model)
      },
    }
  }
  /** SYN-12: a service that no page can call is shown as such, with the reason. */
  const reasonOf = ({ provider }: UsableModel): string | null => {
    const access = accessOfProvider(provider)
    return access === 'refused' ? text.chat.notFromPage : access === 'insecure' ? text.chat.notFromSecurePage : null
  }
  /** A model that cannot take what is attached is not offered. */
  const fileReasonOf = (model: UsableModel): string | null => {
    const refused = attached.split(' ').filter((type) => type !== '' && takesFile(model, type) === false)
    const kinds = [...new Set(refused.map(mediaKindOf))].map((kind) => (kind === null ? words.other : words.kinds[kind]))
    return kinds.length === 0 ? null : words.doesNotRead(words.list(kinds))
  }
  const found = matchModels([...usable, ...unreachable], query)
  const recent = query === '' ? recentModels(list, found, recentShown) : []
  const rest = found.filter((model) => !recent.includes(model))
  const providers = [...new Set(rest.map((model) => model.provider))]
  const groups: PickerGroup[] = [
    { id: 'recent', label: text.chat.recentModels, items: recent.map(item) },
    ...providers.map((provider) => ({
      id: provider.id,
      label: provider.name,
      items: rest.filter((model) => model.provider === provider).map(item),
    })),
    { id: 'manage', label: text.chat.model, items: [{ id: 'manage', content: text.chat.manageModels, onPick: manage }] },
  ]
  return (
    <PickerDialog
      isOpen
      onClose={onClose}
      label={text.chat.chooseModel}
      placeholder={text.chat.searchModels}
      query={query}
      onQuery={setQuery}
      groups={groups}
      status={found.length === 0 ? text.chat.noModelFound : null}
    />
  )
}

function ModelRow({ model: { facts, provider }, reason }: { model: UsableModel; reason: string | null }) {
  const { text, format } = useLocalisation()
  return (
    <div className="min-w-0 flex-1">
      <div className="flex items-center gap-2">
        <span className="truncate">{facts.name}</span>
        {facts.takes.image === true && <Badge icon={<Image size={11} aria-hidden />}>{text.chat.readsImages}</Badge>}
      </div>
      <div className="truncate text-xs text-faint">
        {[
          provider.name,
          priceText(facts.price),
          ...(facts.contextTokens === null ? [] : [text.chat.contextSize(format.compact(facts.contextTokens))]),
        ].join(' · ')}
      </div>
      {reason !== null && <div className="text-xs text-warn">{reason}</div>}
    </div>
  )

  /** Pico-USD per token are micro-USD per million tokens. */
  function priceText(price: ModelPrice | null): string {
    return price === null ? text.chat.priceUnknown : text.chat.price(format.money(price.rates.input), format.money(price.rates.output))
  }
}
