import type { RecallAnswer } from '@shared/context/recall/answer'
import type { SessionId } from '@shared/ids'
import { changeEntry, putEntry } from '@shared/sessions/index-doc'
import type { MessageRow } from '@shared/sessions/message'
import { createRecallKeeper } from '@renderer/workers/recall/recall-keeper'
import type { RecallPort } from '@renderer/workers/recall/recall-client'
import type { RecallQuestion, RecallReply } from '@renderer/workers/recall/recall-protocol'
import type { Locks } from '@renderer/db/session-lock'
import { recallNow } from './recall'
import { messageRow, type StorageWindow } from './storage'

/** Locks as the browser has them: who asks waits until it is free, or hears at once that it is not. */
export function createQueuedLocks(): Pick<Locks, 'request'> {
  const tails = new Map<string, Promise<unknown>>()
  const held = new Set<string>()
  const run = async (name: string, work: (lock: { name: string } | null) => unknown): Promise<unknown> => {
    held.add(name)
    try {
      return await work({ name })
    } finally {
      held.delete(name)
    }
  }
  const request = (name: string, options: unknown, given?: (lock: { name: string } | null) => unknown): Promise<unknown> => {
    const work = given ?? (options as (lock: { name: string } | null) => unknown)
    if ((options as { ifAvailable?: boolean }).ifAvailable === true && held.has(name)) return Promise.resolve(work(null))
    const before = tails.get(name) ?? Promise.resolve()
    const now = before.then(() => run(name, work))
    tails.set(name, now.catch(() => undefined))
    if (!held.has(name)) held.add(name)
    return now
  }
  return { request } as unknown as Pick<Locks, 'request'>
}

/** The worker at the end of a port that clones what passes, over the window's own database. */
export function recallPort(window: StorageWindow, locks: Pick<Locks, 'request'> = createQueuedLocks()): RecallPort {
  const carryOut = createRecallKeeper(window.db, { locks, saveAfterMs: 1 })
  const listeners: ((event: { readonly data: RecallReply }) => void)[] = []
  const reply = (data: RecallReply): void => listeners.forEach((listener) => listener({ data: structuredClone(data) }))
  return {
    postMessage(message) {
      const { id, command } = structuredClone(message)
      carryOut(command).then(
        (answer) => reply({ id, isOk: true, answer }),
        (error: unknown) => reply({ id, isOk: false, message: String(error) }),
      )
    },
    addEventListener(type: 'message' | 'error', listener: (event: { readonly data: RecallReply }) => void) {
      if (type === 'message') listeners.push(listener)
    },
  }
}

export const recallQuestion = (question: string, more: Partial<RecallQuestion> = {}): RecallQuestion => ({
  question,
  now: recallNow,
  timeZone: 'UTC',
  budgetTokens: 500,
  ...more,
})

export const textsOf = (answer: RecallAnswer | null): string[] => (answer?.passages ?? []).map(({ text }) => text)

/** Stores lines as a session: the person's and the assistant's in turn. */
export async function storeSession(window: StorageWindow, session: SessionId, lines: readonly string[], change: Partial<MessageRow> = {}): Promise<MessageRow[]> {
  const rows: MessageRow[] = []
  for (const [index, text] of lines.entries()) {
    const parentIds = rows.slice(-1).map(({ id }) => id)
    rows.push(messageRow(session, { role: index % 2 === 0 ? 'user' : 'assistant', parts: [{ type: 'text', text }], parentIds, ...change }))
  }
  const tip = rows.at(-1)?.id
  const editIndex = (index: Parameters<typeof putEntry>[0]): void => putEntry(index, session, { createdAt: 1, updatedAt: 1, ...(tip !== undefined && { tip }) })
  const written = await window.store.commit({ rows, editIndex })
  if (!written.ok) throw new Error(written.failure.code)
  return rows
}

export const markSession = (window: StorageWindow, session: SessionId, change: Parameters<typeof changeEntry>[2]) =>
  window.index.edit((doc) => changeEntry(doc, session, change))
