import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A port of this computer that nothing listens on at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** Tries again until it does not throw; rejects with the last reason after a generous time. */
export async function waitUntil<T>(attempt: () => T | Promise<T>, what: string, timeoutMs = 30_000): Promise<T> {
  const endsAt = performance.now() + timeoutMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > endsAt) throw new Error(what, { cause: error })
      await pause(50)
    }
  }
}
