/** What the tests of the bridges drive in a real page: the bridge of this surface, with verbs that cross to a test. */
import { BridgeFetchError } from '@shared/bridge/bridge'
import type { BridgeEvent, FetchRequest, RouteName } from '@shared/bridge/contract'
import type { Failure } from '@shared/errors'
import { createBridge } from '@renderer/platform'

const bridge = createBridge()
const events: BridgeEvent[] = []
bridge.onEvent((event) => {
  events.push(event)
  if (event.type === 'before-quit') bridge.readyToQuit()
})

/** Bytes cross to the test as arrays of numbers. */
export interface WireFetch extends Omit<FetchRequest, 'body'> {
  readonly body: string | null
}

const requestOf = ({ body, ...request }: WireFetch): FetchRequest => ({
  ...request,
  body: body === null ? null : new TextEncoder().encode(body),
})

type Fetched = { readonly status: number; readonly headers: [string, string][]; readonly text: string } | { readonly failure: Failure }

async function failureOf(work: () => Promise<Fetched>): Promise<Fetched> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BridgeFetchError) return { failure: error.failure }
    throw error
  }
}

const page = {
  surface: bridge.surface,
  exposedKeys: () => Object.keys(window.commonplace ?? {}),
  events: () => events,
  request: (name: RouteName, input: unknown) => bridge.request(name, input as never),
  requestBytes: (name: 'files.put', bytes: number[]) => bridge.request(name, { bytes: new Uint8Array(bytes) }),
  async getBytes(hash: string) {
    const result = await bridge.request('files.get', { hash })
    return result.ok && result.value !== null ? Array.from(result.value) : result
  },
  async receiveKey(): Promise<number[]> {
    const result = await bridge.request('credentials.receiveKey', {})
    return result.ok ? Array.from(result.value.publicKey) : []
  },
  async sealCredentials(ids: string[], recipientKey: number[], deviceName: string) {
    const result = await bridge.request('credentials.seal', { ids, recipientKey: new Uint8Array(recipientKey), deviceName })
    return result.ok ? Array.from(result.value.sealed) : { failure: result.failure }
  },
  receiveCredentials: (sealed: number[]) => bridge.request('credentials.receive', { sealed: new Uint8Array(sealed) }),
  fetch: (request: WireFetch) =>
    failureOf(async () => {
      const response = await bridge.fetchWithCredential(requestOf(request), new AbortController().signal)
      return { status: response.status, headers: [...response.headers], text: await response.text() }
    }),
  /** Reads so many bytes, waits, and gives up; for tests of what happens to an unread answer. */
  async readSome(request: WireFetch, wantedBytes: number, waitMs: number): Promise<number> {
    const response = await bridge.fetchWithCredential(requestOf(request), new AbortController().signal)
    const reader = response.body?.getReader()
    let total = 0
    while (reader !== undefined && total < wantedBytes) {
      const { done, value } = await reader.read()
      if (done) break
      total += value.byteLength
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    await reader?.cancel()
    return total
  },
  /** The name of what an aborted fetch rejects with. */
  async abortAfter(request: WireFetch, ms: number): Promise<string> {
    const abort = new AbortController()
    setTimeout(() => abort.abort(), ms)
    try {
      const response = await bridge.fetchWithCredential(requestOf(request), abort.signal)
      await response.text()
      return 'not aborted'
    } catch (error) {
      return error instanceof Error ? error.name : String(error)
    }
  },
}

export type BridgePage = typeof page

declare global {
  interface Window {
    bridgePage: BridgePage
  }
}
window.bridgePage = page
