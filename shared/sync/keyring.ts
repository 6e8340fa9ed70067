import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import type * as Y from 'yjs'
import type { Clock } from '../clock'
import type { DeviceId } from '../ids'
import { toHex, type RandomBytes } from './bytes'
import { createEpoch, unwrapEpoch, usableEpochs, wrapEpoch, type Epoch } from './epoch'
import { changesOf, entriesOf, listEntries, type OuterEntry } from './outer-entries'
import { readRoster, type Roster, type RosterDevice } from './roster'
import type { RoomKind } from './rooms'
import { isStatementBy, readStatement, statementPlaceOf, writeStatement, type ChainRun, type Statement, type StatementBody } from './statement'
import { deviceTagOf, vaultIdOf, type DeviceKind, type DeviceSecrets, type RecoverySecrets, type VaultSecrets } from './vault'

export type { ChainRun } from './statement'
export type { Epoch } from './epoch'

/** What a new device says of itself; the device that adds it signs this. */
export interface DeviceStatement {
  readonly deviceId: DeviceId
  readonly name: string
  readonly kind: DeviceKind
  readonly boxKey: Uint8Array
  readonly signKey: Uint8Array
}

export interface KeyringPorts {
  /** Outer document of the keys room, loaded. */
  readonly outer: Y.Doc
  readonly vault: VaultSecrets
  /** Null where only the recovery phrase reads (drill). */
  readonly device: DeviceSecrets | null
  /** Signs instead of the device where given; also opens what is wrapped for it. */
  readonly recovery: RecoverySecrets | null
  readonly clock: Clock
  readonly random: RandomBytes
  /** Entries of the room that are none of this vault's statements, or were taken out by somebody and are put back. */
  readonly report?: (event: KeyringEvent) => void
}

export type KeyringEvent =
  | { readonly kind: 'refused'; readonly entries: number }
  | { readonly kind: 'healed'; readonly entries: number }

/** Devices and keys of a vault, read from and written to its keys room. */
export interface Keyring {
  readonly vaultId: string
  readonly vault: VaultSecrets
  readonly device: DeviceSecrets | null
  roster(): Roster
  /** The device a tag in a sealed entry stands for. */
  deviceOf(tag: string): RosterDevice | null
  /** Whether this device was removed by another. */
  isRemoved(): boolean
  /** The epoch to seal with; null where there is none yet, this device has no wrap of it, or is not in the roster. */
  currentEpoch(): Epoch | null
  /** Null where nobody has wrapped it for this device (yet). */
  epoch(id: string): Epoch | null
  /** Puts this device in, signed by the recovery phrase, with every epoch that the phrase opens, or the first. */
  found(): void
  /** Signs another device in and wraps every known epoch for it. */
  addDevice(statement: DeviceStatement): void
  /** Says this device's new name. */
  rename(name: string): void
  /**
   * Removes a device and starts an epoch without it.
   * @param chains what is known of its chains, by room: `SealedDocument.chainsOf`, `SealedJournal.chainsOf`
   */
  removeDevice(id: DeviceId, chains: ReadonlyMap<RoomKind, readonly ChainRun[]>): void
  /** Starts an epoch. */
  rotate(): void
  /** Does what is due: an epoch where no usable one is there, wraps that devices lack. Idempotent. @returns whether it wrote */
  tend(): boolean
  /** Called after the keys room changed. */
  onChange(listener: () => void): () => void
  /** Statements that are known, for a device paired afterwards to compare (SYN-4). */
  statementIds(): readonly string[]
  close(): void
}

export const describeDevice = (device: DeviceSecrets): DeviceStatement => ({
  deviceId: device.deviceId,
  name: device.name,
  kind: device.kind,
  boxKey: x25519.getPublicKey(device.boxSecret),
  signKey: ed25519.getPublicKey(device.signSecret),
})

export const openKeyring = (ports: KeyringPorts): Keyring => new OpenKeyring(ports)

class OpenKeyring implements Keyring {
  readonly vaultId: string
  readonly vault: VaultSecrets
  readonly device: DeviceSecrets | null
  private readonly place
  /** What was read of each entry, by its id in the outer document; kept when somebody takes the entry out. */
  private readonly read = new Map<string, { readonly statement: Statement; readonly bytes: Uint8Array }>()
  private readonly verdicts = new Map<string, boolean>()
  private readonly epochs = new Map<string, Epoch | null>()
  private readonly listeners = new Set<() => void>()
  private known: { readonly roster: Roster; readonly byTag: ReadonlyMap<string, RosterDevice>; readonly current: Epoch | null } | null = null

