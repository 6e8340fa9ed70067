import { reject, unarchive } from '@shared/memory/decisions'
import { change, restoreEntry, type MemoryWriter } from '@shared/memory/operations'
import type { MemoryNote } from './session-proposals'

/**
 * Takes a note back: its entry is rejected, so that it does not come again. What it replaced stands as before by that
 * alone; what it took away is given back.
 */
export function undoNote(writer: MemoryWriter, { entry, former }: MemoryNote): void {
  change(writer, () => {
    reject(writer, entry.id)
    for (const { id } of former) {
      if (entry.change === 'remove') restoreEntry(writer, id)
      else if (entry.change === 'expire') unarchive(writer, id)
    }
  })
}
