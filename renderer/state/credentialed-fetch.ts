import type { Bridge } from '@shared/bridge/bridge'
import type { CredentialedFetch } from '@shared/providers/model-call'

/** The `fetch` that the provider SDKs are given: the bridge sends it, with the credential that this window never sees. */
export function createCredentialedFetch(bridge: Bridge, credentialId: string): CredentialedFetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer())
    return bridge.fetchWithCredential(
      {
        credentialId,
        url: request.url,
        method: request.method === 'GET' ? 'GET' : 'POST',
        headers: [...request.headers].map(([name, value]) => [name, value] as [string, string]),
        body,
      },
      request.signal,
    )
  }
}
