import type * as z from 'zod'
import { createMemoryStore, type Changed, type KeyedStore } from '@shared/calls/keyed-store'
import { limitStateSchema, routeStateSchema } from '@shared/calls/stored-states'
import type { LimitStore } from '@shared/calls/limiter'
import type { RouteStore } from '@shared/calls/candidate-order'
import type { CommonplaceDb, KeyValueRow } from './schema'

export const createLimitStore = (db: CommonplaceDb): LimitStore => createStoredStates(db, limitStateSchema)
export const createRouteStore = (db: CommonplaceDb): RouteStore => createStoredStates(db, routeStateSchema)

/**
 * States in the table `limits`. A change is one read-write transaction of IndexedDB: no other window of the profile
 * comes between, and one that dies in the middle leaves what was there before, with nothing locked. Where the disk
 * refuses, this window goes on with what it has in memory.
 */
function createStoredStates<State>(db: CommonplaceDb, schema: z.ZodType<State>): KeyedStore<State> {
  const ownMemory = createMemoryStore<State>()
  const parsed = (row: unknown): State | null => {
    const read = schema.safeParse((row as KeyValueRow | undefined)?.value)
    return read.success ? read.data : null
  }
  return {
    read: async (key) => db.limits.get(key).then(parsed, () => ownMemory.read(key)),
    async change(key, fn) {
      try {
        return await changeStored(await openedDatabase(db), key, (row) => fn(parsed(row)))
      } catch {
        return ownMemory.change(key, fn)
      }
    },
  }
}

async function openedDatabase(db: CommonplaceDb): Promise<IDBDatabase> {
  if (!db.isOpen()) await db.open()
  return db.backendDB()
}

/**
 * Relaxed durability: every request waits for this, and a place in the queue that a power cut takes along is a minute
 * old by the time the machine is back.
 */
function changeStored<State, Value>(database: IDBDatabase, key: string, fn: (row: unknown) => Changed<State, Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction('limits', 'readwrite', { durability: 'relaxed' })
    const table = transaction.objectStore('limits')
    const reading = table.get(key)
    let changed: Changed<State, Value> | null = null
    reading.onsuccess = () => {
      try {
        changed = fn(reading.result)
        table.put({ key, value: changed.state } satisfies KeyValueRow)
      } catch (error) {
        transaction.abort()
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    }
    transaction.oncomplete = () => (changed === null ? reject(new Error('nothing was read')) : resolve(changed.value))
    transaction.onabort = () => reject(transaction.error ?? new Error('the change was aborted'))
  })
}
