import type * as Y from 'yjs'
import type { DeviceId } from '../ids'
import { fail, ok, type Result } from '../result'
import { toHex } from './bytes'
import { hashesInRuns, runsOf, type ChainLink } from './chain-links'
import { beginStream, isSeen, missingIn, noteCovers, noteEntry, type ChainStep, type SeenChains } from './chain-state'
import { decodeBody, encodeBody, type EntryBody } from './entry-body'
import {
  chainKeyOf, digestEntry, hashOf, isSignedBy, noHash, openEntry, parseEntry, sealEntry,
  type EntryPlace, type EntryRefusal, type SealedEntry,
} from './envelope'
import { changesOf, entriesOf, listEntries, replaceEntries, type OuterEntry } from './outer-entries'
import type { RoomPorts } from './room-ports'
import type { RosterDevice } from './roster'
import type { ChainRun } from './statement'
import { deviceTagOf } from './vault'

/** An entry that is in the room. */
export interface LivingEntry {
  readonly id: string
  readonly bytes: Uint8Array | null
  isTaken: boolean
  /** Why it was refused last. */
  refusal: EntryRefusal | null
  isRefusalSaid: boolean
  /** What of it is known as a fold: null where it is none, undefined where nobody has looked since the start. */
  fold: FoldInfo | null | undefined
  /** Read when first asked for. */
  sealed: { readonly entry: SealedEntry; readonly digest: Uint8Array; readonly hash: string } | null
}

export interface FoldInfo {
  readonly isWhole: boolean
  readonly isLast: boolean
  readonly covers: SeenChains
}

type ReplacedLink = ChainLink & { readonly chain: string }

type KnownBody = Exclude<EntryBody, { kind: 'unknown' }>

export interface OpenedEntry {
  readonly living: LivingEntry
  readonly device: RosterDevice
  readonly chain: string
  readonly counter: number
  readonly hash: string
  readonly previous: string
  readonly body: KnownBody
  /** Its counter was seen before: a copy, or an entry of another history of its device. */
  readonly isKnown: boolean
}

/** Origin of this device's own transactions on an outer document. */
export const roomOrigin: unique symbol = Symbol('room')

/** How long a gap or a missing key may last before it is said: what comes in several frames may come in any order. */
const sayAfterMs = 10_000

/** The entries of one room: opening and refusing them, this device's own chain, what is known of the others'. */
export class RoomLog {
  readonly living = new Map<string, LivingEntry>()
  private readonly place: EntryPlace
  private readonly saidMissing = new Map<string, number>()
  private counted: Map<string, ReadonlySet<string>> = new Map()
  private stopWatch: (() => void) | null = null
  /** Taken entries by chain and counter; made when first asked for. */
  private positions: Map<string, string> | null = null
  /** Of the entries that are being pushed, in order. */
  private ownFolds: (FoldInfo | null)[] = []
  private onAdded: (() => void) | null = null
  private onRemoved: ((removed: readonly LivingEntry[]) => void) | null = null
  private readonly stops: (() => void)[] = []
  /** By hash; made when first asked for. */
  private replaced: Map<string, ReplacedLink> | null = null

  /** @param beforeChain runs before the chain state is handed to the caller */
  constructor(
    readonly ports: RoomPorts,
    private readonly beforeChain: (log: RoomLog) => void = () => undefined,
  ) {
    this.place = { vaultId: ports.keyring.vaultId, room: ports.kind }
    this.look()
  }

  /** At what is there now: until it follows the room, it hears of nothing that comes or goes. */
  look(): void {
    const entries = listEntries(this.ports.outer)
    const ids = new Set(entries.map(({ id }) => id))
    for (const id of this.living.keys()) if (!ids.has(id)) this.living.delete(id)
    this.add(entries)
  }

  /** Takes the word of the chain state for what was taken. */
  recall(): void {
    const { upTo, except } = this.ports.chain.taken
    const excepted = new Set(except)
    for (const entry of this.living.values()) {
      const [client = '', clock = ''] = entry.id.split(':')
      entry.isTaken = Number(clock) < (upTo[client] ?? 0) && !excepted.has(entry.id)
    }
  }

