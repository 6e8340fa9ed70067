import type { Failure } from '../errors'
import { fail, ok, type Result } from '../result'
import type { RouteInput, StoredProxyLogin } from './contract'
import type { OtherSecretId, OtherSecrets } from './credential-vault'
import { proxyAddressSchema, proxyLoginSchema, proxyOrigin, type ProxyAddress, type ProxyLogin } from './proxy'

/** Logins of proxies, beside the keys. SEC-2: a login goes to the one proxy that it was saved for. */
export interface ProxyLogins {
  list(): Promise<StoredProxyLogin[]>
  save(input: RouteInput<'proxyLogins.save'>): Promise<Result<StoredProxyLogin, Failure>>
  remove(id: string): Promise<Result<null, Failure>>
  /** The login for a connection to this very proxy; never for the page. */
  use(id: string, proxy: ProxyAddress): Promise<Result<ProxyLogin, Failure>>
}

const prefix = 'proxy:'
const secretId = (id: string): OtherSecretId => `${prefix}${id}`
const failed = (code: Failure['code'], detail: string) => fail<Failure>({ code, stage: 'bridge', detail })

export function createProxyLogins(secrets: OtherSecrets): ProxyLogins {
  return {
    async list() {
      const stored = (await secrets.list()).filter(({ id, hasKey }) => hasKey && id.startsWith(prefix))
      return stored.flatMap(({ id, urlPrefixes: [origin] }) => {
        const proxy = addressOfOrigin(origin ?? '')
        return proxy === null ? [] : [{ id: id.slice(prefix.length), proxy }]
      })
    },

    async save({ id, proxy, user, password }) {
      const kept = await secrets.keep(secretId(id), { secret: JSON.stringify({ user, password }), urlPrefixes: [proxyOrigin(proxy)], scheme: 'none' })
      return kept.ok ? ok({ id, proxy }) : kept
    },

    remove: (id) => secrets.remove(secretId(id)),

    async use(id, proxy) {
      const opened = await secrets.open(secretId(id))
      if (!opened.ok) return opened.failure.code === 'no-key' ? failed('proxy-login', 'no login is stored for the proxy') : opened
      const { secret, urlPrefixes } = opened.value
      if (secret === null) return failed('proxy-login', 'the login of the proxy is not stored any more')
      if (urlPrefixes[0] !== proxyOrigin(proxy)) return failed('url-not-allowed', 'the login belongs to another proxy')
      return ok(proxyLoginSchema.parse(JSON.parse(secret)))
    },
  }
}

/** What `proxyOrigin` wrote. */
function addressOfOrigin(origin: string): ProxyAddress | null {
  const [, scheme, bracketed, plain, port] = /^([a-z0-9]+):\/\/(?:\[(.+)\]|([^:]+)):(\d+)$/.exec(origin) ?? []
  return proxyAddressSchema.safeParse({ scheme, host: bracketed ?? plain, port: Number(port) }).data ?? null
}
