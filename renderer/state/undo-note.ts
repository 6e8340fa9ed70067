import { keepInstead, reject, unarchive } from '@shared/memory/decisions'
import { change, restoreEntry, type MemoryWriter } from '@shared/memory/operations'
import type { MemoryNote } from './session-proposals'

/** Takes a note back: its entry is rejected, so that it does not come again, and what it replaced stands as before. */
export function undoNote(writer: MemoryWriter, { entry, former }: MemoryNote): void {
  change(writer, () => {
    reject(writer, entry.id)
    for (const { id, status } of former) {
      if (entry.change === 'remove') restoreEntry(writer, id)
      else if (entry.change === 'expire') unarchive(writer, id)
      else if (status === 'superseded') keepInstead(writer, id)
    }
  })
}
