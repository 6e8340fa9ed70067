import type { SessionId } from '../../ids'
import type { SessionSummaryText } from '../../sessions/summary'
import type { RecallMessage } from './message'

const prefix = 'summary:'

/** By this id a session's summary stands among the messages that can be recalled. */
export const summaryId = (session: SessionId): string => `${prefix}${session}`

/** null: the id of a message. */
export const sessionOfSummary = (id: string): SessionId | null => (id.startsWith(prefix) ? (id.slice(prefix.length) as SessionId) : null)

/** The summaries of those sessions that have one, each as one message that can be recalled like what was said. */
export const summaryMessages = (
  sessions: readonly SessionId[],
  summaryOf: (session: SessionId) => SessionSummaryText | null,
): RecallMessage[] =>
  sessions.flatMap((session) => {
    const { lines = [], at = 0 } = summaryOf(session) ?? {}
    const text = lines.map((line) => line.text).join('\n')
    return text === '' ? [] : [{ id: summaryId(session), sessionId: session, speaker: 'Summary', text, createdAt: at }]
  })
