import { x25519 } from '@noble/curves/ed25519.js'
import type * as z from 'zod'
import type { Clock } from '../clock'
import { fail, ok, type Result } from '../result'
import { concatBytes, isSameBytes, type RandomBytes } from './bytes'
import { deriveBytes } from './derive'
import { describeDevice, type DeviceStatement } from './keyring'
import { slotKeyOf } from './pairing-code'
import {
  commitmentTo, commitSchema, doneSchema, grantSchema, joinSchema, readMessage, revealSchema, transcriptOf, verdictSchema, wordsOf, writeMessage,
} from './pairing-messages'
import type { RoomKind } from './rooms'
import { openWith, sealWith } from './symmetric'
import { hashToken, type DeviceSecrets, type VaultSecrets } from './vault'

/** The server's part of pairing: write-once slots, 0 to 5, that hold at most 16 KiB each. */
export interface Rendezvous {
  put(slot: number, bytes: Uint8Array): Promise<Result<null, RendezvousFailure>>
  /** Null where nothing was put there within `waitMs` (at most 25 seconds). */
  get(slot: number, waitMs: number): Promise<Result<Uint8Array | null, RendezvousFailure>>
}
/** 'unknown': there is no such rendezvous. 'taken': somebody else has put something there. */
export type RendezvousFailure = 'unknown' | 'expired' | 'taken' | 'network'

export interface PairingPorts {
  readonly rendezvous: Rendezvous
  readonly random: RandomBytes
  readonly clock: Clock
  /** Milliseconds since the epoch by `clock`: 'expired' after it. */
  readonly expiresAt: number
  readonly onStep: (step: PairingStep) => void
}

/** What both screens show. `waiting`: for the other device. */
export type PairingStep =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'compare'; readonly words: readonly [string, string, string]; readonly otherName: string }
  | { readonly kind: 'finishing' }

export type PairingFailure = 'expired' | 'words-differ' | 'cancelled' | 'network' | 'code-wrong' | 'refused'

/** A new device, as the old one learned of it. `tokenHash`: for the server, base64url. */
export interface PairedDevice {
  readonly statement: DeviceStatement
  readonly tokenHash: string
}

/** What crosses, sealed, once both people said that the words are the same. */
export interface PairingPayload {
  readonly serverUrl: string
  readonly secrets: VaultSecrets
  readonly oldDeviceName: string
  /** How far each chain was, by room and chain (`countersOf`): the new device compares (SYN-4). */
  readonly counters: Readonly<Partial<Record<RoomKind, Readonly<Record<string, number>>>>>
  /** `Keyring.statementIds()` of the old device, after it added the new one. */
  readonly statementIds: readonly string[]
}

export interface PairingRun<Value> {
  /** The person says whether the words are the same. Only while `compare` is shown. */
  confirm(isSame: boolean): void
  cancel(): void
  readonly done: Promise<Result<Value, PairingFailure>>
}

/**
 * The device that is in the vault.
 * @param name this device's name, shown on the other
 * @param grant registers the new device at the server, adds its statement and wraps, and gives the payload
 */
export function offerPairing(
  code: string,
  name: string,
  ports: PairingPorts,
  grant: (device: PairedDevice) => Promise<Result<PairingPayload, 'network' | 'refused'>>,
): PairingRun<PairedDevice> {
  return run(code, ports, async (side) => {
    const secret = ports.random(32)
    const reveal = writeMessage({ pairKey: x25519.getPublicKey(secret), nonce: ports.random(32), name })
    const commit = writeMessage({ commitment: commitmentTo(reveal) })
    await side.put(0, commit)
    const join = await side.get(1, joinSchema)
    await side.put(2, reveal)
    const transcript = transcriptOf(commit, join.bytes, reveal)
    const agreed = agreedKey(secret, join.message.pairKey, transcript, side.slotKey)
    const answer = (message: object): Promise<void> => side.put(4, sealWith(agreed, writeMessage(message), grantPlace, ports.random))
    const { deviceId, name: otherName, kind, boxKey, signKey, tokenHash } = join.message
    const paired = { statement: { deviceId, name: otherName, kind, boxKey, signKey }, tokenHash }
    const granted = await orTell(() => answer({ isGranted: false }), async () => {
      await side.compare(transcript, otherName)
      const verdict = await side.get(3, verdictSchema)
      if (!verdict.message.isSame) throw new Stop('words-differ')
      const result = await grant(paired)
      if (!result.ok) throw new Stop(result.failure)
      return result.value
    })
    const { secrets, statementIds, ...rest } = granted
    await answer({ isGranted: true, ...secrets, ...rest, statementIds: statementIds.slice(-maxStatementIds) })
    // The device is in by now, whether or not it says so before the time is up.
    await side.get(5, doneSchema).catch((error: unknown) => unlessStop(error))
    return paired
  })
}

