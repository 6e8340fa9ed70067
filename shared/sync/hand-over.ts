import * as z from 'zod'
import { deflateSync } from 'fflate'
import { parcelKeyBytes } from '../bridge/credential-parcel'
import { idSchema, type DeviceId } from '../ids'
import { modelProviderSchema, type ModelProvider } from '../providers/model-provider'
import { openPassing, sealPassing } from './awareness'
import { fromBase64Url, fromUtf8, toBase64Url, toUtf8, type RandomBytes } from './bytes'
import { inflate } from './entry-body'
import type { Keyring } from './keyring'

/**
 * Keys of model providers on their way from one device to another while both are there. Each step is shown until the
 * exchange is over: the sender asks, the other device answers with a public key made for this one parcel, the sender
 * shows the parcel, the other says what became of it. `nonce` names the exchange; `to` is the only reader meant.
 */
export type HandOverMessage = {
  readonly to: DeviceId
  readonly nonce: string
} & (
  | { readonly step: 'ask' }
  | { readonly step: 'key'; readonly publicKey: Uint8Array<ArrayBuffer> }
  /** `parcel`: see shared/bridge/credential-parcel.ts. The providers that use these keys; there is no secret in them. */
  | { readonly step: 'parcel'; readonly parcel: Uint8Array<ArrayBuffer>; readonly providers: readonly ModelProvider[] }
  | { readonly step: 'kept'; readonly count: number }
  /** A code for a person who reports it. */
  | { readonly step: 'not-kept'; readonly reason: string }
)

export interface HeardMessage {
  readonly from: DeviceId
  readonly message: HandOverMessage
}

/** Sealed; what is longer crosses in no state of awareness. */
export const maxHandOverBytes = 160 * 1024
/** What was packed into that; a length that is said to be larger is not believed. */
const maxPlainBytes = 4 * 2 ** 20
const lengthBytes = 4

const bytes = z.string().transform((text, context) => {
  const read = fromBase64Url(text)
  // Of its own memory: the bridge takes no other.
  if (read !== null) return new Uint8Array(read)
  context.addIssue('not base64url')
  return z.NEVER
})
const common = { to: idSchema<DeviceId>(), nonce: z.string().regex(/^[A-Za-z0-9_-]{22}$/) }
/** A newer version may say more of a provider, and know more kinds: those are left out. */
const providerSchema = z.object(modelProviderSchema.shape)
const providers = z.array(z.unknown()).transform((rows) => rows.flatMap((row) => providerSchema.safeParse(row).data ?? []))
const messageSchema = z.discriminatedUnion('step', [
  z.object({ ...common, step: z.literal('ask') }),
  z.object({ ...common, step: z.literal('key'), publicKey: bytes.refine(({ byteLength }) => byteLength === parcelKeyBytes) }),
  z.object({ ...common, step: z.literal('parcel'), parcel: bytes, providers }),
  z.object({ ...common, step: z.literal('kept'), count: z.number().int().nonnegative() }),
  z.object({ ...common, step: z.literal('not-kept'), reason: z.string().max(80) }),
])

/** Null where there is no epoch to seal with. */
export function sealHandOver(message: HandOverMessage, keyring: Keyring, random: RandomBytes): Uint8Array | null {
  const plain = toUtf8(JSON.stringify(message, (_, value: unknown) => (value instanceof Uint8Array ? toBase64Url(value) : value)))
  const packed = deflateSync(plain)
  const body = new Uint8Array(lengthBytes + packed.byteLength)
  new DataView(body.buffer).setUint32(0, plain.byteLength)
  body.set(packed, lengthBytes)
  return sealPassing('hand-over', body, keyring, random)
}

/** What a device that is not removed has signed; null for everything else. */
export function openHandOver(sealed: Uint8Array, keyring: Keyring): HeardMessage | null {
  const opened = openPassing('hand-over', sealed, keyring)
  if (!opened.ok) return null
  const message = readMessage(opened.value.body)
  return message === null ? null : { from: opened.value.device, message }
}

function readMessage(body: Uint8Array): HandOverMessage | null {
  try {
    const plainBytes = new DataView(body.buffer, body.byteOffset).getUint32(0)
    if (plainBytes > maxPlainBytes) return null
    return messageSchema.parse(JSON.parse(fromUtf8(inflate(body.subarray(lengthBytes), plainBytes))))
  } catch {
    return null
  }
}
