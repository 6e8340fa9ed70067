import type { ModelRef } from '@shared/sessions/message'
import type { SessionSummary, UsableModel } from '@renderer/state/services'

export const isSameModel = (a: ModelRef | null | undefined, b: ModelRef | null | undefined): boolean =>
  a?.modelProviderId === b?.modelProviderId && a?.modelId === b?.modelId

export const findModel = (models: readonly UsableModel[], ref: ModelRef | null | undefined): UsableModel | null =>
  models.find((model) => isSameModel(model.ref, ref)) ?? null

/** Models of sessions, the latest used first, each once. */
export function recentModels(sessions: readonly SessionSummary[], models: readonly UsableModel[], limit: number): readonly UsableModel[] {
  const found: UsableModel[] = []
  for (const session of [...sessions].sort((a, b) => b.updatedAt - a.updatedAt)) {
    const model = findModel(models, session.model)
    if (model !== null && !found.includes(model)) found.push(model)
    if (found.length === limit) break
  }
  return found
}

/** The session's own model, else the person's default, else the one used last, else any. */
export function modelForSession(
  session: SessionSummary | null,
  picked: ModelRef | null,
  defaultModel: ModelRef | null,
  sessions: readonly SessionSummary[],
  models: readonly UsableModel[],
): UsableModel | null {
  return (
    findModel(models, session?.model ?? picked) ??
    findModel(models, defaultModel) ??
    recentModels(sessions, models, 1)[0] ??
    models[0] ??
    null
  )
}

/** Every word of the query occurs in the model's or the provider's name. */
export function matchModels(models: readonly UsableModel[], query: string): readonly UsableModel[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return models.filter(({ facts, provider }) => {
    const name = `${facts.name} ${facts.modelId} ${provider.name}`.toLowerCase()
    return words.every((word) => name.includes(word))
  })
}
