import type { RecallAnswer } from '@shared/context/recall/answer'
import { passagesOf, passageTokenLimit } from '@shared/context/recall/passages'
import type { RecallMessage } from '@shared/context/recall/message'
import { recall, type RecallRequest } from '@shared/context/recall/recall'
import { RecallIndex } from '@shared/context/recall/recall-index'
import { speakerOf, speakersInSession } from '@shared/context/recall/speakers'
import { estimateTokens } from '@shared/providers/estimate-tokens'
import { messageText, type MessageRow } from '@shared/sessions/message'

/** What was said so far, as a prompt of then would have recalled it. */
export interface MonthRecall {
  add(rows: readonly MessageRow[]): void
  ask(request: Pick<RecallRequest, 'question' | 'budgetTokens' | 'exclude' | 'excludeSince'>, now: number): RecallAnswer
}

export function createMonthRecall(): MonthRecall {
  const index = new RecallIndex({ countTokens: estimateTokens })
  const messages = new Map<string, RecallMessage>()
  return {
    add(rows) {
      const fresh = rows.map(toRecallMessage)
      for (const message of fresh) messages.set(message.id, message)
      index.add(fresh)
    },
    ask(request, now) {
      const found = recall(index, { ...request, ...speakersInSession, now, countTokens: estimateTokens, messageTokenLimit: passageTokenLimit })
      return { passages: passagesOf(found.passages, (id) => messages.get(id), estimateTokens), omitted: found.omitted }
    },
  }
}

const toRecallMessage = ({ id, sessionId, createdAt, role, parts }: MessageRow): RecallMessage => ({
  id,
  sessionId,
  createdAt,
  speaker: speakerOf(role === 'user' ? 'user' : 'assistant'),
  text: messageText(parts),
})
