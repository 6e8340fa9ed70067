import type { liveQuery } from 'dexie'
import type { Clock } from '@shared/clock'
import type { PromptManifest } from '@shared/context/prompt'
import type { EntryId } from '@shared/ids'
import { addMemoryUses } from '@renderer/db/memory-uses'
import type { CommonplaceDb } from '@renderer/db/schema'
import { createChangeable } from './observable'
import type { MemoryUses, Observable } from './services'

export interface MemoryUsesPorts {
  readonly db: CommonplaceDb
  readonly clock: Clock
  readonly watch: typeof liveQuery
}

export interface MemoryUseCounter {
  readonly uses: Observable<MemoryUses>
  /** Counts the entries of a prompt that was answered. Never rejects: a count that is lost harms nothing. */
  readonly count: (manifest: PromptManifest) => Promise<void>
}

/** How often each entry was in the prompt of an answer on this device; read while somebody looks. */
export function createMemoryUses({ db, clock, watch }: MemoryUsesPorts): MemoryUseCounter {
  const uses = createChangeable<MemoryUses>(new Map())
  const read = async (): Promise<MemoryUses> =>
    new Map((await db.memoryUses.toArray()).map(({ entryId, count, lastAt }) => [entryId, { count, lastAt }]))
  return {
    uses: {
      current: uses.current,
      subscribe(listener) {
        const stop = uses.subscribe(listener)
        const subscription = watch(read).subscribe({ next: uses.set, error: () => undefined })
        return () => {
          stop()
          subscription.unsubscribe()
        }
      },
    },
    async count(manifest) {
      const ids = entriesIn(manifest)
      if (ids.length > 0) await addMemoryUses(db, ids, clock.now()).catch(() => undefined)
    },
  }
}

/** The entries that a prompt had in it, each once. */
export const entriesIn = ({ items }: PromptManifest): readonly EntryId[] => [
  ...new Set(items.flatMap((item) => (item.kind === 'memory-entry' ? [item.id as EntryId] : []))),
]