  constructor(private readonly ports: KeyringPorts) {
    this.vault = ports.vault
    this.device = ports.device
    this.vaultId = vaultIdOf(ports.vault.vaultKey)
    this.place = statementPlaceOf(this.vaultId, ports.vault)
    this.readEntries(listEntries(ports.outer))
    entriesOf(ports.outer).observe(this.onEntries)
  }

  roster(): Roster {
    return this.view().roster
  }

  deviceOf(tag: string): RosterDevice | null {
    return this.view().byTag.get(tag) ?? null
  }

  isRemoved(): boolean {
    return this.device !== null && (this.roster().find(this.device.deviceId)?.removed ?? null) !== null
  }

  currentEpoch(): Epoch | null {
    return this.view().current
  }

  epoch(id: string): Epoch | null {
    const before = this.epochs.get(id)
    if (before !== undefined) return before
    const epoch = this.unwrap(id)
    this.epochs.set(id, epoch)
    return epoch
  }

  found(): void {
    const { device, recovery } = this.ports
    if (device === null || recovery === null) throw new Error('Founding needs a device and the recovery phrase')
    this.ports.outer.transact(() => {
      this.addDevice(describeDevice(device))
      this.tend()
    })
  }

  addDevice(statement: DeviceStatement): void {
    const { kind, ...rest } = statement
    this.ports.outer.transact(() => {
      this.say({ kind: 'device', deviceKind: kind, addedAt: this.ports.clock.now(), ...rest })
      const wraps = this.openableEpochs().map((epoch) => this.wrap(epoch, statement.deviceId, statement.boxKey))
      if (wraps.length > 0) this.say({ kind: 'wraps', wraps })
    })
  }

  rename(name: string): void {
    if (this.device === null) throw new Error('Only a device has a name')
    const { kind, ...rest } = describeDevice(this.device)
    this.say({ kind: 'device', deviceKind: kind, addedAt: this.ports.clock.now(), ...rest, name })
  }

  removeDevice(id: DeviceId, chains: ReadonlyMap<RoomKind, readonly ChainRun[]>): void {
    const keeps = [...this.read.values()].flatMap(({ statement }) => (statement.by === id ? [statement.id] : []))
    const runs = Object.fromEntries([...chains].map(([room, list]) => [room, [...list]]))
    this.ports.outer.transact(() => {
      this.say({ kind: 'remove', deviceId: id, at: this.ports.clock.now(), keeps, chains: runs })
      if (!this.isRemoved()) this.rotate()
    })
  }

  rotate(): void {
    const { wraps } = this.roster()
    const number = wraps.reduce((highest, wrap) => Math.max(highest, wrap.number), 0) + 1
    const epoch = createEpoch(number, this.ports.random)
    this.say({ kind: 'wraps', wraps: this.recipients().map(([to, boxKey]) => this.wrap(epoch, to, boxKey)) })
  }