  /** The opposite of `recall`, written to the chain state. */
  remember(): void {
    const upTo: Record<string, number> = {}
    const except: string[] = []
    for (const entry of this.living.values()) {
      const [client = '', clock = ''] = entry.id.split(':')
      upTo[client] = Math.max(upTo[client] ?? 0, Number(clock) + 1)
      if (!entry.isTaken) except.push(entry.id)
    }
    this.ports.chain.taken = { upTo, except }
  }

  follow(onAdded: () => void, onRemoved: (removed: readonly LivingEntry[]) => void): void {
    this.onAdded = onAdded
    this.onRemoved = onRemoved
    const entries = entriesOf(this.ports.outer)
    entries.observe(this.onEntries)
    this.stops.push(() => entries.unobserve(this.onEntries), this.ports.keyring.onChange(() => {
      this.counted = new Map()
      onAdded()
    }))
  }

  close(): void {
    for (const stop of this.stops.splice(0)) stop()
    this.stopWatch?.()
  }

  /** Entries to be tried: new ones, and those that keys or other entries may open yet. */
  untaken(): LivingEntry[] {
    return [...this.living.values()].filter(({ isTaken, refusal }) => !isTaken && (refusal === null || isOpenLater(refusal)))
  }

  /** Entries that are not taken, for whatever reason. They stay where they are. */
  kept(): number {
    return [...this.living.values()].filter(({ isTaken }) => !isTaken).length
  }

  /** Of these, those that may be opened yet: by a key, or once the rest of them is there. */
  locked(): number {
    return this.untaken().filter(({ refusal }) => refusal !== 'removed-device').length
  }

  /** Links of entries that were replaced on purpose: runs lead through them. */
  replacedLinks(): ReadonlyMap<string, ReplacedLink> {
    if (this.replaced !== null) return this.replaced
    this.replaced = new Map()
    // Also those of which an earlier start took note. Documents have none.
    for (const living of this.ports.kind.startsWith('journal/') ? this.taken() : []) {
      const body = living.refusal === null ? this.bodyOf(living) : null
      if (body?.kind === 'rows') this.noteReplaced(body)
    }
    return this.replaced
  }

  taken(): LivingEntry[] {
    return [...this.living.values()].filter(({ isTaken }) => isTaken)
  }

  /** Opens an entry, or says (once) why not. */
  open(living: LivingEntry): OpenedEntry | null {
    const opened = this.tryOpen(living)
    if (opened.ok) return opened.value
    this.refuse(living, opened.failure)
    return null
  }

  /** Says it once; where keys or other entries may be under way, only after they have had time to arrive. */
  refuse(living: LivingEntry, reason: EntryRefusal): void {
    living.refusal = reason
    if (isOpenLater(reason)) this.watch()
    else this.sayRefused(living, reason)
  }

  /** Takes note of an entry that was taken. */
  accept(opened: OpenedEntry): ChainStep {
    const { living, chain, body, device } = opened
    living.isTaken = true
    living.refusal = null
    living.fold = foldInfoOf(body)
    this.positions?.set(positionOf(chain, opened.counter), living.id)
    const step = noteEntry(this.ports.chain.seen, chain, opened)
    if (body.kind === 'fold') noteCovers(this.ports.chain.seen, body.covers)
    if (body.kind === 'rows') this.noteReplaced(body)
    if (step === 'forked') this.ports.report({ kind: 'forked', device: device.id })
    this.watchOwnChain(opened)
    this.watchGaps()
    return step
  }

  /** An entry of the same chain and counter that is there as well. */
  twinOf(opened: OpenedEntry): LivingEntry | null {
    this.positions ??= this.findPositions()
    const id = this.positions.get(positionOf(opened.chain, opened.counter))
    const twin = id === undefined ? undefined : this.living.get(id)
    return twin === undefined || twin === opened.living ? null : twin
  }

