/** What the test of history and forgetting drives in a real browser: a window of memory, with verbs for a test. */
import * as Y from 'yjs'
import type { DeviceId, SessionId } from '@shared/ids'
import { entriesOf } from '@shared/memory/layout'
import { readPlainMemory } from '@shared/memory/history/plain'
import { stateAt } from '@shared/memory/history/state-at'
import { createDoorbell } from '@renderer/db/doorbell'
import { openPersistedDoc } from '@renderer/db/doc-store'
import { readHistory, readPage, recordHistory } from '@renderer/db/memory-history'
import { CommonplaceDb } from '@renderer/db/schema'
import { createStorageGuard } from '@renderer/db/storage-guard'
import { createBrowserBridge } from '@renderer/platform/browser-bridge'
import type { ForgetPorts } from '@renderer/state/forget'
import { beginForgetting, planForgetting } from '@renderer/state/forget-work'

const db = new CommonplaceDb()
const person = { author: { kind: 'person' as const } }
const clock = { now: () => Date.now() }

async function openMemoryWindow() {
  const windowPorts = { db, guard: createStorageGuard(), doorbell: createDoorbell(), windowId: crypto.randomUUID() }
  const memory = await openPersistedDoc('memory', windowPorts)
  recordHistory(memory, { db, clock, device: 'browser' as DeviceId })
  return { memory, windowPorts }
}

async function start() {
  const [first, second] = [await openMemoryWindow(), await openMemoryWindow()]
  const index = await openPersistedDoc('index', first.windowPorts)
  const windows = [first.memory, second.memory]
  const bridge = createBrowserBridge()
  const ports: ForgetPorts = {
    ...{ db, index, bridge, clock, memory: first.memory, locks: navigator.locks, storage: localStorage },
    drafts: { flush: async () => undefined },
    titles: () => '',
    onErased: () => undefined,
  }
  const flush = () => Promise.all(windows.map((memory) => memory.flush()))
  return {
    /** Types into an entry in one of the two windows. */
    type(window: 0 | 1, id: string, at: number, words: string): void {
      const { doc } = window === 0 ? first.memory : second.memory
      doc.transact(() => {
        if (!entriesOf(doc).has(id)) entriesOf(doc).set(id, new Y.Map<unknown>([['text', new Y.Text()]]))
        const text = entriesOf(doc).get(id)?.get('text')
        if (text instanceof Y.Text) text.insert(Math.min(at, text.length), words)
      }, person)
    },
    async settle(): Promise<{ at: number; texts: Record<string, unknown> }> {
      await flush()
      await Promise.all(windows.map((memory) => memory.refresh()))
      return { at: Date.now(), texts: texts(readPlainMemory(first.memory.doc)) }
    },
    async textsAt(at: number): Promise<Record<string, unknown>> {
      await flush()
      const records = await readPage({ before: null, limit: 1000, matches: () => true }, db)
      return readHistory(db, async (current) => texts(stateAt(current, records, at)))
    },
    count: () => db.memoryHistory.count(),
    async plantMessage(words: string): Promise<void> {
      await db.messages.put({ id: 'm1', sessionId: 's1' as SessionId, parentIds: [], parts: [{ type: 'text', text: words }] })
      await bridge.request('snapshots.write', { lines: `${JSON.stringify({ version: 1, createdAt: 1, messages: 1, sessions: 1 })}\n${JSON.stringify({ kind: 'message', value: words })}\n` })
    },
    async forgetEntry(id: string): Promise<unknown> {
      const plan = await planForgetting({ entryId: id as never }, ports)
      return plan.ok && plan.value !== null ? beginForgetting(plan.value, ports) : plan
    },
    /** Everything that is stored, as one text. */
    async everything(): Promise<string> {
      const rows = await Promise.all(db.tables.map((table) => table.toArray()))
      const snapshots = await bridge.request('snapshots.list', {})
      const lines = snapshots.ok ? await Promise.all(snapshots.value.map(({ id }) => bridge.request('snapshots.read', { id }))) : []
      return JSON.stringify([rows, lines], (_key, value: unknown) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : value))
    },
  }
}

const texts = (memory: ReturnType<typeof readPlainMemory>) => Object.fromEntries([...memory.entry].map(([id, fields]) => [id, fields['text']]))

export type HistoryPage = Awaited<ReturnType<typeof start>>
declare global {
  interface Window {
    historyPage: HistoryPage
  }
}

window.historyPage = await start()
