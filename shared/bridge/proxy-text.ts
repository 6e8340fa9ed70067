import { proxyAddressSchema, type ProxyAddress, type ProxyScheme } from './proxy'

export interface PastedProxy extends ProxyAddress {
  readonly user: string
  readonly password: string
}

/** Everything that gets copied along: spaces of all kinds, invisible characters, quotes. */
const wrapping = /[\s\u00a0\u00ad\u180e\u200b-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff"'`<>“”‘’«»]/gu

const schemes: Readonly<Record<string, ProxyScheme>> = { http: 'http', https: 'https', socks: 'socks5', socks5: 'socks5', socks5h: 'socks5' }
export const usualProxyPort: Readonly<Record<ProxyScheme, number>> = { http: 80, https: 443, socks5: 1080 }

/**
 * A whole proxy as people have it in their clipboard: `socks5://user:pass@host:1080`, `host:8080`,
 * `user:pass@host:8080`, `host:8080:user:pass`. null where it is none, as for a bare host.
 */
export function parseProxyText(text: string): PastedProxy | null {
  const cleaned = text.replace(wrapping, '')
  const [, name, rest] = /^(?:([a-z0-9]+):\/\/)?(.*?)\/?$/i.exec(cleaned) ?? []
  const scheme = schemes[(name ?? 'http').toLowerCase()]
  if (scheme === undefined || rest === undefined || rest === '') return null
  const seller = /^([^:@/]+):(\d{1,5}):([^:@]+):([^@]+)$/.exec(rest)
  if (seller !== null) return toProxy(scheme, `${seller[1]}:${seller[2]}`, seller[3] ?? '', seller[4] ?? '')
  const at = rest.lastIndexOf('@')
  const [user, password] = splitLogin(rest.slice(0, Math.max(at, 0)))
  const place = rest.slice(at + 1)
  if (name === undefined && at < 0 && !/:\d{1,5}$/.test(place)) return null
  return toProxy(scheme, place, user, password)
}

/** The host as it is stored: lower case, other scripts in their ASCII form, no brackets; null for anything else. */
export function proxyHostOf(typed: string): string | null {
  const cleaned = typed.replace(wrapping, '')
  const isBareIpv6 = /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(cleaned)
  return toProxy('http', `${isBareIpv6 ? `[${cleaned}]` : cleaned}:1`, '', '')?.host ?? null
}

function toProxy(scheme: ProxyScheme, place: string, user: string, password: string): PastedProxy | null {
  // Read as an address of the web, whose hosts the URL parser normalises; a scheme of its own would leave them as they are.
  const url = /[/?#@\\]/.test(place) || !URL.canParse(`http://${place}`) ? null : new URL(`http://${place}`)
  if (url === null) return null
  const typedPort = /:(\d{1,5})$/.exec(place)?.[1]
  const port = typedPort === undefined ? usualProxyPort[scheme] : Number(typedPort)
  const address = proxyAddressSchema.safeParse({ scheme, host: url.hostname.replace(/^\[|\]$/g, ''), port })
  return address.success ? { ...address.data, user, password } : null
}

/** In an address both are percent-encoded where they must be; what is no such encoding is meant as it stands. */
function splitLogin(login: string): [user: string, password: string] {
  const colon = login.indexOf(':')
  return colon < 0 ? [decode(login), ''] : [decode(login.slice(0, colon)), decode(login.slice(colon + 1))]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
