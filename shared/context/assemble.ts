import type * as Y from 'yjs'
import { localDateAt } from '../clock'
import type { MessageId, SessionId } from '../ids'
import { renderActiveMemory, type ActiveMemory } from '../memory/active-memory'
import type { SectionTitles } from '../memory/profile-markdown'
import { estimateImageTokens } from '../providers/estimate-tokens'
import type { PromptMessage } from '../providers/model-call'
import type { Part } from '../sessions/message'
import type { ManifestItem, ManifestOmission, ManifestOmittedItem, Prompt, PromptManifest } from './prompt'
import { repairHistory, type PathMessage, type RepairedMessage } from './repair-history'
import { describeToday } from './today'

export interface AssembleInput {
  readonly memory: Y.Doc
  readonly titles: SectionTitles
  readonly session: SessionId | null
  /**
   * The shown path, oldest first, overlays applied. It may begin anywhere: what is not given is not in the prompt.
   * It ends with the message to answer, or (`continue`) with the answer that was cut, or (`preview`) anywhere: the
   * prompt as it would be if the person's next message were empty.
   */
  readonly path: readonly PathMessage[]
  readonly mode: 'answer' | 'continue' | 'preview'
  readonly model: PromptTarget
  /** Most tokens that the profile may take. */
  readonly memoryTokenLimit: number
  readonly now: number
  readonly timeZone?: string
  readonly estimateTokens: (text: string) => number
}

export interface PromptTarget {
  readonly api: string
  /** null: unknown. */
  readonly contextTokens: number | null
  readonly maxOutputTokens: number | null
  readonly takesImages: boolean | null
}

export interface AssembledPrompt {
  readonly prompt: Prompt
  readonly manifest: PromptManifest
  /** Room for the answer that the budget left free: the call's `maxOutputTokens`. */
  readonly maxOutputTokens: number
}

/** A window that nearly every model in use has; a larger one has to be known. */
const unknownContextTokens = 32_000
const usualOutputTokens = 8192
/** Estimates are off by a few percent, and every message costs a few tokens around its text. */
const safetyShare = 0.05
const tokensPerMessage = 4

const rules = [
  'You are the assistant in Commonplace, an app for conversation and notes that runs on the device of the person you talk to.',
  'Answer in the language of their last message. Be accurate and direct; say so when you do not know.',
  'Format with Markdown where it helps, and write mathematics as $$...$$ or \\(...\\).',
].join('\n')

const memoryIntroduction =
  'About the person, in their own keeping. Use what matters for the message at hand, without reciting it. Where a message says otherwise, the message holds.'

const continueRequest =
  'Your last message was cut off. Go on from exactly where it stopped, in the middle of a word or a code block if that is where it was. Do not repeat anything and do not comment on the interruption.'

/**
 * The prompt of one call, and the receipt of what is in it and what was left out. The same input gives the same
 * bytes (SES-5, MEM-12). What is never left out: the rules, pinned entries and constraints, the message to answer.
 */
export function assemblePrompt(input: AssembleInput): AssembledPrompt {
  const { model, estimateTokens } = input
  const contextTokens = model.contextTokens ?? unknownContextTokens
  const maxOutputTokens = outputRoom(model)
  const budgetTokens = Math.max(0, Math.floor(contextTokens * (1 - safetyShare)) - maxOutputTokens)
  const system = systemPart(input, budgetTokens)
  const [older, recent] = splitRecent(input.path, budgetTokens)
  const history = repairHistory(recent, model)
  const isContinuing = input.mode === 'continue' && history.messages.at(-1)?.message.role === 'assistant'
  const request = isContinuing ? [continueItem(estimateTokens)] : []
  const fixedTokens = sum([...system.items, ...request])
  const sendable = input.mode === 'answer' ? withoutTrailingAnswer(history.messages) : history.messages
  const tail = chooseTail(sendable, budgetTokens - fixedTokens, estimateTokens)
  const tooOld = sendable.slice(0, sendable.length - tail.length)
  const items = [...system.items, ...messageItems(tail, estimateTokens), ...request]
  return {
    prompt: { system: system.text, messages: [...tail.map((item) => item.message), ...(isContinuing ? [continueMessage] : [])] },
    manifest: {
      items,
      omitted: [
        ...system.omitted,
        ...history.dropped.map(({ id, omission }) => ({ kind: 'message' as const, id, tokens: 0, omission })),
        ...tooOldItem([...older.map((item) => item.row.id), ...tooOld.flatMap((item) => item.rowIds)]),
        ...omittedItems(history.messages.slice(sendable.length), 'not-readable-by-model', estimateTokens),
      ],
      totalTokens: sum(items),
      budgetTokens,
    },
    maxOutputTokens,
  }
}

/** More characters than any tokeniser puts into one token of running text, on average. */
const charactersPerToken = 8

/** Rows that may fit, begun with a message of the person, and those before them, which are not looked at. */
function splitRecent(path: readonly PathMessage[], budgetTokens: number): [PathMessage[], PathMessage[]] {
  let characters = 0
  let index = path.length
  while (index > 0 && (characters <= budgetTokens * charactersPerToken || path[index]?.row.role !== 'user')) {
    index -= 1
    for (const part of path[index]?.parts ?? []) if (part.type === 'text' || part.type === 'tool-result') characters += part.text.length
  }
  return [path.slice(0, index), path.slice(index)]
}

