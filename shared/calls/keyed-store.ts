/** What a change comes to. */
export interface Changed<State, Value> {
  readonly state: State
  readonly value: Value
}

/** One value per key, shared by every window of a profile. */
export interface KeyedStore<State> {
  /** null where nothing is stored, or nothing that can be read. */
  read(key: string): Promise<State | null>
  /**
   * Reads, decides and writes as one step that no other window comes between. Never rejects for want of storage: a
   * call does not fail because its limits could not be noted.
   * @param fn pure; null where nothing is stored, or nothing that can be read
   */
  change<Value>(key: string, fn: (state: State | null) => Changed<State, Value>): Promise<Value>
}

/** For one window, or for a test's several. */
export function createMemoryStore<State>(): KeyedStore<State> {
  const states = new Map<string, State>()
  return {
    read: (key) => Promise.resolve(states.get(key) ?? null),
    change(key, fn) {
      const { state, value } = fn(states.get(key) ?? null)
      states.set(key, state)
      return Promise.resolve(value)
    },
  }
}
