import * as z from 'zod'

/** A proxy that requests of one model provider go through. The login, if it wants one, is kept where the keys are. */
export const proxySchemes = ['http', 'https', 'socks5'] as const
export type ProxyScheme = (typeof proxySchemes)[number]

/**
 * A name or an address of a computer, an IPv6 one without brackets. Letter by letter, since it becomes a part of a
 * rule in which `;`, `,` and `=` have a meaning.
 */
const proxyHost = z.string().max(253).regex(/^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?\.?|[0-9a-f:.]*:[0-9a-f:.]*)$/)
const proxyPort = z.number().int().min(1).max(65_535)
const loginId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

/** Which proxy it is: what a login is bound to. */
export const proxyAddressSchema = z.strictObject({ scheme: z.enum(proxySchemes), host: proxyHost, port: proxyPort })
export type ProxyAddress = z.infer<typeof proxyAddressSchema>

export const proxyServerSchema = z.strictObject({
  kind: z.literal('server'),
  scheme: z.enum(proxySchemes),
  host: proxyHost,
  port: proxyPort,
  /** The stored login; null for a proxy that asks for none. */
  loginId: loginId.nullable(),
})
export type ProxyServer = z.infer<typeof proxyServerSchema>

/** How a service is reached: as the system is set, straight, or through one proxy. */
export const proxySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('system') }),
  z.strictObject({ kind: z.literal('none') }),
  proxyServerSchema,
])
export type Proxy = z.infer<typeof proxySchema>

/** 255 bytes each is what SOCKS5 carries (RFC 1929); a colon ends the name in the login of HTTP (RFC 7617). */
const loginText = z.string().refine((text) => !/[\u0000-\u001f\u007f]/.test(text) && new TextEncoder().encode(text).byteLength <= 255)
export const proxyLoginSchema = z.strictObject({ user: loginText.refine((text) => text !== '' && !text.includes(':')), password: loginText })
export type ProxyLogin = z.infer<typeof proxyLoginSchema>

/** `socks5://host:1080`, an IPv6 host in brackets. The same for the same proxy, whatever else is stored with it. */
export const proxyOrigin = ({ scheme, host, port }: ProxyAddress): string =>
  `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
