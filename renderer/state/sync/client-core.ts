import type { VaultInfo } from '@shared/sync/api'
import { forgetVault, readSyncState, writeSyncState, type Backfill, type Membership } from '@renderer/db/sync-state'
import { createSyncLog, type SyncLog } from '@renderer/db/sync-log'
import { storageFailureOf } from '@renderer/db/storage-guard'
import { betweenWindows, type BetweenWindows, type SharedState, type WindowMessage } from './between-windows'
import { Companions } from './companions'
import { watchConflicts } from './conflict-watch'
import { SyncEngine } from './engine'
import type { SyncEnvironment } from './environment'
import { watchFarewells } from './farewells'
import { Leadership } from './leadership'
import { defaultSyncOptions, type SyncOptions, type SyncStatus } from './sync-service'
import type { SyncFaces } from './sync-shell'
import { compactorOf, viewOfVault } from './vault-view'

const logRows = 200
/** Lines come in groups. */
const logEveryMs = 150
const infoEveryMs = 60_000
/** Main closes a window after two seconds, whatever it says. */
const lastWordMs = 1_000

export interface Running {
  readonly engine: SyncEngine
  readonly membership: Membership
  readonly options: SyncOptions
  readonly parts: Companions
  readonly stopWatching: () => void
}

/**
 * Sync in one window: it leads, and runs the engine, or shows what the leading window shows. Actions of the person
 * make their window lead first.
 */
export class ClientCore {
  readonly between: BetweenWindows
  readonly log: SyncLog
  readonly leader: string
  running: Running | null = null
  private readonly leadership: Leadership
  private control: Promise<unknown> = Promise.resolve()
  private state: SharedState = { status: { kind: 'off' }, vault: null, writingElsewhere: new Map(), isCompactor: true }
  private info: VaultInfo | null = null
  private infoAt = 0
  private isPaused = false
  private isClosed = false
  private isPersistent = true
  private logTimer: ReturnType<typeof setTimeout> | null = null
  private readonly stops: (() => void)[] = []

  constructor(
    readonly env: SyncEnvironment,
    private readonly faces: SyncFaces,
  ) {
    this.leader = `${env.windowId} ${env.newId<string>()}`
    this.between = betweenWindows(env.doorbell)
    this.log = createSyncLog(env.db, env.clock.now, () => this.logChanged())
    this.leadership = new Leadership({
      locks: env.locks,
      ask: () => this.between.send({ kind: 'ask-lead' }),
      onLead: () => this.exclusively(() => this.beginLeading()),
      onEnd: () => this.exclusively(() => this.stopRunning()),
    })
    this.stops.push(
      this.between.listen((message) => this.hear(message)),
      env.onRest(() => void this.flush().catch(throwBugs)),
    )
  }

  /** Shows what is known and stands for leading; resolves when the log was read. */
  async open(): Promise<void> {
    this.stops.push(watchFarewells(this.env))
    await this.readLog()
    this.env.syncSwitch.isOn = (await readSyncState(this.env.db, 'membership')) !== null
    this.between.send({ kind: 'ask-state' })
    this.leadership.stand()
  }

  get isCompactor(): boolean {
    return this.state.isCompactor
  }

  /** What to do, in the window that leads, one at a time; the engine runs on meanwhile. */
  async leading<T>(work: () => Promise<T>): Promise<T> {
    await this.leadership.take()
    await this.control
    return work()
  }

  /** Seals and sends what waits for its batch, in whichever window leads. */
  async flush(): Promise<void> {
    if (this.running !== null) return this.running.engine.flush()
    const { index, memory } = this.env
    await Promise.all([index.flush(), memory.flush()])
    this.between.send({ kind: 'flush' })
  }

  /** Before the window goes: `flush`, and a moment for the server to have it. */
  async lastWord(): Promise<void> {
    await this.flush()
    const engine = this.running?.engine
    if (engine?.link.current().kind === 'open') await engine.settle(lastWordMs)
  }

