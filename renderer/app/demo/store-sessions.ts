import type { MessageId, SessionId } from '@shared/ids'
import { moveTip, putEntry } from '@shared/sessions/index-doc'
import type { MessageRow } from '@shared/sessions/message'
import { titleFrom } from '@shared/sessions/title'
import { estimateTokens } from '@shared/providers/estimate-tokens'
import type { UsableModel } from '@renderer/state/services'
import type { Composition } from '../compose'
import type { SampleSession } from './sample-workspace'

const hourMs = 3_600_000

/** Stores sample conversations as if they had been had; estimates are marked as such. */
export async function storeSessions(
  { services, store, device }: Pick<Composition, 'services' | 'store' | 'device'>,
  sessions: readonly SampleSession[],
  model: UsableModel,
): Promise<void> {
  for (const { hoursAgo, isPinned, turns } of sessions) {
    const session = services.newId<SessionId>()
    const startedAt = services.clock.now() - hoursAgo * hourMs
    const rows: MessageRow[] = []
    for (const [turn, { question, answers }] of turns.entries()) {
      const at = startedAt + turn * 60_000
      const base = { sessionId: session, device, status: 'complete' as const }
      const tip = rows.at(-1)?.id
      const asked: MessageRow = {
        ...base,
        id: services.newId<MessageId>(),
        parentIds: tip === undefined ? [] : [tip],
        role: 'user',
        parts: [{ type: 'text', text: question }],
        createdAt: at,
        author: 'person',
      }
      rows.push(asked)
      let first: MessageId | null = null
      for (const text of answers) {
        const id = services.newId<MessageId>()
        rows.push({
          ...base,
          id,
          parentIds: [asked.id],
          ...(first !== null && { alternativeOf: first }),
          role: 'assistant',
          parts: [{ type: 'text', text }],
          createdAt: at + 4_000,
          author: 'model',
          answer: {
            model: model.ref,
            modelName: model.facts.name,
            usage: {
              inputTokens: 180 + estimateTokens(question),
              outputTokens: estimateTokens(text),
              cacheReadTokens: 0,
              cacheWriteTokens: 0,
              reasoningTokens: 0,
              isEstimate: true,
            },
            costMicroUsd: null,
            firstTokenMs: 420,
            durationMs: 4_000,
            finishReason: 'stop',
          },
        })
        first ??= id
      }
    }
    const last = rows.at(-1)
    if (last === undefined) continue
    await store.commit({
      rows,
      editIndex: (index) => {
        const title = titleFrom(turns[0]?.question ?? '')
        putEntry(index, session, { title, titleSource: 'derived', createdAt: startedAt, pinned: isPinned, model: model.ref })
        moveTip(index, session, last.id, last.createdAt)
      },
    })
  }
}
