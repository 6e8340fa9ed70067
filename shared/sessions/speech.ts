import type { MessageId, SessionId } from '../ids'
import { messageText, type MessageRow } from './message'

/** One message as the background tasks read it. */
export interface Speech {
  readonly id: MessageId
  readonly sessionId: SessionId
  /** Instant at which it was said. */
  readonly at: number
  /** foreign: from a tool, a page or an import; nobody in this conversation said it. */
  readonly who: 'person' | 'assistant' | 'foreign'
  readonly text: string
}

/** The messages of a path that say something, in order. */
export function speechOf(rows: readonly MessageRow[]): Speech[] {
  return rows.flatMap((row) => {
    const speech = { id: row.id, sessionId: row.sessionId, at: row.createdAt, who: speakerOf(row), text: wordsOf(row) }
    return speech.text.trim() === '' ? [] : [speech]
  })
}

function speakerOf({ role, author }: MessageRow): Speech['who'] {
  if (author === 'import' || role === 'tool') return 'foreign'
  return role === 'user' && author === 'person' ? 'person' : 'assistant'
}

function wordsOf({ role, parts }: MessageRow): string {
  if (role !== 'tool') return messageText(parts)
  return parts.flatMap((part) => (part.type === 'tool-result' ? [part.text] : [])).join('\n')
}