/** One line for all that is too old: a receipt is kept with every call and must not grow with the session. */
function tooOldItem(ids: readonly MessageId[]): ManifestOmittedItem[] {
  const newest = ids.at(-1)
  return newest === undefined ? [] : [{ kind: 'message', id: newest, tokens: 0, omission: 'over-budget', count: ids.length }]
}

/** Tokens kept free for the answer: what the model can write, at most a quarter of its window. */
export function outputRoom(model: Pick<PromptTarget, 'contextTokens' | 'maxOutputTokens'>): number {
  const quarter = Math.floor((model.contextTokens ?? unknownContextTokens) / 4)
  return Math.max(1, Math.min(model.maxOutputTokens ?? usualOutputTokens, quarter))
}

const sum = (items: readonly { readonly tokens: number }[]): number => items.reduce((total, item) => total + item.tokens, 0)

interface SystemPart {
  readonly text: string
  readonly items: readonly ManifestItem[]
  readonly omitted: readonly ManifestOmittedItem[]
}

/** Memory stands in the system part: as a message of the person it would be taken for their question. */
function systemPart(input: AssembleInput, budgetTokens: number): SystemPart {
  const { estimateTokens, now, timeZone } = input
  const memory = renderActiveMemory(input.memory, {
    titles: input.titles,
    today: localDateAt(now, timeZone),
    scope: { assistant: null, session: input.session },
    tokenLimit: Math.min(input.memoryTokenLimit, Math.floor(budgetTokens / 2)),
    estimateTokens,
  })
  const introduction = memory.text === '' ? [] : [memoryIntroduction]
  const profile = memory.text === '' ? [] : [`<profile>\n${memory.text}\n</profile>`]
  const today = `Today is ${describeToday(now, timeZone)}.`
  return {
    text: [rules, ...introduction, ...profile, today].join('\n\n'),
    items: [
      { kind: 'rules', id: 'rules', tokens: estimateTokens([rules, ...introduction].join('\n\n')), reason: 'rules' },
      ...memoryItems(memory),
      { kind: 'rules', id: 'today', tokens: estimateTokens(today), reason: 'today' },
    ],
    omitted: memory.omitted.map(({ kind, id, tokens }) => ({ kind, id, tokens, omission: 'over-budget' })),
  }
}

const memoryItems = (memory: ActiveMemory): ManifestItem[] =>
  memory.pieces.map(({ kind, id, tokens }) => ({ kind, id, tokens, reason: 'active-memory' }))

const continueMessage: PromptMessage = { role: 'user', parts: [{ type: 'text', text: continueRequest }] }

const continueItem = (estimateTokens: (text: string) => number): ManifestItem => ({
  kind: 'rules',
  id: 'continue',
  tokens: estimateTokens(continueRequest) + tokensPerMessage,
  reason: 'rules',
})

/** An answer is asked for: what stands behind the last question is no part of it, and not every model takes it. */
function withoutTrailingAnswer(messages: readonly RepairedMessage[]): readonly RepairedMessage[] {
  const last = messages.findLastIndex(({ message }) => message.role !== 'assistant')
  return messages.slice(0, last + 1)
}

/**
 * The newest turns that fit, without a hole; the last turn is in whatever its size. A turn is a message of the
 * person with everything up to their next one, so that a call is never cut from its result.
 */
function chooseTail(messages: readonly RepairedMessage[], budget: number, estimateTokens: (text: string) => number): readonly RepairedMessage[] {
  let start = messages.length
  let used = 0
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const item = messages[index]
    if (item === undefined) continue
    used += messageTokens(item.message, estimateTokens)
    if (item.message.role !== 'user') continue
    if (used > budget && start < messages.length) break
    start = index
  }
  return messages.slice(start)
}

function messageItems(messages: readonly RepairedMessage[], estimateTokens: (text: string) => number): ManifestItem[] {
  const lastQuestion = messages.findLast(({ message }) => message.role === 'user')
  return messages.flatMap((item) => {
    const reason = item === lastQuestion ? 'last-user-message' : item.isRepaired ? 'repaired' : 'recent'
    return perRow(item, estimateTokens).map(({ id, tokens }) => ({ kind: 'message' as const, id, tokens, reason }))
  })
}

function omittedItems(
  messages: readonly RepairedMessage[],
  omission: ManifestOmission,
  estimateTokens: (text: string) => number,
): ManifestOmittedItem[] {
  return messages.flatMap((item) => perRow(item, estimateTokens).map(({ id, tokens }) => ({ kind: 'message', id, tokens, omission })))
}

/** Joined rows are listed one by one; the tokens stand with the first. */
function perRow(item: RepairedMessage, estimateTokens: (text: string) => number) {
  const tokens = messageTokens(item.message, estimateTokens)
  return item.rowIds.map((id, index) => ({ id, tokens: index === 0 ? tokens : 0 }))
}

/** An estimate of what one message takes. */
export function messageTokens(message: PromptMessage, estimateTokens: (text: string) => number): number {
  return message.parts.reduce((total, part) => total + partTokens(part, estimateTokens), tokensPerMessage)
}

function partTokens(part: Part, estimateTokens: (text: string) => number): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
    case 'tool-result':
      return estimateTokens(part.text)
    case 'tool-call':
      return estimateTokens(part.name) + estimateTokens(part.argumentsText)
    case 'provider':
      return estimateTokens(part.json)
    case 'file':
      return estimateImageTokens(part.width, part.height)
  }
}
