import type { LocalDate } from '@shared/clock'
import { assemblePrompt, planPrompt, type AssembledPrompt, type AssembleInput } from '@shared/context/assemble'
import type { Prompt } from '@shared/context/prompt'
import { readPromptMemory } from '@shared/context/prompt-memory'
import type { RecallAnswer } from '@shared/context/recall/answer'
import { passagesOf, passageTokenLimit } from '@shared/context/recall/passages'
import { recall } from '@shared/context/recall/recall'
import { RecallIndex } from '@shared/context/recall/recall-index'
import type { RecallMessage } from '@shared/context/recall/message'
import { speakerOf, speakersInSession } from '@shared/context/recall/speakers'
import type { PathMessage } from '@shared/context/repair-history'
import type { EntryId, MessageId, SectionId, SessionId } from '@shared/ids'
import type { MemoryWriter } from '@shared/memory/operations'
import { submit, type ProposalDraft } from '@shared/memory/submit'
import { estimateTokens } from '@shared/providers/estimate-tokens'
import { messageText, type MessageRow, type Part } from '@shared/sessions/message'
import { memoryWriter, titles } from './memory'

const dayMs = 86_400_000
export const contextNow = Date.UTC(2026, 10, 30, 12)

/** A conversation, the person and the assistant in turn; `day` is that of its first message, and a turn takes a minute. */
export function talk(session: string, day: string, lines: readonly string[]): PathMessage[] {
  return lines.map((line, index) => {
    const parts: Part[] = [{ type: 'text', text: line }]
    const id = (number: number): MessageId => `${session}-${String(number).padStart(4, '0')}` as MessageId
    const row: MessageRow = {
      id: id(index),
      sessionId: session as SessionId,
      parentIds: index === 0 ? [] : [id(index - 1)],
      role: index % 2 === 0 ? 'user' : 'assistant',
      parts,
      createdAt: Date.parse(`${day}T10:00:00Z`) + index * 30_000,
      device: 'd' as MessageRow['device'],
      author: index % 2 === 0 ? 'person' : 'model',
      status: 'complete',
    }
    return { row, parts }
  })
}

export type ContextChange = Partial<Omit<AssembleInput, 'memory'>> & { readonly writer?: MemoryWriter | null }

export function contextInput({ writer = memoryWriter(), ...change }: ContextChange = {}): AssembleInput {
  const path = change.path ?? talk('s', '2026-11-30', ['hello'])
  return {
    memory: writer === null ? null : readPromptMemory(writer.doc),
    titles,
    session: path[0]?.row.sessionId ?? null,
    summary: null,
    mode: 'answer',
    model: { api: 'openai-chat', contextTokens: 32_000, maxOutputTokens: 4000, takes: { image: true, pdf: null, audio: null, video: null } },
    memoryTokenLimit: 800,
    conversationTokenLimit: 16_000,
    recallTokenLimit: 2000,
    now: contextNow,
    timeZone: 'UTC',
    estimateTokens,
    ...change,
    path,
  }
}

/** The prompt as the app builds it, with all of these conversations in its index. */
export function promptWithRecall(input: AssembleInput, conversations: readonly (readonly PathMessage[])[]): AssembledPrompt {
  const plan = planPrompt(input)
  return plan.complete(plan.recall === null ? null : recallFrom(conversations.flat(), { ...plan.recall, now: input.now }))
}

function recallFrom(path: readonly PathMessage[], request: Omit<Parameters<typeof recall>[1], 'countTokens'>): RecallAnswer {
  const messages = path.map(toRecallMessage)
  const index = new RecallIndex({ countTokens: estimateTokens })
  index.add(messages)
  const byId = new Map(messages.map((message) => [message.id, message]))
  const found = recall(index, { ...request, ...speakersInSession, timeZone: 'UTC', messageTokenLimit: passageTokenLimit, countTokens: estimateTokens })
  return { passages: passagesOf(found.passages, (id) => byId.get(id), estimateTokens), omitted: found.omitted }
}

const toRecallMessage = ({ row, parts }: PathMessage): RecallMessage => ({
  id: row.id,
  sessionId: row.sessionId,
  speaker: speakerOf(row.role === 'user' ? 'user' : 'assistant'),
  text: messageText(parts),
  createdAt: row.createdAt,
})

export const plainPrompt = (change: ContextChange = {}): AssembledPrompt => assemblePrompt(contextInput(change))

/** The text of the prompt's messages, each with its side. */
export const spoken = ({ messages }: Prompt): string[] => messages.map(({ role, parts }) => `${role}: ${messageText(parts)}`)

/** Something remembered of a message: its text, and the words that it was taken from. */
export function remember(writer: MemoryWriter, { row, parts }: PathMessage, text: string, more: Partial<ProposalDraft> = {}): EntryId {
  const quote = messageText(parts)
  const submitted = submit(
    { ...writer, clock: { now: () => row.createdAt + 1000 } },
    {
      change: 'add',
      targets: [],
      sectionId: 'identity' as SectionId,
      text,
      topic: null,
      basis: 'explicit',
      isUntrusted: false,
      author: { kind: 'person' },
      provenance: [{ sessionId: row.sessionId, messageId: row.id, quote, at: row.createdAt }],
      ...more,
    },
    { sourceText: () => quote, today: dayOf(row.createdAt), isByPerson: true },
  )
  if ('refusal' in submitted) throw new Error(submitted.refusal)
  return submitted.id
}

export const dayOf = (instant: number): LocalDate => new Date(Math.floor(instant / dayMs) * dayMs).toISOString().slice(0, 10) as LocalDate
