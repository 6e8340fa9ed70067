import { assemblePrompt, planPrompt, type AssembledPrompt, type AssembleInput } from '@shared/context/assemble'
import { passagesOf, passageTokenLimit } from '@shared/context/recall/passages'
import type { RecallAnswer } from '@shared/context/recall/answer'
import { recall } from '@shared/context/recall/recall'
import { RecallIndex } from '@shared/context/recall/recall-index'
import { speakersInSession } from '@shared/context/recall/speakers'
import type { PathMessage } from '@shared/context/repair-history'
import { estimateTokens } from '@shared/providers/estimate-tokens'
import { defaultSettings } from '@shared/settings'
import type { PromptMemory } from '@shared/context/prompt-memory'
import { asRecallMessage, scriptSession } from './script'

const titles = (id: string): string => id

/** Everything that a prompt is made of in the app, without its windows: the conversation, memory, an index of all that was said. */
export interface World {
  readonly memory: PromptMemory
  readonly summary: AssembleInput['summary']
  readonly index: RecallIndex
  readonly texts: ReadonlyMap<string, ReturnType<typeof asRecallMessage>>
}

export function inputOf(world: Pick<World, 'memory' | 'summary'>, path: readonly PathMessage[]): AssembleInput {
  const { memoryTokenLimit, conversationTokenLimit, recallTokenLimit } = defaultSettings
  return {
    ...world,
    titles,
    session: scriptSession,
    path,
    mode: 'answer',
    model: { api: 'openai-chat', contextTokens: 128_000, maxOutputTokens: 8192, takes: { image: true, pdf: null, audio: null, video: null } },
    memoryTokenLimit,
    conversationTokenLimit,
    recallTokenLimit,
    now: (path.at(-1)?.row.createdAt ?? 0) + 1000,
    timeZone: 'UTC',
    estimateTokens,
  }
}

/** As renderer/state/prompt-source does it, with the index in the same thread. */
export function promptFor(world: World, path: readonly PathMessage[]): AssembledPrompt {
  const input = inputOf(world, path)
  const plan = planPrompt(input)
  return plan.complete(plan.recall === null ? null : answer(world, { ...plan.recall, now: input.now }))
}

function answer({ index, texts }: World, request: Omit<Parameters<typeof recall>[1], 'countTokens'>): RecallAnswer {
  const found = recall(index, { ...request, ...speakersInSession, timeZone: 'UTC', messageTokenLimit: passageTokenLimit, countTokens: estimateTokens })
  return { passages: passagesOf(found.passages, (id) => texts.get(id), estimateTokens), omitted: found.omitted }
}

/** The same conversation sent whole, as most programs do, with the same rules and memory. */
export const wholeHistory = (world: Pick<World, 'memory'>, path: readonly PathMessage[]): AssembledPrompt =>
  assemblePrompt({
    ...inputOf({ ...world, summary: null }, path),
    conversationTokenLimit: Number.MAX_SAFE_INTEGER,
    recallTokenLimit: 0,
    model: { api: 'openai-chat', contextTokens: 10_000_000, maxOutputTokens: 8192, takes: { image: true, pdf: null, audio: null, video: null } },
  })

export function indexOf(path: readonly PathMessage[]): Pick<World, 'index' | 'texts'> {
  const messages = path.map(asRecallMessage)
  const index = new RecallIndex({ countTokens: estimateTokens })
  index.add(messages)
  return { index, texts: new Map(messages.map((message) => [message.id, message])) }
}
