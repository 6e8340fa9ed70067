import { Awareness } from 'y-protocols/awareness'
import type * as Y from 'yjs'
import type { DeviceId } from '@shared/ids'
import { countersOf } from '@shared/sync/chain-state'
import { openKeyring, type ChainRun, type Keyring } from '@shared/sync/keyring'
import type { RoomKind } from '@shared/sync/rooms'
import { openSealedDocument, type SealedDocument } from '@shared/sync/sealed-document'
import type { PersistedDoc } from '@renderer/db/doc-store'
import type { RowsKind } from '@renderer/db/message-store'
import type { RoomStore } from '@renderer/db/sync-room-store'
import { readSyncState, writeSyncState, type Membership } from '@renderer/db/sync-state'
import type { SyncLog } from '@renderer/db/sync-log'
import { createApiClient, probeServer, type ApiClient } from '@renderer/sync/api-client'
import { Link } from '@renderer/sync/link'
import { storageFailureOf } from '@renderer/db/storage-guard'
import type { SyncRoom } from '@renderer/sync/sync-room'
import { BackfillWork, healWithinMs } from './backfill'
import { connectRoom, openRoomStore, roomPorts, type EngineContext } from './engine-context'
import { chanceOf, type SyncEnvironment } from './environment'
import { Journals } from './journals'
import { createReport, type SyncReport } from './report'
import { statusOf } from './status'
import type { SyncOptions, SyncStatus } from './sync-service'
import { waitUntil } from './wait-until'

export interface EnginePorts {
  readonly env: SyncEnvironment
  readonly membership: Membership
  readonly options: SyncOptions
  /** Everything is sealed and kept, nothing goes over the network. */
  readonly isPaused: boolean
  readonly leader: string
  readonly log: SyncLog
  readonly onStatus: (status: SyncStatus) => void
  /** Devices, keys or times of changes are others now. */
  readonly onRoster: () => void
  readonly onSuperseded: () => void
}

interface OpenDocument {
  readonly store: RoomStore
  readonly sealed: SealedDocument
  room: SyncRoom | null
}

/** Whatever happens meanwhile, the status is made anew at most so often. */
const statusEveryMs = 60
/** The devices look after keys at different moments, so that mostly one does. */
const tendWithinMs = 4000
/** The time at which all was well is stored at most so often. */
const syncedEveryMs = 5000

/** Sync as it runs in the one window that leads. */
export class SyncEngine {
  readonly context: EngineContext
  readonly api: ApiClient
  readonly report: SyncReport
  readonly link: Link
  /** Sealed presence travels with the keys' room, which every device has open. */
  awareness!: Awareness
  keyring!: Keyring
  journals: Journals | null = null
  lastChanges: Record<DeviceId, number> = {}
  /** What others brought back into the vault is taken out at different moments: what one device has done the others need not. */
  eraseAgainAt = 0
  private keys!: { readonly store: RoomStore; room: SyncRoom | null }
  private readonly documents = new Map<'index' | 'memory', OpenDocument>()
  private readonly stops: (() => void)[] = []
  private statusTimer: ReturnType<typeof setTimeout> | null = null
  private isStorageFailing = false
  private readonly backfill: BackfillWork
  private syncedAt = 0
  private epochNumber = 0
  private isClosed = false
  private wasOpen = false
  private isSyncedShown = false
  private isConnectingDocuments = false
  private isTending = false
  /** Everything was here and sent once, since this engine began. */
  hasSynced = false

  private constructor(private readonly ports: EnginePorts) {
    const { env, membership, log } = ports
    this.api = createApiClient(membership.serverUrl, env.fetch)
    this.report = createReport(log, (device) => this.noteChange(device))
    this.link = new Link({
      now: env.clock.now,
      random: chanceOf(env.random),
      isOnline: env.isOnline,
      probe: async () => (await probeServer(this.api)).kind,
      onState: (state) => {
        if (state.kind === 'open') this.report.add({ kind: 'connected' })
        if (state.kind === 'offline' && this.wasOpen) this.report.add({ kind: 'disconnected', reason: state.reason })
        if (state.kind === 'refused') this.report.add({ kind: 'refused', reason: state.reason })
        this.wasOpen = state.kind === 'open'
        this.touch()
      },
    })
    this.backfill = new BackfillWork(env, () => this.journals)
    this.context = {
      env,
      membership,
      api: this.api,
      link: this.link,
      leader: ports.leader,
      report: this.report,
      touch: () => this.touch(),
      onSuperseded: ports.onSuperseded,
      onRolledBack: () => this.backfill.onRolledBack(),
      onStorage: (failure) => {
        if (failure !== null && !this.isStorageFailing) this.report.add({ kind: 'failed', reason: 'storage-failed' })
        if (failure === null && this.isStorageFailing) this.journals?.drain()
        this.isStorageFailing = failure !== null
        this.touch()
      },
    }
  }