  /** Begins anew with what is stored now: in another vault, with other options, paused, or not at all. */
  async restart(): Promise<void> {
    await this.exclusively(async () => {
      await this.stopRunning()
      await this.startRunning()
    })
  }

  /**
   * This profile is in a vault from now on. The keys' room is there already.
   * @param phrase of a vault that was just made: kept until the person has seen it
   */
  async enter(membership: Membership, backfill: Backfill, phrase?: string): Promise<void> {
    const { db } = this.env
    await db.transaction('rw', db.syncState, async () => {
      await writeSyncState(db, 'membership', membership)
      await writeSyncState(db, 'backfill', backfill)
      await writeSyncState(db, 'options', (await readSyncState(db, 'options')) ?? defaultSyncOptions)
      await writeSyncState(db, 'isPaused', false)
      await writeSyncState(db, 'purged', [])
      if (phrase !== undefined) await writeSyncState(db, 'unseenPhrase', { phrase, madeAt: membership.since })
    })
    this.switchTo(true)
    await this.restart()
  }

  /** Takes away what was left of another vault, so that a room of ours begins empty. */
  clean(): Promise<void> {
    return this.exclusively(async () => {
      await this.stopRunning()
      await forgetVault(this.env.db)
      await writeSyncState(this.env.db, 'leader', this.leader)
    })
  }

  /** Leaves the vault here; what was synced stays. */
  async forget(): Promise<void> {
    await this.clean()
    this.switchTo(false)
    await this.restart()
  }

  /** Name and checked phrase may have changed; nothing that the engine works with. */
  async reloadMembership(): Promise<void> {
    const membership = await readSyncState(this.env.db, 'membership')
    if (this.running === null || membership === null) return
    this.running = { ...this.running, membership }
    this.show()
  }

  /** Asks the server about devices and bytes, and shows it. */
  async refreshInfo(): Promise<void> {
    const { running } = this
    if (running === null) return
    const info = await running.engine.api.vault(running.membership.device.token)
    if (info.ok) this.info = info.value
    this.show()
  }

  show(status: SyncStatus = this.state.status): void {
    const { running } = this
    if (running === null) return this.publish({ status, vault: null, writingElsewhere: new Map(), isCompactor: status.kind === 'off' })
    const { engine, membership, options, parts } = running
    const { keyring } = engine
    this.publish({
      status,
      vault: viewOfVault({
        membership,
        keyring,
        options,
        info: this.info,
        lastChanges: engine.lastChanges,
        isPresent: (device) => parts.presence.isOnline(device),
        isConnected: engine.link.current().kind === 'open',
        isPersistent: this.isPersistent,
      }),
      writingElsewhere: parts.presence.writing(),
      // What is rebuilt while others' edits are still on their way makes more to carry over (MEM-2).
      isCompactor: engine.hasSynced && status.kind === 'synced' && compactorOf(keyring) === membership.device.deviceId,
    })
  }

  async close(): Promise<void> {
    for (const stop of this.stops) stop()
    await this.leadership.stop()
    // Stopping is logged too, and the channel between windows may be closed next.
    if (this.logTimer !== null) clearTimeout(this.logTimer)
  }

  private async beginLeading(): Promise<void> {
    try {
      await writeSyncState(this.env.db, 'leader', this.leader)
      await this.startRunning()
    } catch (error) {
      // A database that cannot be read is said by the storage; sync begins with the next start or action.
      if (storageFailureOf(error) === null) throw error
      this.show({ kind: 'refused', waiting: 0, reason: 'storage-failed' })
    }
  }

