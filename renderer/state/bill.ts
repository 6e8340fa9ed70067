import type { Answer } from '@shared/agent/answer-builder'
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
  /** null where nothing came; an estimate where the service reported nothing. */
  readonly usage: Usage | null
  /** The price row used. */
  readonly price: ModelPrice | null
  readonly costMicroUsd: number | null
}

/**
 * What a call used and cost, worked out when it has ended.
 * @param inputTokens as estimated before the call, corrected for the model.
 */
export function billOf(answer: Pick<Answer, 'usage' | 'parts'>, inputTokens: number, model: CallableModel, { models, factorFor }: BillPorts): Bill {
  const factor = factorFor(model.provider.api, model.ref.modelId)
  const usage = answer.usage ?? (answer.parts.length === 0 ? null : estimateUsage({ totalTokens: inputTokens }, answer.parts, factor))
  const { price } = factsNow(model, models)
  return { usage, price, costMicroUsd: usage === null ? null : costMicroUsd(usage, price) }
}

/** A call may leave before the table of models is there. What is not known any more stays as it was asked with. */
export function factsNow({ ref, facts }: Pick<CallableModel, 'ref' | 'facts'>, models: Pick<Models, 'usable'>): ModelFacts {
  const now = models.usable.current().find((model) => isSameModel(model.ref, ref))?.facts
  return now === undefined ? facts : { ...now, price: now.price ?? facts.price }
}
