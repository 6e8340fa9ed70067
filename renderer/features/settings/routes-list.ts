import { isSameModel, type ModelRoutes } from '@shared/calls/candidate'
import type { ModelRef } from '@shared/sessions/message'
import type { Settings } from '@shared/settings'
import type { UsableModel } from '@renderer/state/services'

export const routesFor = (lists: readonly ModelRoutes[], model: ModelRef): readonly ModelRef[] =>
  lists.find((list) => isSameModel(list.model, model))?.routes ?? []

/** The lists with another one for this model; an empty one is taken out. */
export function withRoutes(lists: Settings['routes'], model: ModelRef, routes: readonly ModelRef[]): Settings['routes'] {
  const others = lists.filter((list) => !isSameModel(list.model, model))
  return routes.length === 0 ? others : [...others, { model, routes: [...routes] }]
}

export function moved(routes: readonly ModelRef[], from: number, to: number): readonly ModelRef[] {
  const ref = routes[from]
  if (ref === undefined || to < 0 || to >= routes.length) return routes
  return routes.toSpliced(from, 1).toSpliced(to, 0, ref)
}

/** An aggregator names a model `maker/model`, some with a variant after a colon. */
const bareId = (modelId: string): string => (modelId.split('/').at(-1) ?? modelId).replace(/:.*$/, '').toLowerCase()

export const isSameBareModel = (a: ModelRef, b: ModelRef): boolean => bareId(a.modelId) === bareId(b.modelId)

/** What may be added: the same model elsewhere first, then any other. */
export function addable(usable: readonly UsableModel[], model: ModelRef, routes: readonly ModelRef[]): readonly UsableModel[] {
  const others = usable.filter(({ ref }) => !isSameModel(ref, model) && !routes.some((route) => isSameModel(route, ref)))
  return [...others.filter(({ ref }) => isSameBareModel(ref, model)), ...others.filter(({ ref }) => !isSameBareModel(ref, model))]
}
