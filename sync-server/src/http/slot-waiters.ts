import type { ServerResponse } from 'node:http'

/** Even if the word of another instance is lost, a waiting device looks again after this. */
const lookAgainMs = 2000

/** Requests that wait for something to be put into a rendezvous. */
export class SlotWaiters {
  private readonly waiting = new Map<string, Set<() => void>>()

  wake(id: string): void {
    for (const wake of [...(this.waiting.get(id) ?? [])]) wake()
  }

  /** Resolves when something was put, after `mostMs` at the latest, or when nobody waits any more. */
  wait(id: string, mostMs: number, response: ServerResponse): Promise<void> {
    return new Promise((resolve) => {
      const wakes = this.waiting.get(id) ?? new Set()
      const end = (): void => {
        clearTimeout(timer)
        response.off('close', end)
        wakes.delete(end)
        if (wakes.size === 0) this.waiting.delete(id)
        resolve()
      }
      const timer = setTimeout(end, Math.min(mostMs, lookAgainMs))
      response.on('close', end)
      this.waiting.set(id, wakes.add(end))
    })
  }
}
