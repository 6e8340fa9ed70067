import { IDBObjectStore } from 'fake-indexeddb'

type Write = 'put' | 'add' | 'delete' | 'clear'
const writes: readonly Write[] = ['put', 'add', 'delete', 'clear']

/** Counts the writes of the fake IndexedDB, and lets the n-th one meet a full disk. */
export interface FullDisk {
  /** Writes seen so far. */
  readonly count: number
  /** From the n-th write on (1 is the next one), every write is refused. */
  fillAfter(writes: number): void
  empty(): void
  restore(): void
}

export function installFullDisk(): FullDisk {
  const prototype = IDBObjectStore.prototype as unknown as Record<Write, (...args: unknown[]) => unknown>
  const originals = Object.fromEntries(writes.map((name) => [name, prototype[name]])) as typeof prototype
  let count = 0
  let refuseFrom = Number.POSITIVE_INFINITY
  for (const name of writes) {
    prototype[name] = function (this: IDBObjectStore, ...args: unknown[]) {
      count++
      if (count >= refuseFrom) {
        this.transaction.abort()
        throw new DOMException('The disk is full', 'QuotaExceededError')
      }
      return originals[name].apply(this, args)
    }
  }
  return {
    get count() {
      return count
    },
    fillAfter: (more) => (refuseFrom = count + more),
    empty: () => (refuseFrom = Number.POSITIVE_INFINITY),
    restore: () => Object.assign(prototype, originals),
  }
}
