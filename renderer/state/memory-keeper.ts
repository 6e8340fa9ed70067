import type * as Y from 'yjs'
import { localDateAt, type Clock } from '@shared/clock'
import type { IdFactory } from '@shared/ids'
import { typingRestMs } from '@shared/memory/lifetime'
import { MemoryReader } from '@shared/memory/memory-reader'
import type { MemoryView } from '@shared/memory/view'
import type { Observable } from './services'

export interface MemoryKeeperPorts {
  readonly doc: Y.Doc
  readonly clock: Clock
  readonly newId: IdFactory
  /** Whether this device rebuilds entries that are stored in too many pieces. */
  readonly isCompactor: () => boolean
}

export interface MemoryKeeper {
  readonly view: Observable<MemoryView>
  /** Settles contradictions and marks what expired, now: before a prompt is built. Does nothing where nothing changed. */
  settle(): Promise<void>
}

/** After the last change; typing is not interrupted by it. */
const settleAfterMs = 2_000
/** Often enough to notice that a day has ended, also after the machine slept. */
const lookEveryMs = 60_000

/** Keeps a memory document in order while a window is open, and its view for the screens. */
export function createMemoryKeeper({ doc, clock, newId, isCompactor }: MemoryKeeperPorts): MemoryKeeper {
  const view = watchView(doc)
  let settledOn = ''
  let isDirty = true
  let timer: ReturnType<typeof setTimeout> | undefined
  let restTimer: ReturnType<typeof setTimeout> | undefined

  async function settle(): Promise<void> {
    if (!isDirty && settledOn === localDateAt(clock.now())) return
    // What it takes to compare words is not needed to show the app.
    const { maintain } = await import('@shared/memory/maintain')
    const today = localDateAt(clock.now())
    isDirty = false
    settledOn = today
    maintain(doc, { today, clock, newId, view: view.current, isCompactor })
  }

  // Where it cannot be loaded now, it is tried again at the next change.
  const settleSoon = (): void => void settle().catch(() => (isDirty = true))
  /** What was typed is looked at again once it has come to rest. */
  const settleLater = (): void => {
    isDirty = true
    settleSoon()
  }
  doc.on('update', () => {
    isDirty = true
    clearTimeout(timer)
    clearTimeout(restTimer)
    timer = setTimeout(settleSoon, settleAfterMs)
    restTimer = setTimeout(settleLater, typingRestMs + settleAfterMs)
  })
  setInterval(settleSoon, lookEveryMs)
  return { view, settle }
}

/** The view of a document, read when it is asked for and again after each change. */
export function watchView(doc: Y.Doc): Observable<MemoryView> {
  const reader = new MemoryReader(doc)
  return {
    current: () => reader.view(),
    subscribe(listener) {
      doc.on('update', listener)
      return () => doc.off('update', listener)
    },
  }
}
