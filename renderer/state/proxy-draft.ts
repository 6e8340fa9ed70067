import type { Bridge } from '@shared/bridge/bridge'
import { proxyLoginSchema, proxyOrigin, type Proxy, type ProxyAddress, type ProxyScheme } from '@shared/bridge/proxy'
import { proxyHostOf } from '@shared/bridge/proxy-text'
import type { Failure } from '@shared/errors'
import { fail, ok, type Result } from '@shared/result'

/** What is in the form: text as typed, and a login that is kept only as long as the form is open. */
export interface ProxyDraft {
  readonly kind: Proxy['kind']
  readonly scheme: ProxyScheme
  readonly host: string
  readonly port: string
  readonly user: string
  readonly password: string
  /** A login that is stored for a proxy: it stays while the address is that proxy's and nothing is typed. */
  readonly stored: { readonly loginId: string; readonly origin: string } | null
}

export const emptyProxyDraft: ProxyDraft = { kind: 'system', scheme: 'http', host: '', port: '', user: '', password: '', stored: null }

export function proxyDraftOf(proxy: Proxy): ProxyDraft {
  if (proxy.kind !== 'server') return { ...emptyProxyDraft, kind: proxy.kind }
  const { scheme, host, port, loginId } = proxy
  const stored = loginId === null ? null : { loginId, origin: proxyOrigin(proxy) }
  return { ...emptyProxyDraft, kind: 'server', scheme, host, port: String(port), stored }
}

export const proxyProblems = ['host', 'port', 'user', 'password'] as const
export type ProxyProblem = (typeof proxyProblems)[number]

/** What is wrong with the draft, the first field first; null where it can be used. */
export function proxyProblem(draft: ProxyDraft): ProxyProblem | null {
  if (draft.kind !== 'server') return null
  if (proxyHostOf(draft.host) === null) return 'host'
  if (addressOf(draft) === null) return 'port'
  if (draft.user === '') return draft.password === '' ? null : 'user'
  const login = proxyLoginSchema.safeParse({ user: draft.user, password: draft.password })
  return login.success ? null : login.error.issues[0]?.path[0] === 'password' ? 'password' : 'user'
}

function addressOf({ scheme, host, port }: ProxyDraft): ProxyAddress | null {
  const normalised = proxyHostOf(host)
  const number = /^\d{1,5}$/.test(port.trim()) ? Number(port.trim()) : 0
  return normalised === null || number < 1 || number > 65_535 ? null : { scheme, host: normalised, port: number }
}

/** The stored login that still counts: that of this very proxy, with nothing typed over it. */
export function keptLogin(draft: ProxyDraft): string | null {
  const address = addressOf(draft)
  const isSame = address !== null && draft.stored?.origin === proxyOrigin(address)
  return isSame && draft.user === '' && draft.password === '' ? (draft.stored?.loginId ?? null) : null
}

export interface StoredProxy {
  readonly proxy: Proxy
  /** The login that was stored now; null where none was. A check that is over removes it with `forgetProxyLogin`. */
  readonly newLoginId: string | null
}

/**
 * The proxy of a draft with its login where the keys are.
 * @param newLoginId Under which id a typed login is stored.
 */
export async function storeProxy(bridge: Bridge, draft: ProxyDraft, newLoginId: string): Promise<Result<StoredProxy, Failure>> {
  if (draft.kind !== 'server') return ok({ proxy: { kind: draft.kind }, newLoginId: null })
  const address = proxyProblem(draft) === null ? addressOf(draft) : null
  if (address === null) return fail({ code: 'invalid-input', stage: 'bridge', detail: 'the proxy is not complete' })
  if (draft.user === '') return ok({ proxy: { kind: 'server', ...address, loginId: keptLogin(draft) }, newLoginId: null })
  const { user, password } = draft
  const saved = await bridge.request('proxyLogins.save', { id: newLoginId, proxy: address, user, password })
  return saved.ok ? ok({ proxy: { kind: 'server', ...address, loginId: newLoginId }, newLoginId }) : saved
}

/** Nothing is left of a login that no provider uses any more. */
export const forgetProxyLogin = (bridge: Bridge, loginId: string): Promise<Result<null, Failure>> => bridge.request('proxyLogins.remove', { id: loginId })
