import type { ProxyAddress } from '@shared/bridge/proxy'
import type { Failure } from '@shared/errors'

/** The way to the service failed, not the service. */
export class ProxyError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.detail ?? failure.code)
    this.name = 'ProxyError'
  }
}

export const proxyError = (code: 'proxy-failed' | 'proxy-login', detail: string): ProxyError =>
  new ProxyError({ code, stage: 'connect', detail: detail.slice(0, 2000) })

/** Chromium's names of what may go wrong before a proxy has passed a connection on (net/base/net_error_list.h). */
const proxyErrors: readonly (readonly [name: string, meaning: string])[] = [
  ['ERR_PROXY_CONNECTION_FAILED', 'the proxy did not answer, or is no proxy of this kind'],
  ['ERR_TUNNEL_CONNECTION_FAILED', 'the proxy refused to connect to the service'],
  ['ERR_SOCKS_CONNECTION_HOST_UNREACHABLE', 'the proxy could not reach the service'],
  ['ERR_SOCKS_CONNECTION_FAILED', 'the proxy refused the connection, or is no SOCKS5 proxy'],
  ['ERR_PROXY_CERTIFICATE_INVALID', 'the certificate of the proxy is not valid'],
  ['ERR_HTTPS_PROXY_TUNNEL_RESPONSE', 'the proxy answered with a page of its own'],
  ['ERR_MANDATORY_PROXY_CONFIGURATION_FAILED', 'the proxy settings of the system could not be read'],
  ['ERR_PAC_', 'the proxy settings of the system could not be read'],
  ['ERR_NO_SUPPORTED_PROXIES', 'a proxy of a kind that is not supported'],
]
const loginErrors = /ERR_PROXY_AUTH|ERR_UNEXPECTED_PROXY_AUTH/

/** What a network error says of the proxy; null where it is about something else. */
export function proxyErrorOf(message: string): ProxyError | null {
  if (loginErrors.test(message)) return proxyError('proxy-login', message)
  const known = proxyErrors.find(([name]) => message.includes(name))
  return known === undefined ? null : proxyError('proxy-failed', `${known[1]} (${message})`)
}

export const placeOf = ({ host, port }: Pick<ProxyAddress, 'host' | 'port'>): string => `${host.includes(':') ? `[${host}]` : host}:${port}`
