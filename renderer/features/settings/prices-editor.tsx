import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { ModelOverride } from '@shared/providers/catalogue'
import type { ModelPrice } from '@shared/providers/model-provider'
import { useLocalisation } from '@renderer/i18n'
import { usePricesText } from '@renderer/i18n/prices-text'
import { useServices, type UsableModel } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'
import { Dialog } from '@renderer/ui/dialog'
import { TextField } from '@renderer/ui/text-field'
import { draftOf, emptyRates, priceOfDraft, rateKinds, windowOfDraft, type PriceDraft, type RatesDraft } from './prices-draft'

/** What one model costs, per million tokens, with sizes and currency, and how much fits into it; or back to the table. */
export function PriceEditor({ model, onClose }: { model: UsableModel; onClose: () => void }) {
  const { prices, clock } = useServices()
  const { text } = useLocalisation()
  const words = usePricesText()
  const { facts, ref } = model
  const override = prices.overrideOf(ref)
  const [draft, setDraft] = useState(() => draftOf(facts.price))
  const [contextTokens, setContextTokens] = useState(() => String(override?.contextTokens ?? ''))
  const [refused, setRefused] = useState<'price' | 'window' | null>(null)
  const store = async (kept: ModelOverride | null): Promise<void> => {
    if ((await prices.setOverride(ref, kept)).ok) onClose()
  }
  const save = (): void => {
    const tokens = windowOfDraft(contextTokens)
    const isTouched = JSON.stringify(draft) !== JSON.stringify(draftOf(facts.price))
    // A price that was left as it is stays the table's, and follows it.
    const price = isTouched ? priceOfDraft(draft, facts.price, new Date(clock.now()).toISOString().slice(0, 10)) : (override?.price ?? null)
    const fault = tokens === 'no-number' ? 'window' : isTouched && price === null ? 'price' : null
    setRefused(fault)
    if (tokens !== 'no-number' && fault === null) void store(price === null && tokens === null ? null : { price, contextTokens: tokens })
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.edit(facts.name)}
      description={<PriceSource price={facts.price} />}
      closeLabel={text.common.close}
      width="wide"
      footer={
        <>
          {override !== null && <Button onClick={() => void store(null)}>{words.reset}</Button>}
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="primary" onClick={save}>
            {words.save}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-3">
          <TextField label={words.currency} value={draft.currency} maxLength={3} onChange={(currency) => setDraft({ ...draft, currency })} />
          {draft.currency.trim().toUpperCase() !== 'USD' && (
            <TextField label={words.usdRate(draft.currency.toUpperCase())} inputMode="decimal" value={draft.usdRate} onChange={(usdRate) => setDraft({ ...draft, usdRate })} />
          )}
        </div>
        <p className="text-sm text-muted">{words.perMillion}</p>
        <Rates rates={draft.rates} onChange={(rates) => setDraft({ ...draft, rates })} />
        <Tiers draft={draft} onChange={setDraft} />
        <div className="grid grid-cols-2 items-start gap-3 border-t border-line pt-3">
          <TextField label={words.perRequest} hint={words.perRequestHint} inputMode="decimal" value={draft.perRequest} onChange={(perRequest) => setDraft({ ...draft, perRequest })} />
          <TextField
            label={words.window}
            hint={words.windowHint}
            inputMode="numeric"
            placeholder={facts.contextTokens === null ? '' : String(facts.contextTokens)}
            value={contextTokens}
            onChange={setContextTokens}
          />
        </div>
        {refused !== null && (
          <p role="alert" className="text-sm text-danger">
            {refused === 'price' ? words.invalid : words.invalidWindow}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** Where a price is from, and of which day. */
function PriceSource({ price }: { price: ModelPrice | null }) {
  const { format } = useLocalisation()
  const words = usePricesText()
  return price === null ? words.unknown : words.sources[price.source](format.date(Date.parse(price.asOf)))
}

function Rates({ rates, onChange }: { rates: RatesDraft; onChange: (rates: RatesDraft) => void }) {
  const words = usePricesText()
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-4">
      {rateKinds.map((kind) => (
        <TextField
          key={kind}
          label={words.rates[kind]}
          inputMode="decimal"
          placeholder={kind === 'input' || kind === 'output' ? '' : words.asPlain}
          value={rates[kind]}
          onChange={(value) => onChange({ ...rates, [kind]: value })}
        />
      ))}
    </div>
  )
}

function Tiers({ draft, onChange }: { draft: PriceDraft; onChange: (draft: PriceDraft) => void }) {
  const words = usePricesText()
  const change = (at: number, tier: PriceDraft['tiers'][number] | null): void =>
    onChange({ ...draft, tiers: draft.tiers.flatMap((one, index) => (index !== at ? [one] : tier === null ? [] : [tier])) })
  return (
    <>
      {draft.tiers.map((tier, at) => (
        <div key={at} className="flex flex-col gap-3 border-t border-line pt-3">
          <div className="flex items-end gap-3">
            <div className="flex-1">
              <TextField label={words.tierTokens} hint={words.tier} inputMode="numeric" value={tier.aboveInputTokens} onChange={(aboveInputTokens) => change(at, { ...tier, aboveInputTokens })} />
            </div>
            <Button look="quiet" icon={<X size={15} aria-hidden />} onClick={() => change(at, null)}>
              {words.removeTier}
            </Button>
          </div>
          <Rates rates={tier.rates} onChange={(rates) => change(at, { ...tier, rates })} />
        </div>
      ))}
      <div>
        <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={() => onChange({ ...draft, tiers: [...draft.tiers, { aboveInputTokens: '', rates: emptyRates }] })}>
          {words.addTier}
        </Button>
      </div>
    </>
  )
}
