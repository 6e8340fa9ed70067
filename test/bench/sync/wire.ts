import { frameOf } from './raw-socket'

/** How a server wants its messages: y-websocket's as they are, or Hocuspocus', which put the document's name before each. */
export type Wire = 'y-websocket' | 'hocuspocus'

export const syncStep1 = 0
export const syncStep2 = 1
export const syncUpdate = 2

/** What a server sent, as far as the generator looks at it. */
export type Received =
  | { readonly kind: 'step 1' }
  | { readonly kind: 'update'; readonly isAnswer: boolean; readonly update: Buffer }
  | { readonly kind: 'other' }

const emptyStateVector = Uint8Array.of(0)
const emptyUpdate = Uint8Array.of(0, 0)

/** Frames with which a client greets: the token where the server wants one in a message, and the question for everything. */
export function greeting(wire: Wire, room: string): Buffer {
  const ask = syncFrame(wire, room, syncStep1, emptyStateVector)
  if (wire === 'y-websocket') return ask
  const authentication = Buffer.concat([name(room), Buffer.from([2, 0]), varString('token')])
  return Buffer.concat([frameOf(authentication), ask])
}

/** A client without anything of its own answers the server's question. */
export const nothingNew = (wire: Wire, room: string): Buffer => syncFrame(wire, room, syncStep2, emptyUpdate)

export const updateFrame = (wire: Wire, room: string, update: Uint8Array): Buffer => syncFrame(wire, room, syncUpdate, update)

export function awarenessFrame(wire: Wire, room: string, update: Uint8Array): Buffer {
  return frameOf(Buffer.concat([prefix(wire, room), Buffer.from([1]), varUint(update.length), update]))
}

export function readMessage(wire: Wire, message: Buffer): Received {
  let at = 0
  if (wire === 'hocuspocus') {
    const [length, start] = readVarUint(message, 0)
    at = start + length
  }
  // Hocuspocus answers a question under a number of its own.
  if (message[at] !== 0 && !(wire === 'hocuspocus' && message[at] === 4)) return { kind: 'other' }
  const step = message[at + 1]
  if (step === syncStep1) return { kind: 'step 1' }
  const [length, start] = readVarUint(message, at + 2)
  return { kind: 'update', isAnswer: step === syncStep2, update: message.subarray(start, start + length) }
}

/** The number and where the next byte is. */
export function readVarUint(bytes: Uint8Array, start: number): [number, number] {
  let value = 0
  let factor = 1
  for (let at = start; ; at++) {
    const byte = bytes[at] ?? 0
    value += (byte & 0x7f) * factor
    if (byte < 0x80) return [value, at + 1]
    factor *= 128
  }
}

function syncFrame(wire: Wire, room: string, step: number, content: Uint8Array): Buffer {
  return frameOf(Buffer.concat([prefix(wire, room), Buffer.from([0, step]), varUint(content.length), content]))
}

const prefix = (wire: Wire, room: string): Buffer => (wire === 'hocuspocus' ? name(room) : Buffer.alloc(0))
const name = (room: string): Buffer => varString(room)
const varString = (text: string): Buffer => Buffer.concat([varUint(Buffer.byteLength(text)), Buffer.from(text)])

function varUint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80)
  return Buffer.from([...bytes, rest])
}
