import type { MessageId } from '../ids'
import type { PromptMessage } from '../providers/model-call'
import { messageText, type Part } from '../sessions/message'
import { budgetFor, fitBudget, reservedFor, type PromptBudget, type PromptLimits, type PromptTarget } from './budget'
import { messageTokens, sumTokens, tokensPerMessage, type EstimateTokens } from './message-tokens'
import { noPassages, passagesPart, type PassagesPart } from './passages-part'
import type { ManifestItem, ManifestOmission, ManifestOmittedItem, Prompt, PromptManifest } from './prompt'
import type { RecallAnswer } from './recall/answer'
import type { RecallRequest } from './recall/recall'
import { summaryId } from './recall/summary-message'
import { repairHistory, type PathMessage, type RepairedHistory, type RepairedMessage } from './repair-history'
import { noteOn, type RetiredStatements } from './retired'
import { systemPart, type SystemInput, type SystemPart } from './system-part'
import { chooseTail, splitRecent } from './tail'

export interface AssembleInput extends Omit<SystemInput, 'isRecalling'>, PromptLimits {
  /**
   * The shown path, oldest first, overlays applied. It may begin anywhere: what is not given is not in the prompt.
   * It ends with the message to answer, or (`continue`) with the answer that was cut, or (`preview`) anywhere: the
   * prompt as it would be if the person's next message were empty.
   */
  readonly path: readonly PathMessage[]
  readonly mode: 'answer' | 'continue' | 'preview'
  readonly model: PromptTarget
}

export interface AssembledPrompt {
  readonly prompt: Prompt
  readonly manifest: PromptManifest
  /** Room for the answer that the budget left free: the call's `maxOutputTokens`. */
  readonly maxOutputTokens: number
}

/** A prompt that is complete but for what is recalled; what to ask for depends on what is in it. */
export interface PromptPlan {
  /** null: nothing is to be recalled. */
  readonly recall: Pick<RecallRequest, 'question' | 'budgetTokens' | 'exclude' | 'excludeSince'> | null
  /** @param recalled null where recall could not be had */
  readonly complete: (recalled: RecallAnswer | null) => AssembledPrompt
}

const continueRequest =
  'Your last message was cut off. Go on from exactly where it stopped, in the middle of a word or a code block if that is where it was. Do not repeat anything and do not comment on the interruption.'

/**
 * The prompt of one call, and the receipt of what is in it and what was left out. The same input gives the same
 * bytes (SES-5, MEM-12). What is never left out (MEM-13): the rules, pinned entries and constraints, todos of the session's
 * summary, the message to answer.
 */
export function planPrompt(input: AssembleInput): PromptPlan {
  const { estimateTokens } = input
  const full = budgetFor(input.model, input)
  const question = lastQuestion(input.path)
  const conversation = readConversation(input, full, question)
  const request = conversation.isContinuing ? [continueItem(estimateTokens)] : []
  const isRecalling = input.memory !== null && full.passages > 0
  const systemFor = (budget: PromptBudget, summary = input.summary): SystemPart => systemPart({ ...input, summary, isRecalling }, budget)
  const usual = systemFor(full)
  const systemOf = (budget: PromptBudget): SystemPart => (budget === full ? usual : systemFor(budget))
  const budget = fitBudget(full, lastTurnTokens(conversation.sendable, estimateTokens) + sumTokens(request), systemOf)
  const withSummary = systemOf(budget)
  const room = Math.min(budget.conversation, budget.total - sumTokens([...withSummary.items, ...request]) - reservedFor(budget))
  const tail = chooseTail(conversation.sendable, room, conversation.isWhole, estimateTokens)
  const isCut = !conversation.isWhole || tail.length < conversation.sendable.length
  // What the messages themselves say needs no summary.
  const system = isCut || input.summary === null ? withSummary : systemFor(budget, null)
  const parts: Parts = { input, budget, conversation, system, request, tail }
  const text = question === null ? '' : messageText(question.parts)
  const isAsking = isRecalling && text.trim() !== ''
  const isRoomLeft = budget.passages > 0
  return {
    recall: isAsking && isRoomLeft ? { question: text, budgetTokens: budget.passages, ...outsideOf(tail, input) } : null,
    complete(recalled) {
      if (input.memory === null) return assemble(parts, noPassages('private'))
      if (!isAsking) return assemble(parts, noPassages())
      if (!isRoomLeft) return assemble(parts, noPassages('over-budget'))
      const { timeZone, memory } = input
      return assemble(parts, passagesPart({ recalled, question: text, retired: memory.retired, tokenLimit: budget.passages, timeZone, estimateTokens }))
    },
  }
}

