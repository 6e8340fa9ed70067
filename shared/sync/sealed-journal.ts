import type { DeviceId } from '../ids'
import type { ChainRun } from './keyring'
import type { RoomPorts } from './room-ports'

export interface JournalPorts extends RoomPorts {
  /**
   * Stores rows that another device wrote (or this one, once); a row that is there already is left alone. Where it
   * rejects, the entry is given again at the next start.
   */
  take(rows: readonly unknown[], from: DeviceId): Promise<void>
}

export interface SealedJournal {
  /** Takes what is in the room, entry by entry, then follows it. Resolves when what was there at the call was taken. */
  start(progress?: (done: number, total: number) => void): Promise<void>
  /**
   * Seals rows and pushes them before it returns, up to 500 an entry.
   * @returns false where there is no epoch to seal with: nothing was pushed, the caller keeps them
   */
  append(rows: readonly unknown[]): boolean
  /**
   * Changes rows that are there: those for which `change` gives another row, or null, are replaced or taken out, and
   * the entries that held them deleted. @returns how many entries were written anew
   */
  rewrite(change: (row: unknown) => unknown): number
  /** Bytes of the entries in the room. */
  sealedBytes(): number
  kept(): number
  chainsOf(device: DeviceId): readonly ChainRun[]
  close(): void
}

export function openSealedJournal(_ports: JournalPorts): SealedJournal {
  throw new Error('not there yet')
}