  static async start(ports: EnginePorts): Promise<SyncEngine> {
    const engine = new SyncEngine(ports)
    await engine.open()
    return engine
  }

  /** Everything that the vault has said so far is here, as far as this device takes part. */
  get hasEverything(): boolean {
    const { journals } = this
    return this.isCaughtUp && (journals === null || journals.progress() === null)
  }

  private get isCaughtUp(): boolean {
    const rooms = [this.keys.room, ...[...this.documents.values()].map(({ room }) => room)]
    return rooms.every((room) => room?.isCaughtUp === true) && (this.journals?.isCaughtUp ?? true)
  }

  takesPartIn(room: RoomKind): boolean {
    return room === 'keys' || (room === 'memory' ? this.ports.options.memory : this.ports.options.sessions)
  }

  /** What is to be sent, and what the server has not said to have stored. */
  waiting(): number {
    const documents = [...this.documents.values()].reduce((sum, { room, sealed }) => sum + sealed.waiting() + (room?.waiting() ?? 0), 0)
    return documents + (this.keys.room?.waiting() ?? 0) + (this.journals?.waiting() ?? 0)
  }

  /** What counts of a device's entries, should it be removed. */
  chainsOf(device: DeviceId): Map<RoomKind, readonly ChainRun[]> {
    const chains = this.journals?.chainsOf(device) ?? new Map<RoomKind, readonly ChainRun[]>()
    for (const [kind, { sealed }] of this.documents) chains.set(kind, sealed.chainsOf(device))
    return chains
  }

  /** How far every chain is, for a device that is let in. */
  counters(): Partial<Record<RoomKind, Record<string, number>>> {
    const counters = new Map<RoomKind, Readonly<Record<string, number>>>(this.journals?.counters() ?? [])
    for (const [kind, { store }] of this.documents) {
      counters.set(kind, countersOf(store.chain.seen))
    }
    return Object.fromEntries(counters)
  }

  /** Folds memory and index now: what was forgotten for good leaves the server. @returns false where not all of it could be folded */
  compact(): boolean {
    return [...this.documents.values()].map(({ sealed }) => sealed.compact()).every(Boolean)
  }

  /** Seals and sends what waits for its batch. */
  flush(): void {
    for (const { sealed } of this.documents.values()) sealed.flush()
  }

  /** True when everything is on the server; false after a while. */
  async settle(withinMs: number): Promise<boolean> {
    this.flush()
    return waitUntil(() => this.waiting() === 0, withinMs)
  }

  /** What was said about devices and keys is on the server; false after a while. */
  async settleKeys(withinMs: number): Promise<boolean> {
    await this.keys.store.flush()
    return waitUntil(() => this.keys.room?.waiting() === 0, withinMs)
  }

  syncNow(): void {
    this.flush()
    this.link.retry()
    this.journals?.drain()
  }

  async close(): Promise<void> {
    if (this.isClosed) return
    this.isClosed = true
    for (const stop of this.stops.splice(0)) stop()
    this.backfill.close()
    if (this.statusTimer !== null) clearTimeout(this.statusTimer)
    await this.journals?.close()
    for (const { sealed, room, store } of this.documents.values()) {
      sealed.close()
      await store.flush()
      room?.close()
      await store.close()
    }
    this.keys.room?.close()
    this.keyring.close()
    await this.keys.store.close()
    this.awareness.destroy()
    this.link.stop()
    this.report.close()
  }

  private async open(): Promise<void> {
    const { env, membership, options } = this.ports
    const { db } = env
    this.lastChanges = { ...(await readSyncState(db, 'lastChanges')) }
    this.syncedAt = (await readSyncState(db, 'syncedAt')) ?? 0
    await this.openKeys(membership)
    if (options.memory) await this.openDocument('memory', env.memory)
    if (options.sessions) await this.openDocument('index', env.index)
    if (options.sessions) await this.openJournals()
    this.stops.push(
      env.onWake(() => this.link.wake()),
      env.store.subscribe((_sessions, kind) => this.onRowsHere(kind)),
    )
    if (this.ports.isPaused) this.link.stop()
    this.connectKeys()
    this.touch()
  }

  private onRowsHere(kind: RowsKind): void {
    if (kind !== 'written') return this.journals?.drain()
    // Something is sent in any case.
    this.flush()
    this.journals?.onWritten()
  }

  private async openKeys(membership: Membership): Promise<void> {
    const { env } = this.ports
    const store = await openRoomStore(this.context, { kind: 'keys' })
    this.keys = { store, room: null }
    this.keyring = openKeyring({
      outer: store.outer,
      vault: membership.secrets,
      device: membership.device,
      recovery: null,
      clock: env.clock,
      random: env.random,
      report: ({ kind, entries }) => this.report.add({ kind, room: 'keys', count: entries, ...(kind === 'refused' && { reason: 'malformed' }) }),
    })
    this.epochNumber = this.keyring.currentEpoch()?.number ?? 0
    this.stops.push(this.keyring.onChange(() => this.onKeys()))
    this.awareness = new Awareness(store.outer)
    this.awareness.setLocalState(null)
  }

