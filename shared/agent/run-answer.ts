import type { Clock } from '../clock'
import type { AdapterPorts, ModelAdapter, ModelCall } from '../providers/model-call'
import type { LimitReport } from '../providers/limits'
import type { Part } from '../sessions/message'
import { AnswerBuilder, type Answer } from './answer-builder'

export interface RunAnswerInput {
  readonly adapter: ModelAdapter
  readonly call: ModelCall
  readonly baseUrl: string
  readonly ports: AdapterPorts
  readonly clock: Clock
  /** Called after every part that changed the answer, from the first shown one on; cheap to call, the receiver throttles. */
  readonly onProgress: (parts: readonly Part[]) => void
  /** Told what the service says of its limits, where it says anything. */
  readonly onLimits?: (limits: LimitReport) => void
}

/** Runs one call to its end. Never throws: how it ended is in the answer. */
export async function runAnswer(input: RunAnswerInput): Promise<Answer> {
  const { adapter, call, baseUrl, ports, clock, onProgress } = input
  const builder = new AnswerBuilder(call.modelId, clock.now())
  for await (const part of adapter.stream(call, baseUrl, ports)) {
    builder.add(part, clock.now())
    if (part.type === 'limits') input.onLimits?.(part.limits)
    else if (part.type !== 'call-start' && part.type !== 'usage' && builder.hasShown) onProgress(builder.answer().parts)
  }
  return builder.answer()
}
