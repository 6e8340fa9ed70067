import { RefreshCw } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { catalogueAddress, publicCatalogueUrl } from '@shared/bridge/catalogue-fetch'
import type { ModelPrice } from '@shared/providers/model-provider'
import { useLocalisation } from '@renderer/i18n'
import { usePricesText } from '@renderer/i18n/prices-text'
import { FailureNotice } from '@renderer/parts/failure-notice'
import type { RefreshOutcome } from '@renderer/state/catalogue-refresh'
import { useServices, type UsableModel } from '@renderer/state/services'
import { useSettings } from '@renderer/state/use-observable'
import { Button } from '@renderer/ui/button'
import { Switch } from '@renderer/ui/switch'
import { TextField } from '@renderer/ui/text-field'
import { PriceEditor } from './prices-editor'
import { Section } from './section'

/** An aggregator sells hundreds of models: more than these are found by name. */
const shownRows = 25

/** What each model costs, where that is from, and how the table is kept up to date. */
export default function PricesSection({ usable }: { usable: readonly UsableModel[] }) {
  const words = usePricesText()
  const [editing, setEditing] = useState<UsableModel | null>(null)
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query.trim().toLowerCase())
  const found = useMemo(
    () => usable.filter(({ facts, ref, provider }) => `${facts.name} ${ref.modelId} ${provider.name}`.toLowerCase().includes(wanted)),
    [usable, wanted],
  )
  return (
    <Section title={words.title} hint={words.hint}>
      <TableLine />
      {usable.length > shownRows && <TextField label={words.find} isLabelHidden placeholder={words.find} type="search" value={query} onChange={setQuery} className="mt-3 max-w-sm" />}
      <ul className="mt-3 border-t border-line">
        {found.slice(0, shownRows).map((model) => (
          <PriceRow key={`${model.ref.modelProviderId}/${model.ref.modelId}`} model={model} onEdit={() => setEditing(model)} />
        ))}
      </ul>
      {found.length === 0 && <p className="py-3 text-sm text-muted">{words.none}</p>}
      {found.length > shownRows && <p className="py-2 text-sm text-faint">{words.more(found.length - shownRows)}</p>}
      {editing !== null && <PriceEditor model={editing} onClose={() => setEditing(null)} />}
    </Section>
  )
}

function PriceRow({ model, onEdit }: { model: UsableModel; onEdit: () => void }) {
  const words = usePricesText()
  const { facts, provider } = model
  return (
    <li className="border-b border-line">
      <button type="button" onClick={onEdit} className="flex w-full flex-wrap items-baseline gap-x-4 px-1 py-2 text-left hover:bg-hover">
        <span className="min-w-40 flex-1">
          <span className="block wrap-anywhere">{facts.name}</span>
          <span className="block truncate text-xs text-faint">{provider.name}</span>
        </span>
        <span className="text-sm text-muted tabular-nums">
          <PriceLine price={facts.price} />
          {facts.price?.source === 'own' && <span className="ml-2 text-faint">{words.own}</span>}
        </span>
      </button>
    </li>
  )
}

function PriceLine({ price }: { price: ModelPrice | null }) {
  const { language } = useLocalisation()
  const words = usePricesText()
  if (price === null) return words.unknown
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: price.currency, currencyDisplay: 'narrowSymbol', maximumSignificantDigits: 6 })
  return words.inOut(money.format(price.rates.input / 1_000_000), money.format(price.rates.output / 1_000_000))
}

/** The table's day, whether it may be fetched daily, from where, and what came of it. */
function TableLine() {
  const { prices, settings } = useServices()
  const { format } = useLocalisation()
  const words = usePricesText()
  const { catalogueRefresh } = useSettings()
  const [address, setAddress] = useState(catalogueRefresh.address ?? '')
  const [outcome, setOutcome] = useState<RefreshOutcome | null>(null)
  const [isBusy, setBusy] = useState(false)
  const table = prices.table()
  const isAddressWrong = address.trim() !== '' && catalogueAddress(address) === null
  const saveAddress = (): void => {
    if (!isAddressWrong) void settings.update({ catalogueRefresh: { ...catalogueRefresh, address: address.trim() === '' ? null : address.trim() } })
  }
  const refresh = async (): Promise<void> => {
    setBusy(true)
    setOutcome(await prices.refresh())
    setBusy(false)
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-48 flex-1 text-sm">
          <p className="tabular-nums">{words.tableOf(format.date(Date.parse(table.asOf)), table.source === 'refreshed')}</p>
          {table.source === 'bundled' && <p className="text-muted">{words.bundledNote}</p>}
        </div>
        <Button icon={<RefreshCw size={15} aria-hidden />} isBusy={isBusy} onClick={() => void refresh()}>
          {words.refreshNow}
        </Button>
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {outcome?.kind === 'refreshed' && words.refreshed(format.number(outcome.models))}
        {outcome?.kind === 'refused' && words.refused[outcome.fault]}
      </p>
      {outcome?.kind === 'failed' && <FailureNotice failure={outcome.failure} actions={{ retry: () => void refresh() }} />}
      <Switch
        label={words.daily}
        hint={words.dailyHint(new URL(catalogueAddress(catalogueRefresh.address ?? '') ?? publicCatalogueUrl).host)}
        isOn={catalogueRefresh.isOn}
        onChange={(isOn) => void settings.update({ catalogueRefresh: { ...catalogueRefresh, isOn } })}
      />
      <TextField
        label={words.address}
        hint={words.addressHint}
        placeholder={publicCatalogueUrl}
        value={address}
        onChange={setAddress}
        onBlur={saveAddress}
        onEnter={saveAddress}
        error={isAddressWrong ? words.addressFault : null}
        className="max-w-lg"
      />
    </div>
  )
}
