import type { RecallAnswer } from '@shared/context/recall/answer'
import type { RecallMessage } from '@shared/context/recall/message'
import type { SessionId } from '@shared/ids'
import type { MessageStore } from '@renderer/db/message-store'
import { connectRecall, type RecallPort, type SendRecall } from '@renderer/workers/recall/recall-client'
import type { RecallQuestion } from '@renderer/workers/recall/recall-protocol'
import type { Observable, SessionSummary } from './services'

export interface Recall {
  /** What earlier conversation says to a question; null where it did not come in time, or cannot be had. Never rejects. */
  ask(question: RecallQuestion): Promise<RecallAnswer | null>
  /** Takes up the index; asking does so too. */
  start(): void
}

export interface RecallPorts {
  readonly sessions: Observable<readonly SessionSummary[]>
  readonly store: Pick<MessageStore, 'subscribe'>
  readonly startWorker: () => RecallPort
  /** The summaries of those sessions that have one. */
  readonly summariesOf: (sessions: readonly SessionId[]) => readonly RecallMessage[]
  /** Longest that a turn waits. */
  readonly answerWithinMs?: number
}

const usualWaitMs = 150
/** New rows come two by two, and sessions change their names while they are written. */
const syncAfterMs = 250

/** Recall in a worker of this window, kept up with the sessions that may be recalled: those outside the trash that are not private. */
export function createRecall({ sessions, store, startWorker, summariesOf, answerWithinMs = usualWaitMs }: RecallPorts): Recall {
  let send: SendRecall | null = null

  function start(): SendRecall {
    if (send !== null) return send
    send = connectRecall(startWorker())
    keepUp(send, { sessions, store, summariesOf })
    return send
  }

  return {
    start: () => void start(),
    async ask(question) {
      try {
        return await within(answerWithinMs, start()({ kind: 'ask', question }))
      } catch {
        // Without recall the turn goes on; its receipt says that there was none.
        return null
      }
    },
  }
}

function keepUp(send: SendRecall, { sessions, store, summariesOf }: Pick<RecallPorts, 'sessions' | 'store' | 'summariesOf'>): void {
  let known = recallable(sessions.current())
  let changed = new Set<SessionId>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let told = ''
  const sync = (which: readonly SessionId[] | null, of = known): void => {
    const summaries = summariesOf(of)
    const telling = JSON.stringify([of, summaries.map(({ id, createdAt }) => [id, createdAt])])
    // Sessions change in many ways that are nothing to recall.
    if (which?.length === 0 && telling === told) return
    told = telling
    void send({ kind: 'sync', sessions: of, changed: which, summaries }).catch(() => undefined)
  }
  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      const which = [...changed]
      changed = new Set()
      sync(which)
    }, syncAfterMs)
  }
  sync(null)
  store.subscribe((ids, kind) => {
    // Taken out of the index and then read anew: rows that are there already are not looked at again.
    if (kind === 'erased') sync([], known.filter((id) => !ids.includes(id)))
    for (const id of ids) changed.add(id)
    later()
  })
  sessions.subscribe(() => {
    const now = recallable(sessions.current())
    const before = new Set(known)
    known = now
    for (const id of now) if (!before.has(id)) changed.add(id)
    later()
  })
}

const recallable = (sessions: readonly SessionSummary[]): SessionId[] =>
  sessions.filter(({ trashedAt, isPrivate }) => trashedAt === null && !isPrivate).map(({ id }) => id)

function within<Value>(ms: number, answer: Promise<Value>): Promise<Value | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
