import type { Exclusion, Need } from './decision'
import type { PoolModel, RoutingInputs, TaskDescription } from './inputs'

/** What a request needs of a model. Text that is attached goes as words, which every model takes. */
export function needsOf({ promptTokens, answerTokens, usesTools, attachments }: TaskDescription): readonly Need[] {
  return [
    { kind: 'window', tokens: promptTokens + answerTokens },
    ...(usesTools ? [{ kind: 'tools' } as const] : []),
    ...attachments.flatMap((attachment) => (attachment === 'text' ? [] : [{ kind: 'attachment', attachment } as const])),
  ]
}

/** Whether a model has what is needed; null where nobody knows. */
export function meets({ facts }: PoolModel, need: Need): boolean | null {
  switch (need.kind) {
    case 'window':
      return facts.contextTokens === null ? null : facts.contextTokens >= need.tokens
    case 'tools':
      return facts.callsTools
    case 'attachment':
      return need.attachment === 'text' ? true : facts.takes[need.attachment]
  }
}

/** How many of the needs nobody knows of: a model that surely fits comes before one that may. */
export const unknownNeeds = (model: PoolModel, description: TaskDescription): number => needsOf(description).filter((need) => meets(model, need) === null).length

/**
 * Why this model cannot be asked now; null where it can. Where it may be sent at all comes first (RTE-4), then what it
 * lacks for good, then what passes. What is not known of a model does not exclude it. `isNamed`: the person chose this
 * very model, so that it may be a hidden one.
 */
export function exclusionOf(model: PoolModel, inputs: RoutingInputs, isNamed: boolean): Exclusion | null {
  if (inputs.isSensitive && !isAllowedForSensitive(model, inputs)) return { kind: 'not-allowed-for-sensitive' }
  const lacking = needsOf(inputs.description).find((need) => meets(model, need) === false)
  if (lacking !== undefined) return { kind: 'lacks', need: lacking }
  if (model.isHidden && !isNamed) return { kind: 'hidden' }
  if (inputs.isOffline && !model.isOnOwnNetwork) return { kind: 'offline' }
  if (model.restsUntil !== null && model.restsUntil > inputs.now) return { kind: 'resting', untilMs: model.restsUntil }
  return null
}

/** Until the person has said where sensitive sessions may go, nothing of them leaves the own network. */
function isAllowedForSensitive({ ref, isOnOwnNetwork }: PoolModel, { preferences: { sensitiveProviders } }: RoutingInputs): boolean {
  return sensitiveProviders === null ? isOnOwnNetwork : sensitiveProviders.includes(ref.modelProviderId)
}
