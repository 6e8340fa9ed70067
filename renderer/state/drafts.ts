import * as z from 'zod'
import type { Clock } from '@shared/clock'
import type { SessionId } from '@shared/ids'
import { filePartSchema, type FilePart } from '@shared/sessions/message'
import type { CommonplaceDb } from '@renderer/db/schema'
import type { StorageGuard } from '@renderer/db/storage-guard'
import type { Draft, Drafts } from './services'

/** At most one write of a draft in this time. */
export const draftEveryMs = 300

export interface DraftsService extends Drafts {
  /** The draft was sent: what waits to be written of it is dropped. */
  forget(key: SessionId | 'new'): void
}

const emptyDraft: Draft = { text: '', files: [] }

export function createDrafts(ports: { db: CommonplaceDb; guard: StorageGuard; clock: Clock }): DraftsService {
  const { db, guard, clock } = ports
  // What was typed and is not on disk yet; a refused write leaves it here (STO-3).
  const waiting = new Map<string, Draft>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let running: Promise<void> = Promise.resolve()

  const writeOne = async (key: string, draft: Draft): Promise<void> => {
    const isEmpty = draft.text === '' && draft.files.length === 0
    const written = await guard.write(async () => {
      if (isEmpty) await db.drafts.delete(key)
      else await db.drafts.put({ key, text: draft.text, files: [...draft.files], updatedAt: clock.now() })
    })
    // Typed on meanwhile: the newer one is still waiting.
    if (written.ok && waiting.get(key) === draft) waiting.delete(key)
  }
  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    running = running.then(async () => {
      for (const [key, draft] of [...waiting]) if (waiting.get(key) === draft) await writeOne(key, draft)
    })
    return running
  }
  guard.addPending(flush)

  return {
    async load(key) {
      const typed = waiting.get(key)
      if (typed !== undefined) return typed
      const stored = await db.drafts.get(key)
      if (stored === undefined) return emptyDraft
      return { text: typeof stored.text === 'string' ? stored.text : '', files: readFiles(stored.files) }
    },
    save(key, draft) {
      waiting.set(key, draft)
      timer ??= setTimeout(() => void flush(), draftEveryMs)
    },
    flush,
    forget: (key) => void waiting.delete(key),
  }
}

function readFiles(stored: unknown): FilePart[] {
  const list = z.array(z.unknown()).catch([]).parse(stored)
  return list.flatMap((value) => {
    const file = filePartSchema.safeParse(value)
    return file.success ? [file.data as FilePart] : []
  })
}
