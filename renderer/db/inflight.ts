import type { Clock } from '@shared/clock'
import type { MessageId, SessionId } from '@shared/ids'
import { moveTip, readEntry } from '@shared/sessions/index-doc'
import type { MessageRow, Part } from '@shared/sessions/message'
import { readMessageRow } from '@shared/sessions/read-row'
import type { CallRecord } from '@shared/usage/call-record'
import type { PersistedDoc } from './doc-store'
import type { Doorbell } from './doorbell'
import type { MessageStore } from './message-store'
import type { CommonplaceDb, InflightRow } from './schema'
import type { SessionLocks } from './session-lock'
import type { StorageGuard } from './storage-guard'

/** SES-2: the time from a part's arrival to its being on disk stays under 250 ms, the write itself included. */
export const journalEveryMs = 150

export interface InflightJournal {
  /** Takes the newest state of an answer; written at most every 150 ms. The first row is the commit's `putInflight`. */
  update(messageId: MessageId, parts: readonly Part[]): void
  /** Writes what is pending now, at a tool boundary. */
  flush(messageId: MessageId): Promise<void>
  /** After this resolves nothing of the answer is written any more: call it before the commit that removes the row. */
  end(messageId: MessageId): Promise<void>
  /** Answers that other windows are writing. */
  elsewhere(): Promise<readonly InflightRow[]>
  /** Hears that an answer elsewhere has moved on. Returns the way out. */
  subscribe(listener: () => void): () => void
}

export interface InflightPorts {
  readonly db: CommonplaceDb
  readonly guard: StorageGuard
  readonly doorbell: Doorbell
  readonly clock: Clock
  readonly windowId: string
}

interface Writing {
  parts: readonly Part[]
  isDirty: boolean
  timer: ReturnType<typeof setTimeout> | null
  running: Promise<void>
}

export function createInflightJournal(ports: InflightPorts): InflightJournal {
  const { db, guard, doorbell, clock, windowId } = ports
  const writing = new Map<MessageId, Writing>()

  const write = (id: MessageId, state: Writing): Promise<void> => {
    if (state.timer !== null) clearTimeout(state.timer)
    state.timer = null
    state.running = state.running.then(async () => {
      if (!state.isDirty) return
      state.isDirty = false
      // `update`, not `put`: a row that the answer's commit has removed stays removed.
      const written = await guard.write(() => db.inflight.update(id, { parts: [...state.parts], updatedAt: clock.now() }))
      if (written.ok) doorbell.ring({ kind: 'table', table: 'inflight' })
      else state.isDirty = true
    })
    return state.running
  }

  return {
    update(id, parts) {
      const state = writing.get(id) ?? { parts, isDirty: true, timer: null, running: Promise.resolve() }
      writing.set(id, state)
      state.parts = parts
      state.isDirty = true
      state.timer ??= setTimeout(() => void write(id, state), journalEveryMs)
    },
    async flush(id) {
      const state = writing.get(id)
      if (state !== undefined) await write(id, state)
    },
    async end(id) {
      const state = writing.get(id)
      if (state === undefined) return
      writing.delete(id)
      if (state.timer !== null) clearTimeout(state.timer)
      state.isDirty = false
      await state.running
    },
    elsewhere: () => db.inflight.filter((row) => row.windowId !== windowId).toArray(),
    subscribe: (listener) =>
      doorbell.listen((ring) => {
        if (ring.kind === 'table' && ring.table === 'inflight') listener()
      }),
  }
}

export interface RecoveryPorts {
  readonly db: CommonplaceDb
  readonly index: Pick<PersistedDoc, 'doc'>
  readonly store: MessageStore
  readonly locks: SessionLocks
  readonly guard: StorageGuard
}

/**
 * SES-2: makes messages of the answers that a dead window left behind, `interrupted` and never `streaming`, and
 * marks the calls that nobody waits for any more. Safe to run in every window at once, and again after a crash.
 * @returns sessions in which something was recovered
 */
export async function recoverInflight(ports: RecoveryPorts): Promise<SessionId[]> {
  const recovered: SessionId[] = []
  for (const { messageId, sessionId } of await ports.db.inflight.toArray()) {
    const outcome = await ports.locks.run(sessionId, () => recoverOne(messageId, ports))
    if (outcome.ok && outcome.value) recovered.push(sessionId)
  }
  await closeCalls(ports)
  return recovered
}

async function recoverOne(messageId: MessageId, { db, index, store }: RecoveryPorts): Promise<boolean> {
  const left = await db.inflight.get(messageId)
  if (left === undefined) return false
  await store.refresh()
  const row = readMessageRow(interruptedRow(left))
  const entry = readEntry(index.doc, left.sessionId)
  const isWanted = row !== null && entry !== null && entry.purgedAt === null
  const before = [...left.parentIds, left.alternativeOf, left.continuationOf]
  const written = await store.commit({
    rows: isWanted ? [row] : [],
    removeInflight: messageId,
    editIndex: (doc) => {
      if (!isWanted) return
      // Where the person has moved on to another branch meanwhile, it stays shown.
      if (entry.tip === null || before.includes(entry.tip)) moveTip(doc, row.sessionId, row.id, left.updatedAt, true)
    },
  })
  return written.ok && isWanted
}

function interruptedRow(left: InflightRow): MessageRow {
  return {
    id: left.messageId,
    sessionId: left.sessionId,
    parentIds: [...left.parentIds],
    ...(left.alternativeOf !== undefined && { alternativeOf: left.alternativeOf }),
    ...(left.continuationOf !== undefined && { continuationOf: left.continuationOf }),
    role: 'assistant',
    parts: [...left.parts],
    createdAt: left.startedAt,
    device: left.device,
    author: 'model',
    callId: left.callId,
    status: 'interrupted',
    answer: {
      model: left.model,
      modelName: left.modelName,
      usage: null,
      costMicroUsd: null,
      firstTokenMs: null,
      durationMs: Math.max(0, left.updatedAt - left.startedAt),
      finishReason: null,
    },
  }
}

/** A call whose session no window is working on was cut by a crash. */
async function closeCalls({ db, locks, guard }: RecoveryPorts): Promise<void> {
  const held = await locks.held()
  await guard.write(() =>
    db.calls
      .where('state')
      .equals('started')
      .modify((call: unknown, ref: { value: unknown }) => {
        const record = call as CallRecord
        if (record.sessionId === null || !held.has(record.sessionId)) ref.value = { ...record, state: 'unfinished' }
      }),
  )
}
