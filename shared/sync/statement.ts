import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import * as z from 'zod'
import { idSchema, type DeviceId } from '../ids'
import { concatBytes, fromBase64Url, fromUtf8, toBase64Url, toUtf8, type RandomBytes } from './bytes'
import { deriveBytes } from './derive'
import { isSignedBy } from './envelope'
import { openWith, sealWith } from './symmetric'
import type { VaultSecrets } from './vault'

/** Who signs: a device, or the recovery phrase, which outranks them all. */
export type Author = DeviceId | 'recovery'

// A device of that name could sign in the place of the phrase.
const deviceId = idSchema<DeviceId>().refine((id) => id !== 'recovery')
const hexOf = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))
const bytesOf = (length: number) =>
  z.string().transform((text, context) => {
    const bytes = fromBase64Url(text)
    if (bytes?.byteLength === length) return bytes
    context.addIssue({ code: 'custom', message: `${length} bytes are expected` })
    return z.NEVER
  })
const time = z.number().int().nonnegative()
const counter = z.number().int().positive()

const deviceSchema = z.object({
  kind: z.literal('device'),
  deviceId,
  name: z.string().max(200),
  deviceKind: z.enum(['desktop', 'phone', 'browser']).catch('browser'),
  boxKey: bytesOf(32),
  signKey: bytesOf(32),
  addedAt: time,
})
/** One epoch's key, sealed for a device or for the recovery phrase. */
const wrapSchema = z.object({
  number: z.number().int().positive().max(2 ** 31),
  epochId: hexOf(8),
  to: z.union([z.literal('recovery'), deviceId]),
  sealed: z.string().max(400),
})
const wrapsSchema = z.object({ kind: z.literal('wraps'), wraps: z.array(wrapSchema) })
const runSchema = z.object({ stream: hexOf(4), from: counter, to: counter, hash: hexOf(16) })
const removeSchema = z.object({
  kind: z.literal('remove'),
  deviceId,
  at: time,
  /** Ids of the removed device's statements that count. */
  keeps: z.array(z.string()),
  /** Runs of its chains that count, by room. */
  chains: z.record(z.string(), z.array(runSchema)),
})

/** Tolerant: what a newer version adds to a statement is left alone, what it says in a new kind is passed over. */
const bodySchema = z.intersection(
  z.object({ by: z.union([z.literal('recovery'), deviceId]) }),
  z.discriminatedUnion('kind', [deviceSchema, wrapsSchema, removeSchema]),
)

export type StatementBody = z.infer<typeof deviceSchema> | z.infer<typeof wrapsSchema> | z.infer<typeof removeSchema>
export type DeviceBody = z.infer<typeof deviceSchema>
export type RemoveBody = z.infer<typeof removeSchema>
export type Wrap = z.infer<typeof wrapSchema>

/** Unbroken part of a chain: every entry from counter `from` to counter `to`, whose hash is given. */
export type ChainRun = z.infer<typeof runSchema>

export interface Statement {
  /** 16 characters, made of what is signed. */
  readonly id: string
  readonly by: Author
  /** Null where the kind is not known here. */
  readonly body: StatementBody | null
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

const statementVersion = 1
const signatureBytes = 64

/** Statements of one vault: what seals them is known to every device that ever belonged to it, and not to the server. */
export interface StatementPlace {
  readonly vaultId: string
  readonly key: Uint8Array
}

export const statementPlaceOf = (vaultId: string, vault: VaultSecrets): StatementPlace => ({
  vaultId,
  key: deriveBytes(vault.vaultKey, 'keys room', 32),
})

/** An entry of the keys room: version u8 | nonce 24 | sealed(signature 64 | JSON). */
export function writeStatement(place: StatementPlace, by: Author, body: StatementBody, signSecret: Uint8Array, random: RandomBytes): Uint8Array {
  const json = toUtf8(JSON.stringify({ by, ...body }, (_, value: unknown) => (value instanceof Uint8Array ? toBase64Url(value) : value)))
  const signature = ed25519.sign(signedOf(place, json), signSecret)
  const sealed = sealWith(place.key, concatBytes(signature, json), sealPlaceOf(place), random)
  return concatBytes(new Uint8Array([statementVersion]), sealed)
}

/** Null where it is none of this vault, damaged, or of a newer version. Who signed it is not checked yet. */
export function readStatement(place: StatementPlace, entry: Uint8Array): Statement | null {
  if (entry[0] !== statementVersion) return null
  const plain = openWith(place.key, entry.subarray(1), sealPlaceOf(place))
  if (plain === null || plain.byteLength <= signatureBytes) return null
  const json = plain.subarray(signatureBytes)
  const said = saidIn(json)
  if (said === null) return null
  const message = signedOf(place, json)
  const id = toBase64Url(sha256(message).subarray(0, 12))
  return { id, by: said.by, body: said.body, message, signature: plain.subarray(0, signatureBytes) }
}

export const isStatementBy = (statement: Statement, signKey: Uint8Array): boolean =>
  isSignedBy(signKey, statement.message, statement.signature)

const authorSchema = z.object({ by: z.string() })

function saidIn(json: Uint8Array): { by: Author; body: StatementBody | null } | null {
  try {
    const value: unknown = JSON.parse(fromUtf8(json))
    const known = bodySchema.safeParse(value)
    if (known.success) return { by: known.data.by, body: known.data }
    return { by: authorSchema.parse(value).by as Author, body: null }
  } catch {
    return null
  }
}

const sealPlaceOf = (place: StatementPlace): string => `commonplace statement ${place.vaultId}`

const signedOf = (place: StatementPlace, json: Uint8Array): Uint8Array => concatBytes(toUtf8(`commonplace statement ${place.vaultId}\n`), json)
