const tries = 3

/** How long one try to attach may take. */
export const attachTimeoutMs = 12_000

/**
 * Attaching to an Electron whose first window is still being made now and then never comes back, and the next start
 * does. Only the start is tried again, never a test.
 */
export async function startWithRetry<Started>(start: () => Promise<Started>): Promise<Started> {
  for (let left = tries - 1; ; left--) {
    try {
      return await start()
    } catch (error) {
      if (left === 0 || !(error instanceof Error) || error.name !== 'TimeoutError') throw error
    }
  }
}