/** The whole of it, where what is recalled is known, or nothing is. */
export const assemblePrompt = (input: AssembleInput, recalled: RecallAnswer | null = null): AssembledPrompt => planPrompt(input).complete(recalled)

/** Tokens of the last turn, which is in whatever its size. */
function lastTurnTokens(messages: readonly RepairedMessage[], estimateTokens: EstimateTokens): number {
  const start = messages.findLastIndex(({ message }) => message.role === 'user')
  return messages.slice(Math.max(0, start)).reduce((total, { message }) => total + messageTokens(message, estimateTokens), 0)
}

interface Conversation {
  /** Rows that are too old to be looked at. */
  readonly older: readonly PathMessage[]
  readonly history: RepairedHistory
  readonly sendable: readonly RepairedMessage[]
  /** Nothing was said before `sendable`. */
  readonly isWhole: boolean
  readonly isContinuing: boolean
}

function readConversation(input: AssembleInput, budget: PromptBudget, question: PathMessage | null): Conversation {
  const [older, recent] = splitRecent(input.path, budget.conversation)
  const history = repairHistory(withNotes(recent, question, input.memory?.retired ?? null, input.timeZone), input.model)
  const isContinuing = input.mode === 'continue' && history.messages.at(-1)?.message.role === 'assistant'
  const sendable = input.mode === 'answer' ? withoutTrailingAnswer(history.messages) : history.messages
  const isWhole = older.length === 0 && (input.path[0]?.row.parentIds.length ?? 0) === 0
  return { older, history, sendable, isWhole, isContinuing }
}

const lastQuestion = (path: readonly PathMessage[]): PathMessage | null => path.findLast(({ row }) => row.role === 'user') ?? null

/** MEM-17: what states a retired entry is followed by a note. What is asked now is newer than anything that memory knows. */
function withNotes(path: readonly PathMessage[], question: PathMessage | null, retired: RetiredStatements | null, timeZone?: string): readonly PathMessage[] {
  if (retired === null) return path
  return path.map((item) => {
    if (item === question || item.row.role === 'tool') return item
    const text = messageText(item.parts)
    const stated = retired.in({ messageId: item.row.id, text, createdAt: item.row.createdAt })
    // Not to be kept is not untrue: what a conversation itself says may be talked about in it.
    const note = noteOn(stated.filter(({ status }) => status !== 'rejected'), timeZone)
    return note === '' ? item : { ...item, parts: withTextBehind(item.parts, `\n\n${note}`) }
  })
}

function withTextBehind(parts: readonly Part[], added: string): Part[] {
  const last = parts.findLastIndex(({ type }) => type === 'text')
  return parts.map((part, index) => (index === last && part.type === 'text' ? { type: 'text', text: part.text + added } : part))
}

/** An answer is asked for: what stands behind the last question is no part of it, and not every model takes it. */
function withoutTrailingAnswer(messages: readonly RepairedMessage[]): readonly RepairedMessage[] {
  const last = messages.findLastIndex(({ message }) => message.role !== 'assistant')
  return messages.slice(0, last + 1)
}

/** Of the session itself only what is older than its messages in the prompt is recalled: not these, nor other answers beside them. */
function outsideOf(tail: readonly RepairedMessage[], { session, path }: AssembleInput): Pick<RecallRequest, 'exclude' | 'excludeSince'> {
  const exclude = new Set<string>(tail.flatMap(({ rowIds }) => rowIds))
  const first = path.find(({ row }) => exclude.has(row.id))
  if (session === null) return { exclude }
  // Its own summary has a place of its own.
  exclude.add(summaryId(session))
  return first === undefined ? { exclude } : { exclude, excludeSince: { sessionId: session, createdAt: first.row.createdAt } }
}

