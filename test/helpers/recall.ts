import type { RecallMessage } from '@shared/context/recall/message'
import { recall, type Recalled, type RecallRequest } from '@shared/context/recall/recall'
import { RecallIndex } from '@shared/context/recall/recall-index'
import { estimateTokens } from '@shared/providers/estimate-tokens'

const hourMs = 3_600_000
export const recallNow = Date.UTC(2026, 10, 30, 12)

/** Sessions by name: lines "speaker: text", a minute apart, each session on a day of its own. */
export function conversation(sessions: Readonly<Record<string, { readonly day: string; readonly lines: readonly string[] }>>): RecallMessage[] {
  return Object.entries(sessions).flatMap(([sessionId, { day, lines }]) =>
    lines.map((line, place) => {
      const [speaker = '', text = ''] = line.split(/: (.*)/s)
      return { id: `${sessionId}-${place + 1}`, sessionId, speaker, text, createdAt: Date.parse(`${day}T10:00:00Z`) + (place * hourMs) / 60 }
    }),
  )
}

export function indexOf(messages: readonly RecallMessage[]): RecallIndex {
  const index = new RecallIndex({ countTokens: estimateTokens })
  index.add(messages)
  return index
}

export const ask = (index: RecallIndex, question: string, more: Partial<RecallRequest> = {}): Recalled =>
  recall(index, { question, now: recallNow, timeZone: 'UTC', budgetTokens: 500, countTokens: estimateTokens, ...more })

export const idsOf = ({ passages }: Recalled): string[] => passages.map(({ messageId }) => messageId)
