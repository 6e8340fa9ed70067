import { messageTypes, syncLimits, syncMessageTypes } from '../../../shared/sync/protocol'
import { ByteReader } from './byte-reader'
import { skipJson } from './scan-json'
import { scanUpdate, type ScannedUpdate } from './scan-update'

/** One client's state of awareness as it crosses the wire. */
export interface PresenceState {
  readonly client: number
  readonly clock: number
  /** JSON in UTF-8, without its length. */
  readonly json: Uint8Array
}

export type StateVector = ReadonlyMap<number, number>

export type Message =
  | { readonly kind: 'step1'; readonly known: StateVector }
  | { readonly kind: 'update'; readonly update: ScannedUpdate }
  | { readonly kind: 'presence'; readonly states: readonly PresenceState[] }
  | { readonly kind: 'presence-wanted' }

/** A frame of a device, checked to its last byte; null where it is none. Step 2 and update mean the same to a server. */
export function readMessage(frame: Uint8Array, maxClients: number, maxStructs?: number): Message | null {
  const reader = new ByteReader(frame)
  const type = reader.readUint()
  if (type === messageTypes.sync) return readSync(reader, maxClients, maxStructs)
  if (type === messageTypes.awareness) return presenceMessage(readBody(reader))
  if (type === messageTypes.queryAwareness && reader.remaining === 0 && !reader.hasFailed) return { kind: 'presence-wanted' }
  return null
}

function readSync(reader: ByteReader, maxClients: number, maxStructs: number | undefined): Message | null {
  const type = reader.readUint()
  const body = readBody(reader)
  if (body === null) return null
  if (type === syncMessageTypes.step1) {
    const known = readStateVector(body, maxClients)
    return known === null ? null : { kind: 'step1', known }
  }
  if (type !== syncMessageTypes.step2 && type !== syncMessageTypes.update) return null
  const update = scanUpdate(body, maxClients, maxStructs)
  return update === null ? null : { kind: 'update', update }
}

/** The last part of a frame: a length and exactly that many bytes. */
function readBody(reader: ByteReader): Uint8Array | null {
  const length = reader.readUint()
  if (reader.hasFailed || length !== reader.remaining) return null
  return reader.bytes.subarray(reader.position, reader.end)
}

function readStateVector(bytes: Uint8Array, maxClients: number): StateVector | null {
  const reader = new ByteReader(bytes)
  const count = reader.readCount(2)
  if (count > maxClients) return null
  const known = new Map<number, number>()
  for (let index = 0; index < count && !reader.hasFailed; index++) known.set(reader.readUint(), reader.readUint())
  return reader.hasFailed || reader.remaining > 0 ? null : known
}

const presenceMessage = (body: Uint8Array | null): Message | null => {
  const states = body === null ? null : readPresence(body)
  return states === null ? null : { kind: 'presence', states }
}

/** An awareness update; null where a device could not read it. */
export function readPresence(bytes: Uint8Array, most: number = syncLimits.awarenessStates): PresenceState[] | null {
  const reader = new ByteReader(bytes)
  const count = reader.readCount(3)
  if (count > most) return null
  const states: PresenceState[] = []
  for (let index = 0; index < count && !reader.hasFailed; index++) {
    const client = reader.readUint()
    const clock = reader.readUint()
    const start = reader.position
    const length = reader.readUint()
    if (length > syncLimits.awarenessStateBytes) return null
    reader.position = start
    skipJson(reader)
    states.push({ client, clock, json: bytes.slice(reader.position - length, reader.position) })
  }
  return reader.hasFailed || reader.remaining > 0 ? null : states
}
