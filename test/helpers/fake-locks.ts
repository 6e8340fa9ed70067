import type { Locks } from '@renderer/db/session-lock'

/** Web Locks for Node, exclusive and `ifAvailable` only, which is all that the app asks for. */
export function createFakeLocks(): Locks & { readonly held: Set<string> } {
  const held = new Set<string>()
  const request = async (name: string, _options: unknown, work: (lock: { name: string } | null) => unknown): Promise<unknown> => {
    if (held.has(name)) return work(null)
    held.add(name)
    try {
      return await work({ name })
    } finally {
      held.delete(name)
    }
  }
  const query = async () => ({ held: [...held].map((name) => ({ name })), pending: [] })
  return { held, request, query } as unknown as Locks & { readonly held: Set<string> }
}
