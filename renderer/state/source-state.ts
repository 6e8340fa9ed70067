import { isMessageSource, type Provenance } from '@shared/memory/layout'
import type { MessageRow } from '@shared/sessions/message'
import type { SessionSummary } from './services'

/** What became of that which an entry rests on. */
export type SourceState = 'there' | 'trashed' | 'deleted'

/**
 * MEM-6: an entry says when its source was deleted. What was imported has no message that could go.
 * @param row the message as it is stored, null where there is none
 * @param session its session in the list, undefined where it is not there any more
 */
export function sourceState(source: Provenance, row: MessageRow | null, session: SessionSummary | undefined): SourceState {
  if (!isMessageSource(source)) return 'there'
  if (row === null || session === undefined) return 'deleted'
  return session.trashedAt === null ? 'there' : 'trashed'
}
