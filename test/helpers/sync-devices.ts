import * as Y from 'yjs'
import type { DeviceId } from '@shared/ids'
import { createChain, type ChainState } from '@shared/sync/chain-state'
import { describeDevice, openKeyring, type Keyring } from '@shared/sync/keyring'
import type { RoomEvent, RoomPorts, Timer } from '@shared/sync/room-ports'
import type { RoomKind } from '@shared/sync/rooms'
import { openSealedDocument, type SealedDocument } from '@shared/sync/sealed-document'
import { createDevice, createVault, type DeviceSecrets, type VaultSecrets } from '@shared/sync/vault'

/** Bytes that are the same in every run; no two calls give the same ones. */
export function seededRandom(seed: number): (bytes: number) => Uint8Array {
  let state = (seed * 2654435761 + 0x9e3779b9) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) & 0xff
  }
  return (bytes) => Uint8Array.from({ length: bytes }, next)
}

/** Time that passes when the test says so. */
export class HeldTime implements Timer {
  private nowMs = Date.UTC(2026, 11, 1)
  private readonly due = new Set<{ atMs: number; work: () => void }>()

  now(): number {
    return this.nowMs
  }

  after(delayMs: number, work: () => void): () => void {
    const item = { atMs: this.nowMs + delayMs, work }
    this.due.add(item)
    return () => this.due.delete(item)
  }

  pass(ms: number): void {
    const until = this.nowMs + ms
    for (;;) {
      const next = [...this.due].filter(({ atMs }) => atMs <= until).sort((a, b) => a.atMs - b.atMs)[0]
      if (next === undefined) break
      this.due.delete(next)
      this.nowMs = Math.max(this.nowMs, next.atMs)
      next.work()
    }
    this.nowMs = until
  }
}

/** One device of a vault with one sealed document, in memory. */
export class TestDevice {
  readonly time = new HeldTime()
  readonly random: (bytes: number) => Uint8Array
  readonly device: DeviceSecrets
  readonly events: RoomEvent[] = []
  keys = new Y.Doc()
  outer = new Y.Doc()
  inner = new Y.Doc()
  chain: ChainState
  keyring: Keyring
  room: SealedDocument

  constructor(
    readonly name: string,
    readonly vault: VaultSecrets,
    seed: number,
    readonly kind: RoomKind = 'memory',
  ) {
    this.random = seededRandom(seed)
    this.device = createDevice({ deviceId: name as DeviceId, name, kind: 'desktop' }, this.random)
    this.chain = createChain(this.random)
    this.keyring = this.openKeyring()
    this.room = openSealedDocument(this.inner, this.ports())
  }

  get text(): Y.Text {
    return this.inner.getText('text')
  }

  ports(): RoomPorts {
    return {
      kind: this.kind,
      outer: this.outer,
      keyring: this.keyring,
      clock: this.time,
      random: this.random,
      timer: this.time,
      chain: this.chain,
      onChain: () => undefined,
      report: (event) => this.events.push(event),
    }
  }

  openKeyring(): Keyring {
    return openKeyring({ outer: this.keys, vault: this.vault, device: this.device, recovery: null, clock: this.time, random: this.random })
  }

  start(): void {
    this.room.start()
  }

  /** Closes and opens everything from what a disk would hold; `isKilled`: without a word of farewell. */
  restart(isKilled = false): void {
    const chain = isKilled ? structuredClone(this.chain) : null
    if (isKilled) this.time.pass(0)
    else this.room.close()
    this.keyring.close()
    this.chain = chain ?? structuredClone(this.chain)
    this.keys = copyOf(this.keys)
    this.outer = copyOf(this.outer)
    this.inner = copyOf(this.inner)
    this.keyring = this.openKeyring()
    this.room = openSealedDocument(this.inner, this.ports())
    this.room.start()
  }

  entries(): Uint8Array[] {
    return this.outer.getArray<Uint8Array>('entries').toArray()
  }

  /** What was refused, also what only lasting makes a refusal. */
  refusals(): string[] {
    this.time.pass(11_000)
    return this.events.flatMap((event) => (event.kind === 'refused' ? [event.reason] : []))
  }
}

export function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  return copy
}

/** Devices of one vault that know each other and the first epoch; their rooms are not started. */
export function devicesOf(names: readonly string[], seed = 1, kind: RoomKind = 'memory'): TestDevice[] {
  const created = createVault(seededRandom(seed))
  const devices = names.map((name, index) => new TestDevice(name, created.secrets, seed * 1000 + index, kind))
  const [first] = devices
  if (first === undefined) return []
  const founding = openKeyring({ outer: first.keys, vault: created.secrets, device: first.device, recovery: created.recovery, clock: first.time, random: first.random })
  founding.found()
  founding.close()
  for (const other of devices.slice(1)) {
    first.time.pass(1000)
    first.keyring.addDevice(describeDevice(other.device))
  }
  exchangeKeys(...devices)
  return devices
}

export const exchangeKeys = (...devices: readonly TestDevice[]): void => exchangeDocs(devices.map(({ keys }) => keys))

/** Both rooms' outer documents, as a server would pass them on. */
export const exchange = (...devices: readonly TestDevice[]): void => {
  for (const { room } of devices) room.flush()
  exchangeKeys(...devices)
  exchangeDocs(devices.map(({ outer }) => outer))
  exchangeDocs(devices.map(({ outer }) => outer))
}

export function exchangeDocs(docs: readonly Y.Doc[]): void {
  for (let round = 0; round < 2; round += 1) {
    for (const from of docs) {
      for (const to of docs) if (from !== to) Y.applyUpdate(to, Y.encodeStateAsUpdate(from, Y.encodeStateVector(to)), 'wire')
    }
  }
}
