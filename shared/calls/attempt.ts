import type { Answer } from '../agent/answer-builder'
import { runAnswer } from '../agent/run-answer'
import type { Clock } from '../clock'
import { estimateFileTokens } from '../providers/estimate-file-tokens'
import { estimateTokens } from '../providers/estimate-tokens'
import type { LimitReport } from '../providers/limits'
import type { ApiKind, CredentialedFetch, ModelAdapter, ModelCall, ReadFile } from '../providers/model-call'
import type { Part } from '../sessions/message'
import type { Candidate } from './candidate'

export interface AttemptPorts {
  readonly loadAdapter: (api: ApiKind) => Promise<ModelAdapter>
  readonly fetchFor: (candidate: Candidate) => CredentialedFetch
  readonly readFile: ReadFile
  readonly clock: Clock
}

/** Milliseconds without a byte after which a call is given up, where the person set nothing. */
export const idleTimeoutMs = 120_000

export interface Attempted {
  readonly answer: Answer
  readonly limits: LimitReport | null
}

/** Sends one request and reads its answer to the end. Never throws. */
export async function attempt(
  candidate: Candidate,
  call: ModelCall,
  ports: AttemptPorts,
  signal: AbortSignal,
  onProgress: (parts: readonly Part[]) => void,
): Promise<Attempted> {
  const { api, baseUrl, provider } = candidate
  let limits: LimitReport | null = null
  try {
    const answer = await runAnswer({
      adapter: await ports.loadAdapter(api),
      call,
      baseUrl,
      ports: { fetch: ports.fetchFor(candidate), readFile: ports.readFile, signal, idleTimeoutMs: provider.idleTimeoutMs ?? idleTimeoutMs },
      clock: ports.clock,
      onProgress,
      onLimits: (report) => (limits = report),
    })
    return { answer, limits }
  } catch (error) {
    // Adapters do not throw: this is a bug, or a part of the program that could not be loaded. The call ends visibly.
    return { answer: failedAnswer({ code: 'internal', stage: 'stream', detail: String(error).slice(0, 500) }), limits }
  }
}

export const failedAnswer = (failure: NonNullable<Answer['failure']>): Answer => ({
  parts: [],
  usage: null,
  requestId: null,
  firstTokenMs: null,
  finishReason: null,
  failure,
})

/** About how many tokens a request takes, for its turn under a limit of tokens. */
export function requestTokens(call: ModelCall): number {
  const parts = call.messages.flatMap((message) => message.parts)
  return estimateTokens(call.system) + parts.reduce((sum, part) => sum + partTokens(part), 0)
}

function partTokens(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
    case 'tool-result':
      return estimateTokens(part.text)
    case 'tool-call':
      return estimateTokens(part.argumentsText)
    case 'file':
      return estimateFileTokens(part)
    case 'provider':
      return 0
  }
}