  private async startRunning(): Promise<void> {
    const { env } = this
    const membership = await readSyncState(env.db, 'membership')
    const options = { ...defaultSyncOptions, ...(await readSyncState(env.db, 'options')) }
    this.isPaused = (await readSyncState(env.db, 'isPaused')) === true
    if (membership === null) return this.show({ kind: 'off' })
    env.syncSwitch.isOn = true
    const engine = await SyncEngine.start({
      env,
      membership,
      options,
      isPaused: this.isPaused,
      leader: this.leader,
      log: this.log,
      onStatus: (status) => this.onStatus(status),
      onRoster: () => this.show(),
      onSuperseded: () => void this.exclusively(() => this.stopRunning()).catch(throwBugs),
    })
    const parts = new Companions({ env, engine, membership, options, log: this.log, onChanged: () => this.show() })
    const stopWatching = watchConflicts({ memory: env.memory.doc, index: env.index.doc, say: engine.report.add })
    this.running = { engine, membership, options, parts, stopWatching }
    this.isPersistent = await readPersistence(env)
    this.show(this.isPaused ? { kind: 'paused', waiting: engine.waiting() } : { kind: 'syncing', waiting: engine.waiting(), progress: null })
  }

  private async stopRunning(): Promise<void> {
    const { running } = this
    this.running = null
    this.info = null
    if (running === null) return
    running.stopWatching()
    running.parts.close()
    await running.engine.close()
  }

  private onStatus(status: SyncStatus): void {
    const { running } = this
    if (running === null) return
    const wasSynced = this.state.status.kind === 'synced'
    this.show(this.isPaused ? { kind: 'paused', waiting: running.engine.waiting() } : status)
    running.parts.touch(status)
    if (status.kind === 'synced' && !wasSynced && this.env.clock.now() - this.infoAt > infoEveryMs) {
      this.infoAt = this.env.clock.now()
      void this.refreshInfo()
    }
  }

  private publish(state: SharedState): void {
    this.take(state)
    this.between.send({ kind: 'state', state })
  }

  private take(state: SharedState): void {
    this.state = state
    const { status, vault, writingElsewhere } = this.faces
    if (!isSame(status.current(), state.status)) status.set(state.status)
    if (!isSame(vault.current(), state.vault)) vault.set(state.vault)
    if (!isSame([...writingElsewhere.current()], [...state.writingElsewhere])) writingElsewhere.set(state.writingElsewhere)
  }

  private hear(message: WindowMessage): void {
    switch (message.kind) {
      case 'state':
        return this.leadership.isLeading ? undefined : this.take(message.state)
      case 'ask-state':
        return this.leadership.isLeading ? this.between.send({ kind: 'state', state: this.state }) : undefined
      case 'ask-lead':
        return void this.leadership.yield()
      case 'sync-now':
        return this.running?.engine.syncNow()
      case 'flush':
        return void this.flushForOther().catch(throwBugs)
      case 'log':
        return void this.readLog()
      case 'membership':
        this.env.syncSwitch.isOn = message.isOn
        return
    }
  }

  /** Its ring may still be on the way into the documents here. */
  private async flushForOther(): Promise<void> {
    const { index, memory } = this.env
    if (this.running === null) return
    await Promise.all([index.refresh(), memory.refresh()])
    this.running?.engine.flush()
  }

  private switchTo(isOn: boolean): void {
    this.env.syncSwitch.isOn = isOn
    this.between.send({ kind: 'membership', isOn })
  }

  private logChanged(): void {
    if (this.isClosed) return
    this.logTimer ??= setTimeout(() => {
      this.logTimer = null
      this.between.send({ kind: 'log' })
      void this.readLog()
    }, logEveryMs)
  }

  private async readLog(): Promise<void> {
    this.faces.log.set(await this.log.read(logRows).catch(() => this.faces.log.current()))
  }

  private exclusively<T>(work: () => Promise<T>): Promise<T> {
    const run = this.control.then(work)
    this.control = run.catch(() => undefined)
    return run
  }
}

/** A database that was closed meanwhile has nothing more to be told. */
function throwBugs(error: unknown): void {
  if (storageFailureOf(error) === null) throw error
}

async function readPersistence({ bridge }: SyncEnvironment): Promise<boolean> {
  if (bridge.surface === 'desktop') return true
  const status = await bridge.request('storage.status', {})
  return status.ok && status.value.isPersistent
}

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
