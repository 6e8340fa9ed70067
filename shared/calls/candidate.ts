import type { ApiKind } from '../providers/model-call'
import type { ModelFacts, ModelProvider } from '../providers/model-provider'
import type { ModelRef } from '../sessions/message'

/** A model that can be called, with all that is known of it. */
export interface CallableModel {
  readonly ref: ModelRef
  readonly provider: ModelProvider
  readonly facts: ModelFacts
}

/** One way in which a call could be made: a model of a provider, with one of its keys. */
export interface Candidate extends CallableModel {
  readonly credentialId: string
  readonly api: ApiKind
  readonly baseUrl: string
}

/** The person's own list of other ways to a model, in their order. */
export interface ModelRoutes {
  readonly model: ModelRef
  readonly routes: readonly ModelRef[]
}

export const isSameModel = (a: ModelRef, b: ModelRef): boolean => a.modelProviderId === b.modelProviderId && a.modelId === b.modelId

export const routeKey = ({ modelProviderId, modelId }: ModelRef): string => `route ${modelProviderId} ${modelId}`

/**
 * Where a call may go, in order: the chosen model with each of its keys, then the routes that the person listed for
 * it. Nothing that is not on that list is ever asked, and no route's own routes.
 * @param usable every model that can be called; a route that is not among them is left out
 */
export function candidatesFor(chosen: CallableModel, lists: readonly ModelRoutes[], usable: readonly CallableModel[]): readonly Candidate[] {
  const listed = lists.find(({ model }) => isSameModel(model, chosen.ref))?.routes ?? []
  const routes = listed.flatMap((ref) => usable.find((model) => isSameModel(model.ref, ref)) ?? [])
  const seen = new Set<string>()
  const distinct = [chosen, ...routes].filter(({ ref }) => !seen.has(routeKey(ref)) && seen.add(routeKey(ref)))
  return distinct.flatMap(withEachKey)
}

const withEachKey = ({ ref, provider, facts }: CallableModel): Candidate[] =>
  [...new Set([provider.credentialId, ...provider.moreCredentialIds])].map((credentialId) => ({
    ref,
    provider,
    facts,
    credentialId,
    api: provider.api,
    baseUrl: provider.baseUrl,
  }))
