/** What is known of one device's chain in a room. */
export interface SeenChain {
  /** The highest counter seen. */
  counter: number
  /** Hash of the entry with that counter, hex. */
  hash: string
  /** Counters up to it that were not seen and are not made up for by a snapshot: [first, last] each. */
  missing: [number, number][]
}

/**
 * This device's place in one room; plain data that survives a structured clone. A restored device throws it away and
 * begins a new stream.
 */
export interface ChainState {
  /** 4 random bytes, hex: which chain of this device it is. */
  stream: string
  /** Counter of this device's last entry, 0 where there is none. */
  counter: number
  /** Hash of that entry, hex, '' where there is none. */
  hash: string
  /** By device tag and stream, hex, 24 characters. */
  seen: Record<string, SeenChain>
  /** When everything was taken and everything of the inner document was in the room; null where never. */
  settled: SettledState | null
}

/** Compared at the next start: where both still hold, nothing has to be opened. */
export interface SettledState {
  /** State vector of the outer document. */
  readonly outer: Uint8Array
  /** Digest of what the inner document held, hex; '' for a journal. */
  readonly inner: string
  /** Entries of the outer document that were not taken: [client, clock]. */
  readonly waiting: readonly (readonly [number, number])[]
}
