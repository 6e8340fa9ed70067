import type { RecallIndex, StoredSegment } from '@shared/context/recall/recall-index'
import type { SessionId } from '@shared/ids'
import { saveRecall } from '@renderer/db/recall-segments'
import type { CommonplaceDb } from '@renderer/db/schema'
import type { Locks } from '@renderer/db/session-lock'

/** The index, what it has looked at, and what of it is stored. */
export interface KeptRecall {
  index: RecallIndex
  readonly counts: Map<SessionId, number>
  /** Segments as they were last read or written. */
  given: readonly StoredSegment[]
  /** Of what is stored, when the index was opened or begun. */
  age: number
}

export interface SaverPorts {
  readonly db: CommonplaceDb
  readonly locks: Pick<Locks, 'request'>
  readonly saveAfterMs: number
  /** Something was erased since the index was opened: it is built anew, and saved then. */
  readonly onErased: (age: number) => void
}

const lockName = 'recall-index'

/**
 * Stores the index some time after it changed, in one window only. Every window numbers its messages in its own way: the one that
 * takes over from another writes all of it.
 */
export function createRecallSaver(opened: Promise<KeptRecall>, { db, locks, saveAfterMs, onErased }: SaverPorts): { readonly save: () => void } {
  let isWriter = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPending = false

  async function write(): Promise<void> {
    timer = undefined
    isPending = false
    const kept = await opened
    const segments = kept.index.store()
    const given = new Set(kept.given)
    const { counts, age } = kept
    const stored = await saveRecall(db, { segments, counts, age }, (segment) => !given.has(segment)).catch(
      // A full disk or a closing database: what is stored stays behind and is brought up to date at the next start.
      () => null,
    )
    if (stored === age) kept.given = segments
    else if (stored !== null) onErased(stored)
  }

  function save(): void {
    isPending = true
    if (isWriter) timer ??= setTimeout(() => void write(), saveAfterMs)
  }

  const keep = (isFirst: boolean) => async (): Promise<void> => {
    isWriter = true
    if (!isFirst) (await opened).given = []
    if (isPending || !isFirst) save()
    // The lock goes with the window.
    await new Promise(() => undefined)
  }

  void locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock !== null) return keep(true)()
    void locks.request(lockName, keep(false))
  })
  return { save }
}
