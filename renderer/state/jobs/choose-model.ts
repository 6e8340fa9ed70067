import { cheapestModel, type CallSize } from '@shared/providers/cheapest-model'
import type { ModelRef } from '@shared/sessions/message'
import type { BackgroundTask } from '@shared/settings'
import type { UsableModel } from '../services'

/** The largest call of each task: what its input is cut to, and what an answer with some reasoning takes. */
export const callSizes: Readonly<Record<BackgroundTask, CallSize>> = {
  memory: { inputTokens: 12_000, outputTokens: 6000 },
  summary: { inputTokens: 14_000, outputTokens: 6000 },
  title: { inputTokens: 1500, outputTokens: 2000 },
}

/**
 * The model of a task: the one that was chosen for it, else the cheapest. A chosen one that is gone is not replaced
 * by another, and what is talked about with a model on this computer does not leave it: both may have their reasons.
 * @param chosen null for none
 * @param sessionModel the model of the session that the task is for; null: of any
 */
export function modelForTask(
  task: BackgroundTask,
  usable: readonly UsableModel[],
  chosen: ModelRef | null,
  sessionModel: ModelRef | null,
): UsableModel | null {
  if (chosen !== null) return usable.find(({ ref }) => isSame(ref, chosen)) ?? null
  const talkedTo = usable.find(({ ref }) => sessionModel !== null && isSame(ref, sessionModel))
  const isLocal = talkedTo !== undefined && isOnThisComputer(talkedTo)
  return cheapestModel(isLocal ? usable.filter(isOnThisComputer) : usable, callSizes[task])
}

export const isOnThisComputer = ({ provider }: UsableModel): boolean =>
  URL.canParse(provider.baseUrl) && /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.localhost)$/.test(new URL(provider.baseUrl).hostname)

const isSame = (a: ModelRef, b: ModelRef): boolean => a.modelProviderId === b.modelProviderId && a.modelId === b.modelId
