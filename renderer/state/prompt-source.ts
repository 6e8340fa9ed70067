import { unknownMedia } from '@shared/providers/model-provider'
import type * as Y from 'yjs'
import type { Clock } from '@shared/clock'
import type { AssembledPrompt, AssembleInput } from '@shared/context/assemble'
import type { SessionId } from '@shared/ids'
import type { SectionTitles } from '@shared/memory/profile-markdown'
import { estimateTokens } from '@shared/providers/estimate-tokens'
import { takesFile } from '@shared/providers/file-forms'
import type { MessageRow, ModelRef } from '@shared/sessions/message'
import type { SessionSummaryText } from '@shared/sessions/summary'
import type { MessageStore } from '@renderer/db/message-store'
import type { TokenCalibration } from './calibration'
import type { Recall } from './recall'
import type { Memory, SettingsStore, UsableModel } from './services'
import type { TurnsPorts } from './turns'

export interface PromptSourcePorts {
  readonly memory: Y.Doc
  readonly titles: SectionTitles
  readonly settings: SettingsStore
  readonly store: MessageStore
  readonly clock: Clock
  readonly recall: Pick<Recall, 'ask'>
  readonly summaryOf: (session: SessionId) => SessionSummaryText | null
  /** null: the session that does not exist yet. */
  readonly isPrivate: (session: SessionId | null) => boolean
  /** The model asked for, else the session's, else the default; null where none can be called. */
  readonly resolveModel: (session: SessionId | null, ref: ModelRef | null) => UsableModel | null
  /** By what an estimate of tokens is multiplied for a model. */
  readonly factorFor: TokenCalibration['factorFor']
}

/** Rows read for a prompt: more than any window holds of short messages; the budget decides what is sent. */
export const historyRows = 2000

export interface PromptSource {
  readonly build: TurnsPorts['buildPrompt']
  readonly preview: Memory['preview']
}

/** Puts the prompt of a call together, and shows beforehand what it would be. */
export function createPromptSource(ports: PromptSourcePorts): PromptSource {
  let loaded: Promise<Builder> | null = null
  const load = (): Promise<Builder> =>
    (loaded ??= loadBuilder(ports.memory).catch((error: unknown) => {
      // A part of the program that could not be fetched can be the next time.
      loaded = null
      throw error
    }))

  async function assemble(
    session: SessionId | null,
    history: readonly MessageRow[],
    model: UsableModel | null,
    mode: AssembleInput['mode'],
    isPrivate: boolean,
  ): Promise<AssembledPrompt> {
    const { planPrompt, memory, passageTokenLimit, speakersInSession } = await load()
    const { memoryTokenLimit, conversationTokenLimit, recallTokenLimit } = ports.settings.current()
    const now = ports.clock.now()
    const plan = planPrompt({
      memory: isPrivate ? null : memory(),
      titles: ports.titles,
      session,
      summary: session === null ? null : ports.summaryOf(session),
      path: history.map((row) => ({ row, parts: row.parts })),
      mode,
      model: {
        api: model?.provider.api ?? 'none',
        modelId: model?.ref.modelId,
        contextTokens: model?.facts.contextTokens ?? null,
        maxOutputTokens: model?.facts.maxOutputTokens ?? null,
        takes: model?.facts.takes ?? unknownMedia,
        canCarry: model === null ? undefined : (mediaType) => takesFile(model, mediaType) !== false,
      },
      memoryTokenLimit,
      conversationTokenLimit,
      recallTokenLimit,
      now,
      estimateTokens: estimateFor(model, ports.factorFor),
    })
    if (plan.recall === null) return plan.complete(null)
    return plan.complete(await ports.recall.ask({ ...plan.recall, ...speakersInSession, now, messageTokenLimit: passageTokenLimit }))
  }

  return {
    async build(session, history, model, mode, isPrivate) {
      const { prompt, manifest, maxOutputTokens } = await assemble(session, history, model, mode, isPrivate)
      const { system, messages } = prompt
      const { cacheKeyOf } = await load()
      const call = { modelId: model.ref.modelId, system, messages, tools: [], maxOutputTokens, effort: null, cacheKey: cacheKeyOf(session) }
      return { call, manifest }
    },

    async preview(session, draftText, ref) {
      const tips = session === null ? [] : await ports.store.nextParents(session)
      const earlier = session === null ? [] : await ports.store.history(session, tips, historyRows)
      const draft = draftText.trim() === '' ? [] : [draftRow(session, draftText, ports.clock.now())]
      const model = ports.resolveModel(session, ref)
      const { prompt, manifest } = await assemble(session, [...earlier, ...draft], model, 'preview', ports.isPrivate(session))
      return { prompt, manifest }
    },
  }
}

const estimateFor = (model: UsableModel | null, factorFor: TokenCalibration['factorFor']): ((text: string) => number) => {
  const factor = model === null ? 1 : factorFor(model.provider.api, model.ref.modelId)
  return (text) => Math.ceil(estimateTokens(text) * factor)
}

type Builder = Awaited<ReturnType<typeof loadBuilder>>

async function loadBuilder(doc: Y.Doc) {
  const { keepPromptMemory, ...builder } = await import('./prompt-builder')
  return { ...builder, memory: keepPromptMemory(doc) }
}

/** The draft as the message that it would become; it is nowhere stored. */
function draftRow(session: SessionId | null, text: string, now: number): MessageRow {
  return {
    id: 'draft' as MessageRow['id'],
    sessionId: session ?? ('new' as SessionId),
    parentIds: [],
    role: 'user',
    parts: [{ type: 'text', text }],
    createdAt: now,
    device: 'here' as MessageRow['device'],
    author: 'person',
    status: 'complete',
  }
}
