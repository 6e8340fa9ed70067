import type { Bridge } from '@shared/bridge/bridge'
import type { CredentialedFetch } from '@shared/providers/model-call'
import { plainAccess, type ModelProvider } from '@shared/providers/model-provider'

/** What a person set for the requests to one provider, beside its key. */
export type ProviderWay = Pick<ModelProvider, 'headers' | 'proxy'>

/** The `fetch` that the provider SDKs are given: the bridge sends it, with the credential that this window never sees. */
export function createCredentialedFetch(bridge: Bridge, credentialId: string, { headers, proxy }: ProviderWay = plainAccess): CredentialedFetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer())
    const sent = new Headers(request.headers)
    for (const { name, value } of headers) sent.set(name, value)
    return bridge.fetchWithCredential(
      {
        credentialId,
        url: request.url,
        method: request.method === 'GET' ? 'GET' : 'POST',
        headers: [...sent].map(([name, value]) => [name, value] as [string, string]),
        body,
        proxy,
      },
      request.signal,
    )
  }
}
