import * as z from 'zod'

/** A proxy that requests of one model provider go through. The login, if it wants one, is kept where the keys are. */
export const proxyServerSchema = z.strictObject({
  kind: z.literal('server'),
  scheme: z.enum(['http', 'https', 'socks5']),
  host: z.string().min(1).max(253),
  port: z.number().int().min(1).max(65_535),
  /** The stored login; null for a proxy that asks for none. */
  loginId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/).nullable(),
})
export type ProxyServer = z.infer<typeof proxyServerSchema>

/** How a service is reached: as the system is set, straight, or through one proxy. */
export const proxySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('system') }),
  z.strictObject({ kind: z.literal('none') }),
  proxyServerSchema,
])
export type Proxy = z.infer<typeof proxySchema>
