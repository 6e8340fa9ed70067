import { sha256 } from '@noble/hashes/sha2.js'
import * as z from 'zod'
import { idSchema, type DeviceId } from '../ids'
import { concatBytes, fromBase64Url, fromUtf8, toBase64Url, toUtf8 } from './bytes'
import { deriveBytes } from './derive'
import { phraseWords } from './phrase'

const bytesOf = (length: number) =>
  z.string().transform((text, context) => {
    const bytes = fromBase64Url(text)
    if (bytes?.byteLength === length) return bytes
    context.addIssue({ code: 'custom', message: `${length} bytes are expected` })
    return z.NEVER
  })

/** Slot 0, old device: a promise of what slot 2 will hold. */
export const commitSchema = z.object({ commitment: bytesOf(32) })
/** Slot 1, new device. */
export const joinSchema = z.object({
  pairKey: bytesOf(32),
  nonce: bytesOf(32),
  deviceId: idSchema<DeviceId>(),
  name: z.string().max(200),
  kind: z.enum(['desktop', 'phone', 'browser']),
  boxKey: bytesOf(32),
  signKey: bytesOf(32),
  tokenHash: z.string().max(64),
})
/** Slot 2, old device. */
export const revealSchema = z.object({ pairKey: bytesOf(32), nonce: bytesOf(32), name: z.string().max(200) })
/** Slot 3, new device: what its person said of the words. */
export const verdictSchema = z.object({ isSame: z.boolean() })
/** Slot 4, old device, sealed with what both agreed on. */
export const grantSchema = z.union([
  z.object({ isGranted: z.literal(false) }),
  z.object({
    isGranted: z.literal(true),
    serverUrl: z.string(),
    vaultKey: bytesOf(32),
    recoveryBoxKey: bytesOf(32),
    recoverySignKey: bytesOf(32),
    oldDeviceName: z.string(),
    counters: z.record(z.string(), z.record(z.string(), z.number())),
    statementIds: z.array(z.string()),
  }),
])
/** Slot 5, new device: it has everything. */
export const doneSchema = z.object({ isDone: z.literal(true) })

export type Reveal = z.infer<typeof revealSchema>

/** Null where it is not what was expected. */
export function readMessage<Message>(schema: z.ZodType<Message>, bytes: Uint8Array): Message | null {
  try {
    return schema.parse(JSON.parse(fromUtf8(bytes)))
  } catch {
    return null
  }
}

export const writeMessage = (message: object): Uint8Array =>
  toUtf8(JSON.stringify(message, (_, value: unknown) => (value instanceof Uint8Array ? toBase64Url(value) : value)))

export const commitmentTo = (reveal: Uint8Array): Uint8Array => sha256(concatBytes(toUtf8('commonplace commitment\n'), reveal))

/** All that was said in the open, as it arrived: where somebody is between, the two sides have different ones. */
export const transcriptOf = (commit: Uint8Array, join: Uint8Array, reveal: Uint8Array): Uint8Array =>
  sha256(concatBytes(sha256(commit), sha256(join), sha256(reveal)))

/** 33 bits: somebody between has one try, and it cannot be prepared, since the old device committed first. */
export function wordsOf(transcript: Uint8Array): readonly [string, string, string] {
  const bytes = deriveBytes(transcript, 'pairing words', 6)
  const word = (at: number): string => phraseWords[(((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)) & 2047] ?? ''
  return [word(0), word(2), word(4)]
}
