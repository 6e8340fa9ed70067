import * as z from 'zod'
import type { RoomMessage, Signal } from './fanout'

/** What Redis carries: 8 bytes of the publishing instance, a kind, then what belongs to the kind. */
const instanceBytes = 8
const headerBytes = instanceBytes + 1
const kinds = { update: 1, presence: 2, presenceWanted: 3, signal: 4 } as const

export interface Published<Message> {
  readonly from: string
  readonly message: Message
}

export function encodeMessage(instance: Buffer, message: RoomMessage): Buffer {
  if (message.kind === 'update') {
    const number = Buffer.alloc(8)
    number.writeBigUInt64BE(BigInt(message.sequence))
    return Buffer.concat([instance, Buffer.of(kinds.update), number, message.update])
  }
  if (message.kind === 'presence') return Buffer.concat([instance, Buffer.of(kinds.presence), message.presence])
  return Buffer.concat([instance, Buffer.of(kinds.presenceWanted)])
}

export const encodeSignal = (instance: Buffer, signal: Signal): Buffer =>
  Buffer.concat([instance, Buffer.of(kinds.signal), Buffer.from(JSON.stringify(signal))])

/** Null for what no instance of this version writes: another program on the same Redis, or a newer instance. */
export function decodeMessage(bytes: Buffer): Published<RoomMessage> | null {
  const from = senderOf(bytes)
  if (from === null) return null
  const body = bytes.subarray(headerBytes)
  switch (bytes[instanceBytes]) {
    case kinds.update:
      if (body.byteLength < 8) return null
      return { from, message: { kind: 'update', sequence: Number(body.readBigUInt64BE()), update: new Uint8Array(body.subarray(8)) } }
    case kinds.presence:
      return { from, message: { kind: 'presence', presence: new Uint8Array(body) } }
    case kinds.presenceWanted:
      return { from, message: { kind: 'presence-wanted' } }
    default:
      return null
  }
}

const signalSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('device-removed'), vaultId: z.string(), deviceId: z.string() }),
  z.object({ kind: z.literal('vault-deleted'), vaultId: z.string() }),
  z.object({ kind: z.literal('rendezvous'), id: z.string() }),
])

export function decodeSignal(bytes: Buffer): Published<Signal> | null {
  const from = senderOf(bytes)
  if (from === null || bytes[instanceBytes] !== kinds.signal) return null
  try {
    const signal = signalSchema.safeParse(JSON.parse(bytes.subarray(headerBytes).toString()))
    return signal.success ? { from, message: signal.data } : null
  } catch {
    return null
  }
}

const senderOf = (bytes: Buffer): string | null => (bytes.byteLength < headerBytes ? null : bytes.toString('hex', 0, instanceBytes))
