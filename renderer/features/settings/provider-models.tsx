import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ModelProvider, ProviderModel } from '@shared/providers/model-provider'
import { useLocalisation } from '@renderer/i18n'
import { useProviderFormText } from '@renderer/i18n/provider-form-text'
import { failureView } from '@renderer/state/failure-view'
import { useServices } from '@renderer/state/services'
import { Button, IconButton } from '@renderer/ui/button'
import { Dialog } from '@renderer/ui/dialog'
import { TextField } from '@renderer/ui/text-field'
import { showToast } from '@renderer/ui/toasts'

/** How many models there are and are shown, and the way to choose them. */
export function ProviderModels({ provider }: { provider: ModelProvider }) {
  const { text } = useLocalisation()
  const words = useProviderFormText()
  const [isOpen, setOpen] = useState(false)
  const shown = provider.models.filter(({ isHidden }) => isHidden !== true).length
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-muted tabular-nums">
      {words.modelsShown(shown, provider.models.length)}
      <Button size="small" look="quiet" className="-my-1" aria-label={`${words.chooseModels}: ${words.modelsOf(provider.name)}`} onClick={() => setOpen(true)}>
        {words.chooseModels}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={words.modelsOf(provider.name)} description={words.modelsText} closeLabel={text.common.close}>
        {isOpen && <ModelChoice provider={provider} />}
      </Dialog>
    </p>
  )
}

function ModelChoice({ provider }: { provider: ModelProvider }) {
  const { models } = useServices()
  const localisation = useLocalisation()
  const text = useProviderFormText()
  const [query, setQuery] = useState('')
  const found = provider.models.filter(({ id, listed }) => `${id} ${listed?.name ?? ''}`.toLowerCase().includes(query.trim().toLowerCase()))
  const keep = async (next: readonly ProviderModel[]) => {
    const kept = await models.setModels(provider.id, next)
    if (!kept.ok) showToast({ text: failureView(kept.failure, localisation).text, tone: 'error' })
  }
  const show = (ids: readonly string[], isShown: boolean) => void keep(provider.models.map((model) => (ids.includes(model.id) ? withShown(model, isShown) : model)))
  return (
    <div className="flex flex-col gap-3">
      {provider.models.length > 8 && (
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-40 flex-1">
            <TextField label={text.findModel} isLabelHidden placeholder={text.findModel} value={query} onChange={setQuery} autoComplete="off" spellCheck={false} />
          </div>
          <Button onClick={() => show(found.map(({ id }) => id), true)}>{text.showAll}</Button>
          <Button onClick={() => show(found.map(({ id }) => id), false)}>{text.showNone}</Button>
        </div>
      )}
      {found.length === 0 && <p className="text-muted">{text.none}</p>}
      <ul className="max-h-[38vh] overflow-y-auto">
        {found.map((model) => (
          <li key={model.id} className="flex items-center gap-2">
            <label className="flex min-w-0 flex-1 items-center gap-3 py-1 touch-target">
              <input type="checkbox" className="size-4 shrink-0" checked={model.isHidden !== true} onChange={(event) => show([model.id], event.target.checked)} />
              <span className="min-w-0 flex-1 wrap-anywhere">
                {nameOf(model)}
                {nameOf(model) !== model.id && <span className="block font-mono text-xs text-faint">{model.id}</span>}
              </span>
            </label>
            {model.addedByHand && (
              <>
                <span className="text-xs text-faint">{text.byHand}</span>
                <IconButton
                  size="small"
                  label={text.removeModel(model.id)}
                  icon={<Trash2 size={15} aria-hidden />}
                  onClick={() => void keep(provider.models.filter((other) => other !== model))}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <AddModel models={provider.models} onAdd={(id) => void keep([{ id, addedByHand: true }, ...provider.models])} />
    </div>
  )
}

const nameOf = ({ id, listed }: ProviderModel): string => listed?.name ?? id

function withShown({ isHidden: _, ...model }: ProviderModel, isShown: boolean): ProviderModel {
  return isShown ? model : { ...model, isHidden: true }
}

function AddModel({ models, onAdd }: { models: readonly ProviderModel[]; onAdd: (id: string) => void }) {
  const text = useProviderFormText()
  const [name, setName] = useState('')
  const id = name.trim()
  const isThere = models.some((model) => model.id === id)
  const add = () => {
    if (id === '' || isThere) return
    onAdd(id)
    setName('')
  }
  return (
    <div className="flex items-end gap-2 border-t border-line pt-3">
      <div className="min-w-0 flex-1">
        <TextField
          label={text.addModel}
          placeholder={text.modelName}
          value={name}
          onChange={setName}
          onEnter={add}
          error={isThere ? text.alreadyThere : null}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="font-mono"
        />
      </div>
      <Button className="h-9" disabled={id === '' || isThere} onClick={add}>
        {text.add}
      </Button>
    </div>
  )
}
