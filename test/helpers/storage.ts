import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { createIdFactory, type DeviceId, type MessageId, type SessionId } from '@shared/ids'
import type { MessageRow } from '@shared/sessions/message'
import { createDoorbell, type Doorbell } from '@renderer/db/doorbell'
import { openPersistedDoc, type PersistedDoc } from '@renderer/db/doc-store'
import { createMessageStore, type MessageStore } from '@renderer/db/message-store'
import { CommonplaceDb } from '@renderer/db/schema'
import { createStorageGuard, type StorageGuard } from '@renderer/db/storage-guard'

/** A disk: what one profile keeps. Windows that are opened on one disk share it. */
export interface Disk {
  readonly indexedDB: IDBFactory
  readonly channel: string
}

let disks = 0
export const createDisk = (): Disk => ({ indexedDB: new IDBFactory(), channel: `disk-${process.pid}-${++disks}` })

/** One window on a disk, wired as the app wires it. */
export interface StorageWindow {
  readonly db: CommonplaceDb
  readonly guard: StorageGuard
  readonly doorbell: Doorbell
  readonly index: PersistedDoc
  readonly store: MessageStore
  close(): Promise<void>
}

let windows = 0
export async function openWindow(disk: Disk = createDisk()): Promise<StorageWindow> {
  const windowId = `window-${++windows}`
  const db = new CommonplaceDb('commonplace', { indexedDB: disk.indexedDB, IDBKeyRange })
  const guard = createStorageGuard()
  const doorbell = createDoorbell(disk.channel)
  const index = await openPersistedDoc('index', { db, guard, doorbell, windowId })
  const store = createMessageStore({ db, index, doorbell })
  return {
    db,
    guard,
    doorbell,
    index,
    store,
    async close() {
      await index.close()
      doorbell.close()
      db.close()
    },
  }
}

/** Time that goes on by one millisecond at every look. */
export function createTicks(start = 1_790_000_000_000): { now(): number } {
  let at = start
  return { now: () => at++ }
}

const ticks = createTicks()
export const newId = createIdFactory(ticks, Math.random)

export function messageRow(session: SessionId, change: Partial<MessageRow> = {}): MessageRow {
  return {
    id: newId<MessageId>(),
    sessionId: session,
    parentIds: [],
    role: 'user',
    parts: [{ type: 'text', text: 'Hello' }],
    createdAt: ticks.now(),
    device: 'laptop' as DeviceId,
    author: 'person',
    status: 'complete',
    ...change,
  }
}
