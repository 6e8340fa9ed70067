import { cheapestModel, type CallSize } from '@shared/providers/cheapest-model'
import type { ModelRef } from '@shared/sessions/message'
import type { BackgroundTask } from '@shared/settings'
import { offeredModels } from '../provider-models'
import type { UsableModel } from '../services'

/** The largest call of each task: what its input is cut to, and what an answer with some reasoning takes. */
export const callSizes: Readonly<Record<BackgroundTask, CallSize>> = {
  memory: { inputTokens: 12_000, outputTokens: 6000 },
  summary: { inputTokens: 14_000, outputTokens: 6000 },
  title: { inputTokens: 1500, outputTokens: 2000 },
}

/**
 * The model of a task: the one that was chosen for it, else the cheapest of those that are shown. A chosen one that is gone is not replaced
 * by another, and what is talked about with a model of one's own does not go to a service: both may have their reasons.
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
  const isOwn = talkedTo !== undefined && isOnOwnNetwork(talkedTo)
  const offered = offeredModels(usable)
  return cheapestModel(isOwn ? offered.filter(isOnOwnNetwork) : offered, callSizes[task])
}

const ownHosts = /^(?:localhost|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[(?:::1|f[cd][\da-f]{2}:.*)\]|[^.]+|.+\.(?:localhost|local|lan|internal))$/

/** Served from this computer or the network around it. */
const isOnOwnNetwork = ({ provider }: UsableModel): boolean => URL.canParse(provider.baseUrl) && ownHosts.test(new URL(provider.baseUrl).hostname)

const isSame = (a: ModelRef, b: ModelRef): boolean => a.modelProviderId === b.modelProviderId && a.modelId === b.modelId
