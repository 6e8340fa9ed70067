import type { DeviceId } from '@shared/ids'
import { openPersistedDoc, type PersistedDoc } from '@renderer/db/doc-store'
import { recordHistory } from '@renderer/db/memory-history'
import { keepRebuilt } from '@renderer/db/rebuilt-entries'
import { openWindow, type Disk, type StorageWindow } from './storage'

/** A window with its memory open, wired as the app wires it. */
export interface MemoryWindow extends StorageWindow {
  readonly memory: PersistedDoc
}

let opened = 0
export async function openMemoryWindow(disk: Disk, clock: { now(): number } = Date): Promise<MemoryWindow> {
  const window = await openWindow(disk)
  const memory = await openPersistedDoc('memory', { ...window, windowId: `memory-window-${(opened += 1)}` })
  keepRebuilt(memory, { db: window.db })
  recordHistory(memory, { db: window.db, clock, device: 'laptop' as DeviceId })
  return {
    ...window,
    memory,
    async close() {
      await memory.close()
      await window.close()
    },
  }
}

/** A window that is gone from one moment to the next: nothing that waited in it is written any more. */
export function killWindow({ memory, doorbell, db }: MemoryWindow): void {
  memory.doc.destroy()
  doorbell.close()
  db.close()
}