  /** @returns false where there is no key to seal with: nothing was written */
  push(bodies: readonly KnownBody[], removed: ReadonlySet<string> = new Set()): boolean {
    const { keyring, chain, outer, random } = this.ports
    const epoch = keyring.currentEpoch()
    const device = keyring.device
    if (epoch === null || device === null) return false
    const deviceTag = toHex(deviceTagOf(keyring.vault.vaultKey, device.deviceId))
    const sealed = bodies.map((body) => {
      const header = { epochId: epoch.id, deviceTag, stream: chain.stream, counter: chain.counter + 1, previous: chain.hash || noHash }
      const { bytes, hash } = sealEntry(this.place, header, encodeBody(body), { epochKey: epoch.key, signSecret: device.signSecret }, random)
      chain.counter = header.counter
      chain.hash = hash
      noteEntry(chain.seen, chainKeyOf(header), { counter: header.counter, hash, previous: header.previous })
      this.positions = null
      if (body.kind === 'rows') this.noteReplaced(body)
      return bytes
    })
    for (const id of removed) this.living.delete(id)
    this.ownFolds = bodies.map(foldInfoOf)
    replaceEntries(outer, removed, sealed, roomOrigin)
    this.beforeChain(this)
    this.ports.onChain()
    return true
  }

  /** Puts entries back that were taken out. */
  restore(entries: readonly LivingEntry[]): void {
    this.ownFolds = entries.map((entry) => this.foldOf(entry))
    replaceEntries(this.ports.outer, new Set(), entries.flatMap(({ bytes }) => bytes ?? []), roomOrigin)
  }

  sealedOf(living: LivingEntry): LivingEntry['sealed'] {
    if (living.sealed !== null || living.bytes === null) return living.sealed
    const parsed = parseEntry(living.bytes)
    if (!parsed.ok) return null
    const digest = digestEntry(this.place, parsed.value)
    living.sealed = { entry: parsed.value, digest, hash: hashOf(digest) }
    return living.sealed
  }

  /** What an entry that was taken is as a fold. */
  foldOf(living: LivingEntry): FoldInfo | null {
    if (living.fold !== undefined) return living.fold
    const body = this.bodyOf(living)
    living.fold = body === null || body.kind === 'unknown' ? null : foldInfoOf(body)
    return living.fold
  }

  /** The body of an entry that was taken: who signed it is known. */
  bodyOf(living: LivingEntry): EntryBody | null {
    const sealed = this.sealedOf(living)
    const epoch = sealed === null ? null : this.ports.keyring.epoch(sealed.entry.header.epochId)
    if (sealed === null || epoch === null) return null
    const plain = openEntry(this.place, sealed.entry, epoch.key)
    return plain.ok ? decodeBody(plain.value) : null
  }

  /** What a removal says of a device's entries here. */
  chainsOf(device: DeviceId): ChainRun[] {
    const tag = toHex(deviceTagOf(this.ports.keyring.vault.vaultKey, device))
    return runsOf(this.linksOf(tag, (living) => living.isTaken))
  }

  private readonly onEntries = (event: Y.YArrayEvent<Uint8Array>): void => {
    const isOwn = event.transaction.origin === roomOrigin
    const { added, removed } = changesOf(event)
    const gone = removed.flatMap((id) => this.living.get(id) ?? [])
    for (const { id } of gone) this.living.delete(id)
    this.add(added, isOwn)
    this.counted = new Map()
    if (!isOwn && added.length > 0) this.onAdded?.()
    if (!isOwn && gone.length > 0) this.onRemoved?.(gone)
  }

  private add(entries: readonly OuterEntry[], isOwn = false): void {
    for (const { id, bytes } of entries) {
      if (this.living.has(id)) continue
      const fold = isOwn ? this.ownFolds.shift() : undefined
      this.living.set(id, { id, bytes, isTaken: isOwn, refusal: null, isRefusalSaid: false, fold, sealed: null })
    }
  }

  private findPositions(): Map<string, string> {
    const positions = new Map<string, string>()
    for (const living of this.taken()) {
      const header = this.sealedOf(living)?.entry.header
      if (header !== undefined) positions.set(positionOf(chainKeyOf(header), header.counter), living.id)
    }
    return positions
  }

