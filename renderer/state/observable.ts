import type { Observable } from './services'

/** An observable value that tells its listeners when it was set to another one. */
export interface Changeable<Value> extends Observable<Value> {
  set(value: Value): void
}

export function createChangeable<Value>(initial: Value): Changeable<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    current: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
  }
}