  private async openDocument(kind: 'index' | 'memory', inner: PersistedDoc): Promise<void> {
    const store = await openRoomStore(this.context, { kind, before: () => inner.flush() })
    const sealed: SealedDocument = openSealedDocument(inner.doc as Y.Doc, { ...roomPorts(this.context, store, this.keyring, () => sealed.kept()), onEdit: () => this.touch() })
    this.documents.set(kind, { store, sealed, room: null })
    sealed.start()
  }

  private async openJournals(): Promise<void> {
    this.journals = new Journals({
      context: this.context,
      keyring: this.keyring,
      isIndexCaughtUp: () => this.documents.get('index')?.room?.isCaughtUp === true,
      onRows: () => this.backfill.touch(),
      onBroughtBack: () => {
        const { clock, random } = this.ports.env
        if (this.eraseAgainAt < clock.now()) this.eraseAgainAt = clock.now() + chanceOf(random)() * healWithinMs
      },
    })
  }

  /** In this order, so that what is usable first arrives first: keys, the list of sessions, memory, then messages. */
  private connectKeys(): void {
    this.keys.room = connectRoom(this.context, this.keys.store, {
      awareness: this.awareness,
      onChanged: () => {
        if (this.keys.room?.isCaughtUp !== true) return
        this.tendSoon()
        void this.connectDocuments().catch(throwBugs)
      },
    })
    // Where the keys are here already nothing has to wait for them.
    if (this.keyring.currentEpoch() !== null) void this.connectDocuments().catch(throwBugs)
  }

  private async connectDocuments(): Promise<void> {
    if (this.isConnectingDocuments || this.isClosed) return
    this.isConnectingDocuments = true
    for (const kind of ['index', 'memory'] as const) {
      const document = this.documents.get(kind)
      if (document === undefined) continue
      document.room = connectRoom(this.context, document.store, { onChanged: () => (kind === 'index' ? this.journals?.follow() : undefined) })
    }
    await this.journals?.start()
    await this.backfill.begin()
  }

  private tendSoon(): void {
    if (this.isTending) return
    this.isTending = true
    const { env } = this.ports
    this.stops.push(
      env.timer.after(chanceOf(env.random)() * tendWithinMs, () => {
        this.isTending = false
        if (!this.isClosed && !this.keyring.isRemoved()) this.keyring.tend()
      }),
    )
  }

  private onKeys(): void {
    const epoch = this.keyring.currentEpoch()?.number ?? 0
    if (epoch > this.epochNumber && this.epochNumber > 0) this.report.add({ kind: 'key-rotated', room: 'keys', count: epoch })
    this.epochNumber = Math.max(epoch, this.epochNumber)
    if (this.keyring.isRemoved()) this.link.stop()
    else if (this.keys.room?.isCaughtUp === true) this.tendSoon()
    this.ports.onRoster()
    this.touch()
  }

  private noteChange(device: DeviceId): void {
    const { env } = this.ports
    this.lastChanges = { ...this.lastChanges, [device]: env.clock.now() }
    void Promise.resolve(writeSyncState(env.db, 'lastChanges', this.lastChanges)).catch(() => undefined)
    this.ports.onRoster()
  }

  private touch(): void {
    if (this.isClosed) return
    // "Synced" is not shown a moment longer than it is true (SYN-8).
    if (this.isSyncedShown && !this.isSynced()) return this.showStatus()
    this.statusTimer ??= setTimeout(() => this.showStatus(), statusEveryMs)
  }

  private showStatus(): void {
    if (this.statusTimer !== null) clearTimeout(this.statusTimer)
    this.statusTimer = null
    if (this.isClosed) return
    const status = this.makeStatus()
    this.isSyncedShown = status.kind === 'synced'
    this.ports.onStatus(status)
  }

  private isSynced(): boolean {
    return this.link.current().kind === 'open' && this.isCaughtUp && this.waiting() === 0
  }

  private makeStatus(): SyncStatus {
    const { isCaughtUp } = this
    const waiting = this.waiting()
    if (this.isSynced()) this.noteSynced()
    return statusOf({
      link: this.link.current(),
      isRemoved: this.keyring.isRemoved(),
      isStorageFailing: this.isStorageFailing,
      isCaughtUp,
      waiting,
      progress: this.journals?.progress() ?? null,
      syncedAt: this.syncedAt,
    })
  }

  private noteSynced(): void {
    const { env } = this.ports
    const now = env.clock.now()
    if (this.hasSynced && now - this.syncedAt < syncedEveryMs) return
    this.hasSynced = true
    this.syncedAt = now
    void Promise.resolve(writeSyncState(env.db, 'syncedAt', this.syncedAt)).catch(() => undefined)
  }
}

function throwBugs(error: unknown): void {
  if (storageFailureOf(error) === null) throw error
}
