import type { Answer } from '@shared/agent/answer-builder'
import type { CallAttempt } from '@shared/calls/call-events'
import { isSameModel, type CallableModel } from '@shared/calls/candidate'
import type { ModelFacts, ModelPrice } from '@shared/providers/model-provider'
import type { Usage } from '@shared/sessions/message'
import { estimateUsage } from '@shared/usage/estimate-usage'
import { costMicroUsd } from '@shared/usage/price'
import type { TokenCalibration } from './calibration'
import type { Models } from './services'

export interface BillPorts {
  readonly models: Pick<Models, 'usable'>
  readonly factorFor: TokenCalibration['factorFor']
}

export interface Bill {
  /** Of the answer itself. null where nothing came; an estimate where the service reported nothing. */
  readonly usage: Usage | null
  /** The price row used. */
  readonly price: ModelPrice | null
  readonly costMicroUsd: number | null
}

/**
 * What a call used and cost, worked out when it has ended.
 * @param attempts all of the call's, the one that answered included: what each was billed is in the cost.
 * @param inputTokens as estimated before the call, corrected for the model.
 */
export function billOf(answer: Pick<Answer, 'usage' | 'parts'>, attempts: readonly CallAttempt[], inputTokens: number, model: CallableModel, ports: BillPorts): Bill {
  const { models, factorFor } = ports
  const factor = factorFor(model.provider.api, model.ref.modelId)
  const usage = answer.usage ?? (answer.parts.length === 0 ? null : estimateUsage({ totalTokens: inputTokens }, answer.parts, factor))
  const { price } = factsNow(model, models)
  const costs = [...(usage === null ? [] : [costMicroUsd(usage, price)]), ...costsBefore(answer, attempts, model, ports)]
  return { usage, price, costMicroUsd: costs.length === 0 ? null : sumOf(costs) }
}

/** Attempts that failed and were billed all the same: a service reports what it has read before it breaks off. */
function costsBefore(answer: Pick<Answer, 'usage'>, attempts: readonly CallAttempt[], by: CallableModel, { models }: BillPorts): readonly (number | null)[] {
  return attempts.flatMap(({ usage, model }) => {
    // The answer's own usage is the last attempt's.
    if (usage === null || usage === answer.usage) return []
    const at = isSameModel(model, by.ref) ? by : models.usable.current().find(({ ref }) => isSameModel(ref, model))
    return [at === undefined ? null : costMicroUsd(usage, factsNow(at, models).price)]
  })
}

/** A sum with an unknown part is unknown, not smaller. */
const sumOf = (costs: readonly (number | null)[]): number | null =>
  costs.reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0)

/** A call may leave before the table of models is there. What is not known any more stays as it was asked with. */
export function factsNow({ ref, facts }: Pick<CallableModel, 'ref' | 'facts'>, models: Pick<Models, 'usable'>): ModelFacts {
  const now = models.usable.current().find((model) => isSameModel(model.ref, ref))?.facts
  return now === undefined ? facts : { ...now, price: now.price ?? facts.price }
}
