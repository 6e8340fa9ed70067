import type { Bridge } from '@shared/bridge/bridge'
import type { Failure } from '@shared/errors'
import type { CredentialId, IdFactory } from '@shared/ids'
import { cleanKey, urlPrefixesFor } from '@shared/providers/base-url'
import { plainAccess, type ModelProvider } from '@shared/providers/model-provider'
import { presets } from '@shared/providers/presets'
import { fail, ok, type Result } from '@shared/result'
import { forgetProxyLogin, storeProxy } from './proxy-draft'
import type { ProviderInput } from './services'

/** How a provider is reached, once its login is where the keys are. */
export type StoredWay = Pick<ModelProvider, 'headers' | 'idleTimeoutMs' | 'proxy'>

export interface AccessPorts {
  readonly bridge: Bridge
  readonly newId: IdFactory
}

/** Where the keys of a provider may be sent: while this is the same, a stored key goes on being right. */
export const placeOf = ({ baseUrl, api, preset }: Pick<ModelProvider, 'baseUrl' | 'api' | 'preset'>): readonly string[] => urlPrefixesFor(baseUrl, api, preset)

export const isSamePlace = (a: Parameters<typeof placeOf>[0], b: Parameters<typeof placeOf>[0]): boolean => placeOf(a).join(' ') === placeOf(b).join(' ')

/** Stores one key for the address; an empty one means that the service wants none. */
export async function storeKey(bridge: Bridge, id: string, typed: string, input: ProviderInput, baseUrl: string): Promise<Result<string, Failure>> {
  const key = cleanKey(typed)
  const { scheme, needsKey } = presets[input.preset]
  if (key === '' && needsKey) return fail({ code: 'no-key', stage: 'bridge' })
  const saved = await bridge.request('credentials.save', {
    id,
    secret: key === '' ? null : key,
    urlPrefixes: [...placeOf({ ...input, baseUrl })],
    scheme: key === '' ? 'none' : schemeFor(input.api, scheme),
  })
  return saved.ok ? ok(saved.value.id) : saved
}

/** An address of any kind is told the key as its wire format has it. */
function schemeFor(api: ModelProvider['api'], usual: (typeof presets)[ModelProvider['preset']]['scheme']) {
  if (usual !== 'bearer') return usual
  return api === 'anthropic-messages' ? 'x-api-key' : api === 'gemini' ? 'x-goog-api-key' : 'bearer'
}

/** Stores further keys; on a failure none of them stays. */
export async function storeFurtherKeys({ bridge, newId }: AccessPorts, input: ProviderInput, baseUrl: string): Promise<Result<readonly string[], Failure>> {
  const ids: string[] = []
  for (const typed of input.access?.addedKeys ?? []) {
    if (cleanKey(typed) === '') continue
    const saved = await storeKey(bridge, newId<CredentialId>(), typed, input, baseUrl)
    if (saved.ok) ids.push(saved.value)
    else {
      await removeKeys(bridge, ids)
      return saved
    }
  }
  return ok(ids)
}

export async function removeKeys(bridge: Bridge, ids: readonly string[]): Promise<void> {
  for (const id of ids) await bridge.request('credentials.remove', { id })
}

/** The way of an input; `newLoginId` is set where a proxy's login was stored for it now. */
export async function storeWay({ bridge, newId }: AccessPorts, input: ProviderInput, existing: ModelProvider | null): Promise<Result<{ way: StoredWay; newLoginId: string | null }, Failure>> {
  const { access } = input
  const { headers, idleTimeoutMs, proxy } = existing ?? plainAccess
  if (access === undefined) return ok({ way: { headers: [...headers], idleTimeoutMs, proxy }, newLoginId: null })
  const stored = await storeProxy(bridge, access.proxy, newId<CredentialId>())
  if (!stored.ok) return stored
  const way = { headers: [...access.headers], idleTimeoutMs: access.idleTimeoutMs, proxy: stored.value.proxy }
  return ok({ way, newLoginId: stored.value.newLoginId })
}

/** What was only kept for a provider that is gone, or for what it was before. */
export async function forgetLoginOf(bridge: Bridge, before: ModelProvider['proxy'], now: ModelProvider['proxy'] | null): Promise<void> {
  const loginOf = (proxy: ModelProvider['proxy'] | null) => (proxy?.kind === 'server' ? proxy.loginId : null)
  const old = loginOf(before)
  if (old !== null && old !== loginOf(now)) await forgetProxyLogin(bridge, old)
}
