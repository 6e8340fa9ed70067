import { runAnswer } from '@shared/agent/run-answer'
import { editorOutputSchema } from '@shared/memory/editor/output'
import { editorInstructions } from '@shared/memory/editor/prompt'
import { adapterFor } from '@shared/providers/adapter-for'
import { factsFor } from '@shared/providers/catalogue'
import { bundledTable } from '@shared/providers/catalogue/bundled'
import type { ApiKind, CredentialedFetch, ModelCall } from '@shared/providers/model-call'
import { messageText } from '@shared/sessions/message'
import { costMicroUsd } from '@shared/usage/price'

/** A real model, by a key in the environment. */
export interface LiveModel {
  readonly preset: 'openai' | 'anthropic'
  readonly modelId: string
  readonly api: ApiKind
  readonly baseUrl: string
  readonly key: string
}

export interface Spent {
  calls: number
  inputTokens: number
  outputTokens: number
  microUsd: number
}

/** null where the environment holds no key; `EVAL_MODEL` names another model than the small one. */
export function liveModelFrom(environment: NodeJS.ProcessEnv): LiveModel | null {
  const { OPENAI_API_KEY: openAi, ANTHROPIC_API_KEY: anthropic, EVAL_MODEL: modelId } = environment
  if (openAi) return { preset: 'openai', modelId: modelId ?? 'gpt-5-nano', api: 'openai-responses', baseUrl: environment['OPENAI_BASE_URL'] ?? 'https://api.openai.com/v1', key: openAi }
  if (anthropic) return { preset: 'anthropic', modelId: modelId ?? 'claude-haiku-4-5', api: 'anthropic-messages', baseUrl: environment['ANTHROPIC_BASE_URL'] ?? 'https://api.anthropic.com', key: anthropic }
  return null
}

/** Asks the editor's question as the app does. Rejects where the call fails. */
export async function askEditor(model: LiveModel, question: string, spent: Spent): Promise<string> {
  const call: ModelCall = {
    modelId: model.modelId,
    system: editorInstructions,
    messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
    tools: [],
    maxOutputTokens: 6000,
    effort: model.preset === 'openai' ? 'low' : null,
    outputSchema: editorOutputSchema(),
  }
  const ports = { fetch: withKey(model), readFile: async () => null, signal: AbortSignal.timeout(120_000), idleTimeoutMs: 60_000 }
  const answer = await runAnswer({ adapter: await adapterFor(model.api), call, baseUrl: model.baseUrl, ports, clock: { now: () => Date.now() }, onProgress: () => undefined })
  if (answer.failure !== null) throw new Error(`${answer.failure.code}: ${answer.failure.detail ?? ''}`)
  spent.calls += 1
  spent.inputTokens += answer.usage?.inputTokens ?? 0
  spent.outputTokens += answer.usage?.outputTokens ?? 0
  spent.microUsd += answer.usage === null ? 0 : (costMicroUsd(answer.usage, factsFor(model.modelId, model.preset, null, bundledTable).price) ?? 0)
  return messageText(answer.parts)
}

function withKey({ key, preset }: LiveModel): CredentialedFetch {
  return (url, init) => {
    const headers = new Headers(init?.headers)
    if (preset === 'anthropic') headers.set('x-api-key', key)
    else headers.set('authorization', `Bearer ${key}`)
    return fetch(url, { ...init, headers })
  }
}