  tend(): boolean {
    if (!this.maySpeak()) return false
    const before = this.read.size
    this.ports.outer.transact(() => {
      if (this.currentEpoch() === null) this.rotate()
      const missing = this.missingWraps()
      if (missing.length > 0) this.say({ kind: 'wraps', wraps: missing })
    })
    return this.read.size > before
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  statementIds(): readonly string[] {
    return [...new Set([...this.read.values()].map(({ statement }) => statement.id))]
  }

  close(): void {
    entriesOf(this.ports.outer).unobserve(this.onEntries)
    this.listeners.clear()
  }

  private readonly onEntries = (event: Y.YArrayEvent<Uint8Array>): void => {
    const { added, removed } = changesOf(event)
    this.readEntries(added)
    this.putBack(removed)
    for (const listener of [...this.listeners]) listener()
  }

  private readEntries(entries: readonly OuterEntry[]): void {
    let refused = 0
    for (const { id, bytes } of entries) {
      if (this.read.has(id)) continue
      const statement = bytes === null ? null : readStatement(this.place, bytes)
      if (statement === null || bytes === null) refused += 1
      else this.read.set(id, { statement, bytes })
    }
    this.forget()
    if (refused > 0) this.ports.report?.({ kind: 'refused', entries: refused })
  }

  /** SYN-4: nobody takes statements out of the keys room, so what goes was taken by the server. */
  private putBack(removed: readonly string[]): void {
    const living = new Set(listEntries(this.ports.outer).flatMap(({ id }) => this.read.get(id)?.statement.id ?? []))
    const lost = new Map(removed.flatMap((id) => this.read.get(id) ?? []).map(({ statement, bytes }) => [statement.id, bytes]))
    for (const id of living) lost.delete(id)
    if (lost.size === 0) return
    entriesOf(this.ports.outer).push([...lost.values()])
    this.ports.report?.({ kind: 'healed', entries: lost.size })
  }

  private say(body: StatementBody): void {
    const { device, recovery, random } = this.ports
    const signer = recovery !== null ? (['recovery', recovery] as const) : device !== null ? ([device.deviceId, device] as const) : null
    if (signer === null) throw new Error('Nobody signs here')
    const bytes = writeStatement(this.place, signer[0], body, signer[1].signSecret, random)
    entriesOf(this.ports.outer).push([bytes])
    // Within a transaction the observer has not run yet, and the next statement may build on this one.
    this.readEntries(listEntries(this.ports.outer))
  }

  private forget(): void {
    this.known = null
    for (const [id, epoch] of this.epochs) if (epoch === null) this.epochs.delete(id)
  }

  private view() {
    if (this.known !== null) return this.known
    const statements = [...this.read.values()].map(({ statement }) => statement)
    const roster = readRoster(statements, this.vault.recoverySignKey, this.isSigned)
    const byTag = new Map(roster.devices.map((device) => [toHex(deviceTagOf(this.vault.vaultKey, device.id)), device]))
    // Set before the epoch is looked for: unwrapping reads the roster.
    this.known = { roster, byTag, current: null }
    const current = this.isWriter(roster) ? this.newestEpoch(roster) : null
    this.known = { roster, byTag, current }
    return this.known
  }

  private readonly isSigned = (statement: Statement, signKey: Uint8Array): boolean => {
    const key = `${statement.id} ${toHex(signKey)}`
    const verdict = this.verdicts.get(key) ?? isStatementBy(statement, signKey)
    this.verdicts.set(key, verdict)
    return verdict
  }

  private newestEpoch(roster: Roster): Epoch | null {
    for (const { id } of usableEpochs(roster)) {
      const epoch = this.epoch(id)
      if (epoch !== null) return epoch
    }
    return null
  }

  private isWriter(roster: Roster): boolean {
    const own = this.device === null ? null : roster.find(this.device.deviceId)
    return own !== null && own.removed === null
  }

  private maySpeak(): boolean {
    return this.ports.recovery !== null ? this.device !== null : this.isWriter(this.roster())
  }

  private unwrap(id: string): Epoch | null {
    const { device, recovery } = this.ports
    for (const wrap of this.roster().wraps) {
      if (wrap.epochId !== id) continue
      const secret = wrap.to === 'recovery' ? recovery?.boxSecret : wrap.to === device?.deviceId ? device?.boxSecret : undefined
      const epoch = secret === undefined ? null : unwrapEpoch(wrap, secret, this.vault)
      if (epoch !== null) return epoch
    }
    return null
  }

  private openableEpochs(): Epoch[] {
    return [...new Set(this.roster().wraps.map(({ epochId }) => epochId))].flatMap((id) => this.epoch(id) ?? [])
  }

  private recipients(): [DeviceId | 'recovery', Uint8Array][] {
    const active = this.roster().devices.filter(({ removed }) => removed === null)
    return [['recovery', this.vault.recoveryBoxKey], ...active.map(({ id, boxKey }) => [id, boxKey] as [DeviceId, Uint8Array])]
  }

  private missingWraps() {
    const present = new Set(this.roster().wraps.map(({ epochId, to }) => `${epochId} ${to}`))
    return this.openableEpochs().flatMap((epoch) =>
      this.recipients().flatMap(([to, boxKey]) => (present.has(`${epoch.id} ${to}`) ? [] : [this.wrap(epoch, to, boxKey)])),
    )
  }

  private wrap(epoch: Epoch, to: DeviceId | 'recovery', boxKey: Uint8Array) {
    return wrapEpoch(epoch, to, boxKey, this.vault, this.ports.random)
  }
}
