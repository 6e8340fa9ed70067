import { proxyOrigin, type Proxy, type ProxyAddress, type ProxyLogin, type ProxyServer } from '@shared/bridge/proxy'
import type { ProxyLogins } from '@shared/bridge/proxy-logins'
import { placeOf, ProxyError, proxyError, proxyErrorOf } from './proxy-error'
import { fetchInSession, type NetRequest, type NetRequestOptions, type PlainInit } from './proxy-request'
import { openSocksRelay, placeOfUrl, type SocksRelay } from './socks-relay'

/** The parts of Electron's Session that are used. */
export interface ProxiedSession {
  setSpellCheckerLanguages(languages: string[]): void
  setProxy(config: { mode: 'direct' } | { mode: 'fixed_servers'; proxyRules: string; proxyBypassRules: string }): Promise<void>
  resolveProxy(url: string): Promise<string>
}

export interface TransportParts<Session extends ProxiedSession> {
  /** Electron's `net.fetch`: the system's certificates and proxies. */
  readonly systemFetch: (url: string, init: RequestInit) => Promise<Response>
  readonly request: (options: NetRequestOptions<Session>) => NetRequest
  /** A session of its own in memory, without a cache. */
  readonly newSession: (name: string) => Session
  readonly logins: Pick<ProxyLogins, 'use'>
}

/** Sends a request the way that its provider asks for. Rejects with a ProxyError where the way itself failed. */
export type Transport = (url: string, init: PlainInit, proxy: Proxy) => Promise<Response>

interface Route<Session> {
  readonly session: Session
  readonly login: ProxyLogin | null
  readonly relay: SocksRelay | null
}

/** How often and how long a session is asked whether it has taken its setting in. */
const settleTries = 200
const settlePauseMs = 25

/** One session for each way that is in use: whatever goes through one knows nothing of the others. */
export function createTransport<Session extends ProxiedSession>(parts: TransportParts<Session>): Transport {
  const routes = new Map<string, Promise<Route<Session>>>()

  function routeFor(proxy: Exclude<Proxy, { kind: 'system' }>, login: ProxyLogin | null): Promise<Route<Session>> {
    // A changed login is another way: Chromium keeps what it told a proxy for as long as a session lives.
    const key = proxy.kind === 'none' ? 'none' : JSON.stringify([proxyOrigin(proxy), login])
    const known = routes.get(key)
    if (known !== undefined) return known
    const opening = openRoute(`proxy-${routes.size}-${Date.now()}`, proxy, login)
    routes.set(key, opening)
    opening.catch(() => routes.delete(key))
    return opening
  }

  async function openRoute(name: string, proxy: Exclude<Proxy, { kind: 'system' }>, login: ProxyLogin | null): Promise<Route<Session>> {
    const session = parts.newSession(name)
    // A new session fetches dictionaries from a server that nobody chose, and would do so through the proxy.
    session.setSpellCheckerLanguages([])
    if (proxy.kind === 'none') {
      await session.setProxy({ mode: 'direct' })
      await untilSet(session, 'DIRECT')
      return { session, login: null, relay: null }
    }
    const relay = proxy.scheme === 'socks5' && login !== null ? await openSocksRelay(proxy, login) : null
    const { scheme, host, port } = relay?.address ?? proxy
    const place = placeOf({ host, port })
    // Without the bypass rule Chromium would go straight to addresses of this computer.
    await session.setProxy({ mode: 'fixed_servers', proxyRules: `${scheme}://${place}`, proxyBypassRules: '<-loopback>' })
    await untilSet(session, place)
    return { session, login: relay?.login ?? login, relay }
  }

  return async (url, init, proxy) => {
    if (proxy.kind === 'system') return orProxyError(parts.systemFetch(url, systemInit(init)), null)
    const login = await loginOf(proxy, parts.logins)
    const { relay, ...route } = await routeFor(proxy, login)
    const place = placeOfUrl(new URL(url))
    relay?.takeFailure(place)
    const response = await orProxyError(fetchInSession({ ...route, request: parts.request }, url, init), proxy.kind === 'server' ? { url, proxy, relay } : null)
    const refusal = response.status === 502 ? (relay?.takeFailure(place) ?? null) : null
    if (refusal === null) return response
    await response.body?.cancel()
    throw refusal
  }
}

/**
 * Chromium takes a setting in some time after it was made, and sends what comes before that the old way: nothing is
 * sent until the session names the new one.
 */
async function untilSet(session: ProxiedSession, wanted: string): Promise<void> {
  for (let tries = 0; tries < settleTries; tries += 1) {
    const way = await session.resolveProxy('https://service.invalid/')
    if (way.toLowerCase().includes(wanted.toLowerCase())) return
    await new Promise((resolve) => setTimeout(resolve, settlePauseMs))
  }
  throw proxyError('proxy-failed', 'the proxy could not be set')
}

async function loginOf(proxy: Proxy, logins: Pick<ProxyLogins, 'use'>): Promise<ProxyLogin | null> {
  if (proxy.kind !== 'server' || proxy.loginId === null) return null
  const login = await logins.use(proxy.loginId, addressOf(proxy))
  if (!login.ok) throw new ProxyError(login.failure)
  return login.value
}

const addressOf = ({ scheme, host, port }: ProxyServer): ProxyAddress => ({ scheme, host, port })

function systemInit({ method, headers, body, signal }: PlainInit): RequestInit {
  const init: RequestInit = {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    signal,
    // SEC-2: a redirect would carry the key wherever the other side says.
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  }
  if (body !== null) init.body = new Uint8Array(body)
  return init
}

/** Names the proxy where it was the proxy. */
async function orProxyError(sent: Promise<Response>, way: { url: string; proxy: ProxyServer; relay: SocksRelay | null } | null): Promise<Response> {
  try {
    return await sent
  } catch (error) {
    if (!(error instanceof Error) || error instanceof ProxyError) throw error
    const told = way?.relay?.takeFailure(placeOfUrl(new URL(way.url))) ?? null
    const known = told ?? proxyErrorOf(error.message)
    if (known !== null) throw known
    // Plain http has no tunnel: the only connection there is was the one to the proxy.
    if (way !== null && way.url.startsWith('http:') && error.message.startsWith('net::ERR_')) throw proxyError('proxy-failed', `${placeOf(way.proxy)}: ${error.message}`)
    throw error
  }
}