/** The device that is to come in. */
export function acceptPairing(code: string, device: DeviceSecrets, ports: PairingPorts): PairingRun<PairingPayload> {
  return run(code, ports, async (side) => {
    const commit = await side.get(0, commitSchema)
    const secret = ports.random(32)
    const own = { pairKey: x25519.getPublicKey(secret), nonce: ports.random(32) }
    const join = writeMessage({ ...own, ...describeDevice(device), tokenHash: hashToken(device.token) })
    await side.put(1, join)
    const reveal = await side.get(2, revealSchema)
    if (!isSameBytes(commitmentTo(reveal.bytes), commit.message.commitment)) throw new Stop('words-differ')
    const transcript = transcriptOf(commit.bytes, join, reveal.bytes)
    await orTell(
      () => side.put(3, writeMessage({ isSame: false })),
      () => side.compare(transcript, reveal.message.name),
    )
    await side.put(3, writeMessage({ isSame: true }))

    const agreed = agreedKey(secret, reveal.message.pairKey, transcript, side.slotKey)
    const sealed = await side.getBytes(4)
    const plain = openWith(agreed, sealed, grantPlace)
    const granted = plain === null ? null : readMessage(grantSchema, plain)
    if (granted === null) throw new Stop('words-differ')
    if (!granted.isGranted) throw new Stop('refused')
    await side.put(5, writeMessage({ isDone: true })).catch((error: unknown) => unlessStop(error))
    const { serverUrl, oldDeviceName, vaultKey, recoveryBoxKey, recoverySignKey, counters, statementIds } = granted
    return { serverUrl, oldDeviceName, secrets: { vaultKey, recoveryBoxKey, recoverySignKey }, counters, statementIds }
  })
}

const grantPlace = 'commonplace grant'
/** A slot holds 16 KiB. */
const maxStatementIds = 400
/** One request waits this long at most. */
const waitMs = 25_000

/** Ends a run. Thrown and caught in this file only, so that each side reads from top to bottom. */
class Stop extends Error {
  constructor(readonly failure: PairingFailure) {
    super(failure)
  }
}

function unlessStop(error: unknown): void {
  if (!(error instanceof Stop)) throw error
}

/** Where it stops, the other side hears of it instead of waiting until the time is up. */
async function orTell<T>(tell: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await tell().catch((second: unknown) => unlessStop(second))
    throw error
  }
}

const agreedKey = (secret: Uint8Array, otherKey: Uint8Array, transcript: Uint8Array, slotKey: Uint8Array): Uint8Array =>
  deriveBytes(concatBytes(x25519.getSharedSecret(secret, otherKey), slotKey), 'pairing', 32, transcript)

/** What either side does with the slots and the person. */
interface Side {
  readonly slotKey: Uint8Array
  put(slot: number, message: Uint8Array): Promise<void>
  get<Message>(slot: number, schema: z.ZodType<Message>): Promise<{ readonly bytes: Uint8Array; readonly message: Message }>
  getBytes(slot: number): Promise<Uint8Array>
  /** Shows the words; resolves when the person said that they are the same, stops the run where not. */
  compare(transcript: Uint8Array, otherName: string): Promise<void>
}

function run<Value>(code: string, ports: PairingPorts, work: (side: Side) => Promise<Value>): PairingRun<Value> {
  const slotKey = slotKeyOf(code)
  let answer: ((isSame: boolean) => void) | null = null
  let stop: (failure: PairingFailure) => void = () => undefined
  const stopped = new Promise<never>((_, reject) => {
    stop = (failure) => reject(new Stop(failure))
  })
  stopped.catch(() => undefined)
  const unlessStopped = <T>(promise: Promise<T>): Promise<T> => Promise.race([promise, stopped])

  const side: Side = {
    slotKey,
    async put(slot, message) {
      const put = await ports.rendezvous.put(slot, sealWith(slotKey, message, placeOf(slot), ports.random))
      if (!put.ok) throw new Stop(failureOf(put.failure))
    },
    async get(slot, schema) {
      const bytes = await side.getBytes(slot)
      const message = readMessage(schema, bytes)
      if (message === null) throw new Stop('code-wrong')
      return { bytes, message }
    },
    async getBytes(slot) {
      for (let left = ports.expiresAt - ports.clock.now(); left > 0; left = ports.expiresAt - ports.clock.now()) {
        const got = await unlessStopped(ports.rendezvous.get(slot, Math.min(left, waitMs)))
        if (!got.ok) throw new Stop(failureOf(got.failure))
        if (got.value === null) continue
        const message = openWith(slotKey, got.value, placeOf(slot))
        if (message === null) throw new Stop('code-wrong')
        return message
      }
      throw new Stop('expired')
    },
    async compare(transcript, otherName) {
      const answered = new Promise<boolean>((resolve) => {
        answer = resolve
      })
      ports.onStep({ kind: 'compare', words: wordsOf(transcript), otherName })
      const isSame = await unlessStopped(answered)
      answer = null
      if (!isSame) throw new Stop('words-differ')
      ports.onStep({ kind: 'finishing' })
    },
  }

  ports.onStep({ kind: 'waiting' })
  const done = work(side).then(ok, (error: unknown) => {
    if (error instanceof Stop) return fail(error.failure)
    throw error
  })
  return { confirm: (isSame) => answer?.(isSame), cancel: () => stop('cancelled'), done }
}

/** Where a slot is taken, somebody else is at the same code: nobody can say who. */
const failureOf = (failure: RendezvousFailure): PairingFailure =>
  failure === 'taken' ? 'words-differ' : failure === 'unknown' ? 'code-wrong' : failure

const placeOf = (slot: number): string => `commonplace slot ${slot}`
