import { createIdFactory, type DeviceId } from '@shared/ids'
import type { SectionTitles } from '@shared/memory/profile-markdown'
import { seedMemory } from '@shared/memory/seed'
import { putEntry } from '@shared/sessions/index-doc'
import { openPersistedDoc } from '@renderer/db/doc-store'
import { createDoorbell } from '@renderer/db/doorbell'
import { recordHistory } from '@renderer/db/memory-history'
import type { MessageStore } from '@renderer/db/message-store'
import type { CommonplaceDb } from '@renderer/db/schema'
import { createStorageGuard } from '@renderer/db/storage-guard'
import type { UsableModel } from '@renderer/state/services'
import { createMonthClock, daysFrom, localDay } from './calendar'
import type { MonthRecords } from './lived'
import { liveMonth } from './live-month'
import type { MonthScript } from './script'

export interface StorePorts {
  readonly db: CommonplaceDb
  readonly store: MessageStore
  readonly device: DeviceId
  readonly model: UsableModel
  readonly titles: SectionTitles
  /** Of the days that are spoken of. */
  readonly language: string
  readonly now: number
  /** Of the doorbell by which the open windows hear of it. */
  readonly channel?: string
}

const daysBefore = 32

/**
 * Stores a scripted month in an empty profile, as another window would that had been open all the time: memory with its
 * history, each change dated as it happened; messages, calls, and background work that is done.
 */
export async function storeMonth(script: MonthScript, ports: StorePorts): Promise<MonthRecords> {
  const { db, store, device, model, titles, now, language, channel } = ports
  const clock = createMonthClock(localDay(now, -daysBefore).getTime())
  const newId = createIdFactory(clock)
  const doorbell = createDoorbell(channel)
  const memory = await openPersistedDoc('memory', { db, doorbell, guard: createStorageGuard(), windowId: newId<DeviceId>() })
  seedMemory(memory.doc, 'seed')
  recordHistory(memory, { db, clock, device })
  const records = liveMonth(script(daysFrom(now, language)), { doc: memory.doc, device, model, titles, clock, newId, now })
  await memory.close()
  doorbell.close()
  await storeRecords(records, db, store)
  return records
}

/** Jobs first: what is done for a message is not queued when the message comes in. */
async function storeRecords({ rows, calls, sessions, jobs, uses }: MonthRecords, db: CommonplaceDb, store: MessageStore): Promise<void> {
  await db.transaction('rw', [db.jobs, db.memoryUses], async () => {
    await db.jobs.bulkPut(jobs)
    await db.memoryUses.bulkPut([...uses].map(([entryId, use]) => ({ entryId, ...use })))
  })
  await store.commit({
    rows,
    calls,
    editIndex: (index) => {
      for (const [session, entry] of sessions) putEntry(index, session, entry)
    },
  })
}