  private tryOpen(living: LivingEntry): Result<OpenedEntry, EntryRefusal> {
    if (living.bytes === null) return fail('malformed')
    const sealed = this.sealedOf(living)
    if (sealed === null) {
      const parsed = parseEntry(living.bytes)
      return parsed.ok ? fail('malformed') : parsed
    }
    const { header } = sealed.entry
    const device = this.ports.keyring.deviceOf(header.deviceTag)
    if (device === null) return fail('unknown-device')
    if (device.removed !== null && !this.countedOf(header.deviceTag, device).has(sealed.hash)) return fail('removed-device')
    const epoch = this.ports.keyring.epoch(header.epochId)
    if (epoch === null) return fail('unknown-epoch')
    if (!isSignedBy(device.signKey, sealed.digest, sealed.entry.signature)) return fail('bad-signature')
    const plain = openEntry(this.place, sealed.entry, epoch.key)
    if (!plain.ok) return plain
    const body = decodeBody(plain.value)
    if (body === null) return fail('malformed')
    if (body.kind === 'unknown') return fail('newer-version')
    const chain = chainKeyOf(header)
    const { counter, previous } = header
    return ok({ living, device, chain, counter, previous, hash: sealed.hash, body, isKnown: isSeen(this.ports.chain.seen, chain, counter) })
  }

  private countedOf(tag: string, device: RosterDevice): ReadonlySet<string> {
    const before = this.counted.get(tag)
    if (before !== undefined) return before
    const counted = hashesInRuns(this.linksOf(tag, () => true), device.removed?.runsIn(this.ports.kind) ?? [])
    this.counted.set(tag, counted)
    return counted
  }

  private linksOf(tag: string, isAsked: (living: LivingEntry) => boolean): ChainLink[] {
    const links: ChainLink[] = [...this.replacedLinks().values()].filter(({ chain }) => chain.startsWith(tag))
    for (const living of this.living.values()) {
      const sealed = isAsked(living) ? this.sealedOf(living) : null
      if (sealed?.entry.header.deviceTag !== tag) continue
      const { stream, counter, previous } = sealed.entry.header
      links.push({ stream, counter, previous, hash: sealed.hash })
    }
    return links
  }

  private noteReplaced(body: Extract<EntryBody, { kind: 'rows' }>): void {
    for (const { chain, counter, hash, previous } of body.replaces) {
      // Before it is asked for the entry lies among those that were taken, and is found there.
      this.replaced?.set(hash, { chain, stream: chain.slice(-8), counter, hash, previous })
    }
    if (body.replaces.length > 0) this.counted = new Map()
  }

  /** A copy of this device's storage has gone on with its chain: two must not use the same counters. */
  private watchOwnChain({ chain, counter, hash, device }: OpenedEntry): void {
    const own = this.ports.chain
    if (device.id !== this.ports.keyring.device?.deviceId || !chain.endsWith(own.stream)) return
    if (counter < own.counter || (counter === own.counter && hash === own.hash)) return
    beginStream(own, this.ports.random)
    this.ports.report({ kind: 'forked', device: device.id })
  }

  private watchGaps(): void {
    if (missingIn(this.ports.chain.seen).length > 0) this.watch()
  }

  /** What is amiss now may be a matter of order: it is said if it lasts. */
  private watch(): void {
    this.stopWatch ??= this.ports.timer.after(sayAfterMs, () => {
      this.stopWatch = null
      this.sayMissing()
      for (const living of this.untaken()) if (living.refusal !== null) this.sayRefused(living, living.refusal)
    })
  }

  private sayMissing(): void {
    for (const { key, missing } of missingIn(this.ports.chain.seen)) {
      if (this.saidMissing.get(key) === missing) continue
      this.saidMissing.set(key, missing)
      this.ports.report({ kind: 'gap', device: this.ports.keyring.deviceOf(key.slice(0, 16))?.id ?? null, missing })
    }
  }

  private sayRefused(living: LivingEntry, reason: EntryRefusal): void {
    if (living.isRefusalSaid) return
    living.isRefusalSaid = true
    const tag = this.sealedOf(living)?.entry.header.deviceTag
    const device = tag === undefined ? null : (this.ports.keyring.deviceOf(tag)?.id ?? null)
    this.ports.report({ kind: 'refused', reason, device })
  }
}

/** Other refusals are final: trying again and again would let a server burn the time of every device. */
const isOpenLater = (reason: EntryRefusal): boolean =>
  reason === 'unknown-epoch' || reason === 'unknown-device' || reason === 'removed-device'

const foldInfoOf = (body: KnownBody): FoldInfo | null =>
  body.kind === 'fold' ? { isWhole: body.isWhole, isLast: body.part === body.parts - 1, covers: body.covers } : null

const positionOf = (chain: string, counter: number): string => `${chain}:${counter}`
