import type { RecallAnswer } from '@shared/context/recall/answer'
import { passagesOf } from '@shared/context/recall/passages'
import type { RecallMessage } from '@shared/context/recall/message'
import { recall } from '@shared/context/recall/recall'
import { RecallIndex } from '@shared/context/recall/recall-index'
import { summaryId } from '@shared/context/recall/summary-message'
import type { MessageId, SessionId } from '@shared/ids'
import { estimateTokens } from '@shared/providers/estimate-tokens'
import { readRecallMessages, readShown, rowIdsBySession, rowIdsOf } from '@renderer/db/recall-rows'
import { readStoredRecall } from '@renderer/db/recall-segments'
import type { CommonplaceDb } from '@renderer/db/schema'
import { createRecallSaver, type KeptRecall, type SaverPorts } from './recall-saver'
import type { RecallCommand, RecallQuestion } from './recall-protocol'

export type CarryOut = (command: RecallCommand) => Promise<{ readonly size: number } | RecallAnswer>

const pageRows = 500
/** Places of removed messages are not used again: when most are empty, the index is built anew. */
const fewPlaces = 8192

/** Keeps one index of what the database holds, and answers from it also while it is being brought up to date. */
export function createRecallKeeper(db: CommonplaceDb, ports: Pick<SaverPorts, 'locks' | 'saveAfterMs'>): CarryOut {
  const opened = open(db)
  const saver = createRecallSaver(opened, { db, ...ports, onErased: (age) => void buildAnew(age).catch(() => undefined) })
  let sessions: readonly SessionId[] = []
  let summaries: readonly RecallMessage[] = []
  let syncing: Promise<unknown> = opened

  /** One after the other. */
  function bring(changed: readonly SessionId[] | null, prepare: (kept: KeptRecall) => void = () => undefined): Promise<KeptRecall> {
    const synced = syncing
      .catch(() => undefined)
      .then(async () => {
        const kept = await opened
        prepare(kept)
        await sync(db, kept, sessions, changed)
        syncSummaries(kept.index, sessions, summaries)
        saver.save()
        return kept
      })
    syncing = synced
    return synced
  }

  const buildAnew = (age: number): Promise<unknown> =>
    bring(null, (kept) => {
      kept.index = emptyIndex()
      kept.counts.clear()
      kept.given = []
      kept.age = age
    })

  return async (command) => {
    if (command.kind === 'ask') return ask(db, (await opened).index, command.question, summaries)
    sessions = command.sessions
    summaries = command.summaries
    return { size: (await bring(command.changed)).index.size }
  }
}

const emptyIndex = (): RecallIndex => new RecallIndex({ countTokens: estimateTokens })

async function open(db: CommonplaceDb): Promise<KeptRecall> {
  const { segments, counts, age } = await readStoredRecall(db)
  const index = emptyIndex()
  try {
    index.load(segments)
    if (index.documents.count <= 2 * index.size + fewPlaces) return { index, counts: new Map(counts), given: index.store(), age }
  } catch {
    // Bytes of another format, or with a hole: the messages are all there to build it from.
  }
  return { index: emptyIndex(), counts: new Map(), given: [], age }
}

async function ask(db: CommonplaceDb, index: RecallIndex, question: RecallQuestion, summaries: readonly RecallMessage[]): Promise<RecallAnswer> {
  const found = recall(index, { ...question, countTokens: estimateTokens })
  const said = await readShown(db, found.passages.map(({ messageId }) => messageId))
  const shown = new Map([...summaries, ...said].map((message) => [message.id, message]))
  return { passages: passagesOf(found.passages, (id) => shown.get(id), estimateTokens), omitted: found.omitted }
}

async function sync(db: CommonplaceDb, kept: KeptRecall, sessions: readonly SessionId[], changed: readonly SessionId[] | null): Promise<void> {
  const wanted = new Set(sessions)
  const held = kept.index.idsBySession()
  forgetOthers(kept, held, wanted)
  const all = changed === null ? await rowIdsBySession(db) : null
  for (const session of changed ?? sessions) {
    if (!wanted.has(session)) continue
    const ids = all === null ? await rowIdsOf(db, session) : (all.get(session) ?? [])
    if (kept.counts.get(session) !== ids.length) await syncSession(db, kept, session, ids, held.get(session) ?? [])
  }
}

function syncSummaries(index: RecallIndex, sessions: readonly SessionId[], summaries: readonly RecallMessage[]): void {
  const there = new Set(summaries.map(({ id }) => id))
  index.remove(sessions.map(summaryId).filter((id) => !there.has(id) && index.has(id)))
  index.add(summaries.filter((summary) => !index.holds(summary)))
}

function forgetOthers({ index, counts }: KeptRecall, held: ReadonlyMap<string, readonly string[]>, wanted: ReadonlySet<string>): void {
  for (const session of [...counts.keys()]) if (!wanted.has(session)) counts.delete(session)
  index.remove([...held].flatMap(([session, ids]) => (wanted.has(session) ? [] : ids)))
}

async function syncSession(
  db: CommonplaceDb,
  { index, counts }: KeptRecall,
  session: SessionId,
  ids: readonly MessageId[],
  held: readonly string[],
): Promise<void> {
  const there = new Set<string>([...ids, summaryId(session)])
  index.remove(held.filter((id) => !there.has(id)))
  const unknown = ids.filter((id) => !index.has(id))
  for (let from = 0; from < unknown.length; from += pageRows) {
    const messages = await readRecallMessages(db, unknown.slice(from, from + pageRows))
    index.add(messages.filter((message) => !index.holds(message)))
  }
  counts.set(session, ids.length)
}
