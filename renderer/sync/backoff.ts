/** How long to wait before the next attempt, so that many devices do not come back at the same moment. */
export interface Backoff {
  /** Milliseconds; grows with each call until `reset`. */
  next(): number
  reset(): void
}

const firstMs = 500
export const longestPauseMs = 60_000

/** Doubles from half a second up to a minute; each pause is between half of that and all of it. */
export function createBackoff(random: () => number, longestMs = longestPauseMs): Backoff {
  let attempts = 0
  return {
    next() {
      const full = Math.min(longestMs, firstMs * 2 ** Math.min(attempts++, 20))
      return Math.round(full * (0.5 + random() / 2))
    },
    reset() {
      attempts = 0
    },
  }
}
