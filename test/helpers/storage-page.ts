/** What the storage tests drive in a real browser: the store as the app wires it, with verbs for a test. */
import { createIdFactory, type CallId, type DeviceId, type MessageId, type SessionId } from '@shared/ids'
import { moveTip, putEntry, readEntry } from '@shared/sessions/index-doc'
import { messageText, type MessageRow } from '@shared/sessions/message'
import { createDoorbell } from '@renderer/db/doorbell'
import { openPersistedDoc } from '@renderer/db/doc-store'
import { openDatabase } from '@renderer/db/health'
import { createInflightJournal, recoverInflight } from '@renderer/db/inflight'
import { createMessageStore } from '@renderer/db/message-store'
import { createSessionLocks } from '@renderer/db/session-lock'
import { createStorageGuard } from '@renderer/db/storage-guard'

const clock = { now: () => Date.now() }
const newId = createIdFactory(clock)
const windowId = newId<MessageId>()
const bridge = { request: async () => ({ ok: true, value: { hasMarker: false } }) as never }

async function openStorage() {
  const outcome = await openDatabase({ bridge })
  if (outcome.kind === 'recovery') throw new Error(`${outcome.reason}: ${outcome.detail}`)
  const { db } = outcome
  const guard = createStorageGuard()
  const doorbell = createDoorbell()
  const index = await openPersistedDoc('index', { db, guard, doorbell, windowId })
  const store = createMessageStore({ db, index, doorbell })
  const locks = createSessionLocks(navigator.locks)
  const journal = createInflightJournal({ db, guard, doorbell, clock, windowId })

  const rowOf = (session: SessionId, parentIds: MessageId[], text: string, role: 'user' | 'assistant' = 'user'): MessageRow => ({
    id: newId<MessageId>(), sessionId: session, parentIds, role, parts: [{ type: 'text', text }], createdAt: clock.now(),
    device: 'test' as DeviceId, author: role === 'user' ? 'person' : 'model', status: 'complete',
  })
  let ticks = 0

  return {
    kind: outcome.kind,
    /** Sends a message after the tip; gives its id once it is on disk. */
    async say(session: SessionId, text: string): Promise<MessageId> {
      const row = rowOf(session, await store.nextParents(session), text)
      const written = await store.commit({
        rows: [row],
        editIndex: (doc) => {
          putEntry(doc, session, { title: 'Talk' })
          moveTip(doc, session, row.id, row.createdAt)
        },
      })
      if (!written.ok) throw new Error(written.failure.code)
      return row.id
    },
    /** Begins an answer that grows by one number every 10 ms and is journalled. */
    async answer(session: SessionId): Promise<void> {
      const tip = await store.nextParents(session)
      const messageId = newId<MessageId>()
      const model = { modelProviderId: 'p', modelId: 'm' }
      await store.commit({
        rows: [],
        putInflight: {
          messageId, sessionId: session, parentIds: tip, parts: [], model, modelName: 'M', callId: 'c' as CallId,
          device: 'test' as DeviceId, startedAt: clock.now(), updatedAt: clock.now(), windowId,
        },
      })
      let text = ''
      setInterval(() => {
        text += `${++ticks} `
        journal.update(messageId, [{ type: 'text', text }])
      }, 10)
    },
    ticks: () => ticks,
    async shown(session: SessionId) {
      const { items } = await store.readPath(session, 500, new Map())
      return items.map(({ row }) => ({ id: row.id, status: row.status, text: messageText(row.parts) }))
    },
    refresh: () => store.refresh(),
    recover: () => recoverInflight({ db, index, store, locks, guard }),
    tip: (session: SessionId) => readEntry(index.doc, session)?.tip ?? null,
    /** Runs a turn that lasts until the window goes; tells whether it could begin. */
    async runTurn(session: SessionId): Promise<string> {
      return new Promise((resolve) => {
        void locks
          .run(session, () => {
            resolve('running')
            return new Promise(() => undefined)
          })
          .then((result) => resolve(result.ok ? 'ended' : result.failure.code))
      })
    },
  }
}

export type StoragePage = Awaited<ReturnType<typeof openStorage>>

Object.assign(globalThis, { storage: openStorage() })
