import { messageTypes, syncMessageTypes } from '../../../shared/sync/protocol'
import { uintLength, writeUint } from './byte-reader'
import type { Plan } from './merge'
import type { PresenceState } from './read-message'

/**
 * Whole WebSocket frames of the server (binary, final, unmasked), built once and written to every peer of a room as
 * they are. They may stand between the frames that `ws` writes itself, since without compression it too writes every
 * frame in one go.
 */
const finalBinary = 0x82

const headerLength = (payload: number): number => (payload < 126 ? 2 : payload < 65_536 ? 4 : 10)

/** A frame in the pieces in which it is written, one or two: long updates are not copied behind their head. */
export type Frame = readonly Uint8Array[]

/** Updates from this size on stay where they are. */
const longBytes = 64 * 2 ** 10

/** Head of a frame with `payload` bytes and room for `room` of them; `start` is where those begin. */
function allocate(payload: number, room = payload): { readonly frame: Buffer; readonly start: number } {
  const start = headerLength(payload)
  const frame = Buffer.allocUnsafe(start + room)
  frame[0] = finalBinary
  if (start === 2) frame[1] = payload
  else if (start === 4) {
    frame[1] = 126
    frame.writeUInt16BE(payload, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(payload), 2)
  }
  return { frame, start }
}

export interface UpdateFrame {
  readonly frame: Frame
  /** The update inside the frame. */
  readonly update: Uint8Array
}

export function updateFrame(type: 'update' | 'step2', plan: Plan): UpdateFrame {
  const head = 2 + uintLength(plan.byteLength)
  const long = plan.byteLength >= longBytes ? plan.bytes : null
  const { frame, start } = allocate(head + plan.byteLength, long === null ? head + plan.byteLength : head)
  frame[start] = messageTypes.sync
  frame[start + 1] = syncMessageTypes[type]
  const at = writeUint(frame, start + 2, plan.byteLength)
  if (long !== null) return { frame: [frame, long], update: long }
  plan.write(frame, at)
  return { frame: [frame], update: frame.subarray(at) }
}

export function stepOneFrame(stateVector: Uint8Array): Frame {
  const { frame, start } = allocate(2 + uintLength(stateVector.byteLength) + stateVector.byteLength)
  frame[start] = messageTypes.sync
  frame[start + 1] = syncMessageTypes.step1
  frame.set(stateVector, writeUint(frame, start + 2, stateVector.byteLength))
  return [frame]
}

export function presenceFrame(presence: Uint8Array): Frame {
  const { frame, start } = allocate(1 + uintLength(presence.byteLength) + presence.byteLength)
  frame[start] = messageTypes.awareness
  frame.set(presence, writeUint(frame, start + 1, presence.byteLength))
  return [frame]
}

/** An awareness update. */
export function writePresence(states: readonly PresenceState[]): Uint8Array {
  const length = states.reduce(
    (sum, { client, clock, json }) => sum + uintLength(client) + uintLength(clock) + uintLength(json.byteLength) + json.byteLength,
    uintLength(states.length),
  )
  const bytes = new Uint8Array(length)
  let at = writeUint(bytes, 0, states.length)
  for (const { client, clock, json } of states) {
    at = writeUint(bytes, writeUint(bytes, writeUint(bytes, at, client), clock), json.byteLength)
    bytes.set(json, at)
    at += json.byteLength
  }
  return bytes
}

/** An awareness update of nobody: every client takes it as a sign of life and nothing else. */
export const keepAliveFrame: Frame = presenceFrame(writePresence([]))
