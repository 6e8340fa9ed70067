import type { MessageId, SessionId } from '../ids'
import type { RecallAnswer } from './recall/answer'
import { asWritten } from './recall/as-written'
import { passageLine } from './recall/message'
import { renderPassages, type Passage } from './recall/passages'
import { passagesOverhead } from './budget'
import type { EstimateTokens } from './message-tokens'
import type { ManifestItem, ManifestOmission, ManifestOmittedItem } from './prompt'
import { noteOn, type RetiredStatements } from './retired'

export interface PassagesInput {
  /** null: recall could not be had. */
  readonly recalled: RecallAnswer | null
  readonly question: string
  readonly retired: RetiredStatements
  readonly tokenLimit: number
  readonly timeZone?: string | undefined
  readonly estimateTokens: EstimateTokens
}

export interface PassagesPart {
  /** '' where nothing was recalled. */
  readonly text: string
  readonly items: readonly ManifestItem[]
  readonly omitted: readonly ManifestOmittedItem[]
}

const [begin, end] = ['<earlier_conversation>\n', '</earlier_conversation>\n\n']
/**
 * Recalled conversation as a part of the last message, in front of what the person says there. What states a deleted entry is left
 * out; what states a superseded or expired one is followed by what holds now (MEM-17).
 */
export function passagesPart(input: PassagesInput): PassagesPart {
  const { recalled, question, estimateTokens } = input
  if (recalled === null) return noPassages('unavailable')
  if (recalled.passages.length + recalled.omitted.length === 0) return noPassages('not-relevant')
  const noted = recalled.passages.map((passage) => withNote(passage, input))
  const standing = noted.flatMap(({ shown }) => shown ?? [])
  const fitting = thoseThatFit(standing, input)
  const dropped = standing.slice(fitting.length)
  return {
    text: fitting.length === 0 ? '' : blockOf(fitting, input.timeZone),
    items: fitting.length === 0 ? [] : itemsOf(fitting, blockOf(fitting, input.timeZone), question, estimateTokens),
    omitted: [
      ...noted.filter(({ shown }) => shown === null).map(({ passage }) => leftOut(passage, 'superseded')),
      ...dropped.map((passage) => leftOut(passage, 'over-budget')),
      ...overBudget(recalled),
    ],
  }
}

/** @param omission why; none where there was no question. */
export const noPassages = (omission?: ManifestOmission): PassagesPart => ({
  text: '',
  items: [],
  omitted: omission === undefined ? [] : [{ kind: 'passage', id: 'recall', tokens: 0, omission, count: 0 }],
})

const leftOut = ({ id, tokens }: Passage, omission: 'superseded' | 'over-budget'): ManifestOmittedItem => ({ kind: 'passage', id, tokens, omission })

/** One line for all that did not fit, with the best of them: there are always more. */
function overBudget({ omitted }: RecallAnswer): ManifestOmittedItem[] {
  const best = omitted[0]
  return best === undefined ? [] : [{ kind: 'passage', id: best.messageId, tokens: best.tokens, omission: 'over-budget', count: omitted.length }]
}

function withNote(passage: Passage, { retired, timeZone }: PassagesInput): { readonly passage: Passage; readonly shown: Passage | null } {
  const { id, text, createdAt } = passage
  const statements = retired.in({ messageId: id as MessageId, text, createdAt })
  if (statements.some(({ status }) => status === 'deleted')) return { passage, shown: null }
  const note = noteOn(statements, timeZone)
  return { passage, shown: note === '' ? passage : { ...passage, text: `${text} ${note}` } }
}

function thoseThatFit(passages: readonly Passage[], { tokenLimit, timeZone, estimateTokens }: PassagesInput): readonly Passage[] {
  let fitting = passages
  while (fitting.length > 0 && estimateTokens(blockOf(fitting, timeZone)) > tokenLimit + passagesOverhead) fitting = fitting.slice(0, -1)
  return fitting
}

/** No text in it can end the block. */
const blockOf = (passages: readonly Passage[], timeZone?: string): string =>
  `${begin}${renderPassages(passages, timeZone).replace(/<(?=\/?earlier_conversation)/gi, '‹')}${end}`

/** Each passage with its own line's tokens; the first also with those of the block around them. */
function itemsOf(passages: readonly Passage[], block: string, question: string, estimateTokens: EstimateTokens): ManifestItem[] {
  const lines = passages.map((passage) => estimateTokens(passageLine(passage)))
  const rest = estimateTokens(block) - lines.reduce((total, tokens) => total + tokens, 0)
  return passages.map(({ id, sessionId, matchedWords }, index) => ({
    kind: 'passage',
    id: id as MessageId,
    tokens: Math.max(0, (lines[index] ?? 0) + (index === 0 ? rest : 0)),
    reason: 'recalled',
    sessionId: sessionId as SessionId,
    why: asWritten(question, matchedWords),
  }))
}
