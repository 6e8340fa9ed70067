import type { Bridge } from '@shared/bridge/bridge'
import { accessOfProvider, isOutOfReach } from '@shared/providers/browser-access'
import type { CheckOutcome, ModelProvider, ProviderModel } from '@shared/providers/model-provider'
import type { Catalogue } from './catalogue'
import type { UsableModel } from './services'

type Surface = Bridge['surface']

type FactsOf = Catalogue['factsOf']

/** PRV-12: what can be called from here. In a browser a service that answers no page has no models. */
export const usableModels = (providers: readonly ModelProvider[], surface: Surface, factsOf: FactsOf): readonly UsableModel[] =>
  modelsOf(providers.filter((provider) => surface === 'desktop' || !isOutOfReach(accessOfProvider(provider))), factsOf)

/** What is set up and cannot be called from here: shown with the reason, never offered. */
export const unreachableModels = (providers: readonly ModelProvider[], surface: Surface, factsOf: FactsOf): readonly UsableModel[] =>
  modelsOf(providers.filter((provider) => surface === 'browser' && isOutOfReach(accessOfProvider(provider))), factsOf)

const modelsOf = (providers: readonly ModelProvider[], factsOf: FactsOf): readonly UsableModel[] =>
  providers.flatMap((provider) =>
    provider.models.map((model) => ({
      ref: { modelProviderId: provider.id, modelId: model.id },
      provider,
      facts: factsOf(model, provider),
    })),
  )

/** Those that a person is asked to choose from: what they hid is left out. */
export function offeredModels(usable: readonly UsableModel[]): readonly UsableModel[] {
  const hidden = new Map<ModelProvider, ReadonlySet<string>>()
  for (const { provider } of usable) {
    if (!hidden.has(provider)) hidden.set(provider, new Set(provider.models.flatMap(({ id, isHidden }) => (isHidden === true ? [id] : []))))
  }
  return usable.filter(({ provider, ref }) => hidden.get(provider)?.has(ref.modelId) !== true)
}

/** The models after a check or a change: what was added by hand stays first, and what was hidden stays hidden. */
export function modelsAfter(before: readonly ProviderModel[], outcome: CheckOutcome | null, byHand: readonly string[]): ProviderModel[] {
  const known = new Map(before.map((model) => [model.id, model]))
  const listed = outcome?.kind === 'works' ? outcome.models.map(({ id, listed: facts }) => ({ id, ...(facts !== null && { listed: facts }) })) : before.filter(({ addedByHand }) => !addedByHand)
  const said = new Map(listed.map((model) => [model.id, model]))
  const hiddenOf = (id: string) => (known.get(id)?.isHidden === true ? { isHidden: true } : {})
  return [
    ...byHand.map((id) => ({ ...said.get(id), id, addedByHand: true, ...hiddenOf(id) })),
    ...listed.filter(({ id }) => !byHand.includes(id)).map((model) => ({ ...model, addedByHand: false, ...hiddenOf(model.id) })),
  ]
}

export const byHandOf = (models: readonly ProviderModel[]): readonly string[] => models.flatMap(({ id, addedByHand }) => (addedByHand ? [id] : []))