interface Parts {
  readonly input: AssembleInput
  readonly budget: PromptBudget
  readonly conversation: Conversation
  readonly system: SystemPart
  readonly request: readonly ManifestItem[]
  readonly tail: readonly RepairedMessage[]
}

function assemble({ input, budget, conversation, system, request, tail }: Parts, passages: PassagesPart): AssembledPrompt {
  const { estimateTokens } = input
  const { older, history, sendable, isContinuing } = conversation
  const tooOld = sendable.slice(0, sendable.length - tail.length)
  const messages = withPassages(tail.map(({ message }) => message), passages.text)
  const items = [...system.items, ...passages.items, ...messageItems(tail, estimateTokens), ...request]
  return {
    prompt: { system: system.text, messages: [...messages, ...(isContinuing ? [continueMessage] : [])] },
    manifest: {
      items,
      omitted: [
        ...system.omitted,
        ...passages.omitted,
        ...history.dropped.map(({ id, omission }) => ({ kind: 'message' as const, id, tokens: 0, omission })),
        ...shortenedItems(history, tail),
        ...tooOldItem([...older.map((item) => item.row.id), ...tooOld.flatMap((item) => item.rowIds)]),
        ...omittedItems(history.messages.slice(sendable.length), 'not-readable-by-model', estimateTokens),
      ],
      totalTokens: sumTokens(items),
      budgetTokens: budget.total,
    },
    maxOutputTokens: budget.output,
  }
}

/** In front of what the person says last, as a part of its own: nothing before that message changes with what is recalled. */
function withPassages(messages: readonly PromptMessage[], text: string): readonly PromptMessage[] {
  const last = text === '' ? -1 : messages.findLastIndex(({ role }) => role === 'user')
  return messages.map((message, index) => (index === last ? { ...message, parts: [{ type: 'text', text }, ...message.parts] } : message))
}

/** Of the messages that are in the prompt; one line for each reason. */
function shortenedItems({ shortened }: RepairedHistory, tail: readonly RepairedMessage[]): ManifestOmittedItem[] {
  const sent = new Set(tail.flatMap(({ rowIds }) => rowIds))
  const byReason = new Map<ManifestOmission, MessageId[]>()
  for (const { id, omission } of shortened) if (sent.has(id)) byReason.set(omission, [...(byReason.get(omission) ?? []), id])
  return [...byReason].flatMap(([omission, ids]) => {
    const newest = ids.at(-1)
    return newest === undefined ? [] : [{ kind: 'message' as const, id: newest, tokens: 0, omission, count: ids.length }]
  })
}

/** One line for all that is too old: a receipt is kept with every call and must not grow with the session. */
function tooOldItem(ids: readonly MessageId[]): ManifestOmittedItem[] {
  const newest = ids.at(-1)
  return newest === undefined ? [] : [{ kind: 'message', id: newest, tokens: 0, omission: 'over-budget', count: ids.length }]
}

const continueMessage: PromptMessage = { role: 'user', parts: [{ type: 'text', text: continueRequest }] }

const continueItem = (estimateTokens: EstimateTokens): ManifestItem => ({
  kind: 'rules',
  id: 'continue',
  tokens: estimateTokens(continueRequest) + tokensPerMessage,
  reason: 'rules',
})

function messageItems(messages: readonly RepairedMessage[], estimateTokens: EstimateTokens): ManifestItem[] {
  const lastQuestion = messages.findLast(({ message }) => message.role === 'user')
  return messages.flatMap((item) => {
    const reason = item === lastQuestion ? 'last-user-message' : item.isRepaired ? 'repaired' : 'recent'
    return perRow(item, estimateTokens).map(({ id, tokens }) => ({ kind: 'message' as const, id, tokens, reason }))
  })
}

function omittedItems(messages: readonly RepairedMessage[], omission: ManifestOmission, estimateTokens: EstimateTokens): ManifestOmittedItem[] {
  return messages.flatMap((item) => perRow(item, estimateTokens).map(({ id, tokens }) => ({ kind: 'message', id, tokens, omission })))
}

/** Joined rows are listed one by one; the tokens stand with the first. */
function perRow(item: RepairedMessage, estimateTokens: EstimateTokens) {
  const tokens = messageTokens(item.message, estimateTokens)
  return item.rowIds.map((id, index) => ({ id, tokens: index === 0 ? tokens : 0 }))
}
