import * as z from 'zod'
import type { RouteOutput } from './contract'

export type LocalServer = RouteOutput<'models.discoverLocal'>[number]

const usualPorts = [
  { kind: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { kind: 'lm-studio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { kind: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
] as const

const listing = z.object({ data: z.array(z.object({ id: z.string() })).nullable() })

type Fetch = (url: string, init: { signal: AbortSignal; redirect: 'error'; credentials: 'omit' }) => Promise<Response>

/**
 * The model servers that answer on their usual port of this computer, asked at the same time.
 * @param timeoutMs For each; one that is there answers at once.
 */
export async function discoverLocalServers(fetch: Fetch, timeoutMs = 800): Promise<LocalServer[]> {
  const found = await Promise.all(usualPorts.map((server) => probe(fetch, server, timeoutMs)))
  return found.filter((server) => server !== null)
}

async function probe(fetch: Fetch, server: (typeof usualPorts)[number], timeoutMs: number): Promise<LocalServer | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(`${server.baseUrl}/models`, { signal, redirect: 'error', credentials: 'omit' })
    const parsed = listing.safeParse(await response.json())
    if (!response.ok || !parsed.success) return null
    return { ...server, models: (parsed.data.data ?? []).map(({ id }) => id).slice(0, 500) }
  } catch {
    // Nothing listens there, or something else does.
    return null
  }
}
