import * as z from 'zod'
import { syncLimits, syncProtocolVersion } from './protocol'

/** The HTTP side of sync, under `/api/v1`. Every answer that is not 2xx is `{error}` with one of these codes. */
export const apiErrorCodes = [
  'token-rejected',
  'removed',
  'not-found',
  'exists',
  'quota-full',
  'too-large',
  'too-many',
  'invalid',
  'expired',
  /** The server's storage failed, or it is shutting down. */
  'busy',
] as const

export type ApiErrorCode = (typeof apiErrorCodes)[number]

export const apiErrorStatus: Readonly<Record<ApiErrorCode, number>> = {
  'token-rejected': 401,
  removed: 403,
  'not-found': 404,
  exists: 409,
  'quota-full': 507,
  'too-large': 413,
  'too-many': 429,
  invalid: 400,
  expired: 410,
  busy: 503,
}

const base64url = (least: number, most = least) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${least},${most}}$`))

/** 32 random bytes. Tokens of devices, setup and recovery look the same. */
export const tokenSchema = base64url(43)
/** base64url of SHA-256 over the token's 43 characters. */
export const tokenHashSchema = base64url(43)
export const vaultIdSchema = base64url(22)
export const wireDeviceIdSchema = base64url(8, 64)
export const rendezvousIdSchema = base64url(22, 64)
export const blobIdSchema = base64url(22, 64)
export const rendezvousSlotSchema = z.coerce.number().int().min(0).max(syncLimits.rendezvousSlots - 1)

/** GET /info, without a token. Tolerant: a newer server may say more. */
export const serverInfoSchema = z.object({
  name: z.literal('commonplace-sync'),
  protocol: z.number().int(),
  version: z.string(),
  /** Milliseconds since 1970, to notice a wrong clock. */
  now: z.number(),
  /** Hash of the web app that is served (see sync-server/src/web-hash.ts), in lower-case hex. */
  webApp: z.object({ sha256: z.string() }).nullable(),
})
export type ServerInfo = z.infer<typeof serverInfoSchema>

export const isProtocolKnown = (info: ServerInfo): boolean => info.protocol === syncProtocolVersion

/** POST /vaults with the setup token. */
export const createVaultSchema = z.strictObject({
  vaultId: vaultIdSchema,
  deviceId: wireDeviceIdSchema,
  tokenHash: tokenHashSchema,
  recoveryTokenHash: tokenHashSchema,
})
export type CreateVault = z.infer<typeof createVaultSchema>

export const createdVaultSchema = z.object({ maxBytes: z.number() })

/** GET /vault. Removed devices are not listed. */
export const vaultInfoSchema = z.object({
  vaultId: z.string(),
  usedBytes: z.number(),
  maxBytes: z.number(),
  devices: z.array(
    z.object({
      deviceId: z.string(),
      addedAt: z.number(),
      lastSeenAt: z.number().nullable(),
      isOnline: z.boolean(),
    }),
  ),
})
export type VaultInfo = z.infer<typeof vaultInfoSchema>

/** POST /devices with a device's token, POST /recoveries with the recovery token. */
export const addDeviceSchema = z.strictObject({ deviceId: wireDeviceIdSchema, tokenHash: tokenHashSchema })
export type AddDevice = z.infer<typeof addDeviceSchema>

/** The answer of POST /recoveries names the vault, which the phrase alone gives too. */
export const recoveredSchema = z.object({ vaultId: z.string(), maxBytes: z.number() })

/** POST /rendezvous/:id with a device's token. */
export const openedRendezvousSchema = z.object({ expiresAt: z.number() })

export const apiErrorSchema = z.object({ error: z.string() })
