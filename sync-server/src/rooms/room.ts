import { closeCodes } from '../../../shared/sync/protocol'
import { roomId, type AppendOutcome, type RoomKey } from '../storage/storage'
import type { Peer } from '../sockets/peer'
import { presenceFrame, stepOneFrame, updateFrame, writePresence, type UpdateFrame } from '../wire/frames'
import { planMerge } from '../wire/merge'
import { splitPlan } from '../wire/split'
import { readPresence, type Message, type PresenceState, type StateVector } from '../wire/read-message'
import { scanUpdate, type ScannedUpdate } from '../wire/scan-update'
import type { RoomMessage } from '../fanout/fanout'
import { Presence } from './presence'
import { RoomState } from './room-state'
import type { RoomServices } from './rooms'

interface Incoming {
  readonly update: ScannedUpdate
  readonly peer: Peer
}

/** What one commit stores of a room. */
export interface RoomBatch {
  readonly room: Room
  readonly news: readonly Incoming[]
  /** Held already, so that only their senders hear of them, after the commit that may hold them. */
  readonly echoes: readonly Incoming[]
  readonly frames: readonly UpdateFrame[]
  /** Something is deleted by it, so that a full vault may take it in. */
  readonly frees: boolean
  readonly since: number
}

/** A device on a slow line gives up where a message takes longer than 30 s: larger answers come in parts. */
const answerBytes = 512 * 2 ** 10
/** Presence of other instances outlives this many sweeps without a word. */
const presenceSweeps = 9

/** A room with peers: takes their updates to the commit, hands on what is stored, answers what they ask. */
export class Room {
  readonly key: RoomKey
  readonly id: string
  readonly state: RoomState
  readonly peers = new Set<Peer>()
  incomingBytes = 0
  isClosed = false
  private readonly services: RoomServices
  private readonly presence = new Presence()
  private changedPresence: PresenceState[] = []
  private news: Incoming[] = []
  private echoes: Incoming[] = []
  private since = 0
  private idleSweeps = 0
  /** Peers that are being answered, with what they asked meanwhile. */
  private readonly answering = new Map<Peer, StateVector | null>()

  constructor(key: RoomKey, services: RoomServices) {
    this.key = key
    this.id = roomId(key)
    this.services = services
    this.state = new RoomState(key, services.storage, services.log, services.limits.maxClientsPerRoom)
  }

  join(peer: Peer): void {
    this.peers.add(peer)
    this.idleSweeps = 0
    peer.send(stepOneFrame(this.state.index.stateVector()))
    this.sendPresence(peer)
    peer.start()
  }

  leave(peer: Peer): void {
    if (!this.peers.delete(peer)) return
    this.passPresence(this.presence.leave(peer), true)
  }

  receive(peer: Peer, message: Message): void {
    if (message.kind === 'update') this.receiveUpdate(peer, message.update)
    else if (message.kind === 'step1') this.receiveStepOne(peer, message.known)
    else if (message.kind === 'presence') this.passPresence(this.presence.accept(message.states, peer), true)
    else this.sendPresence(peer)
  }

  get hasIncoming(): boolean {
    return this.news.length > 0 || this.echoes.length > 0
  }

  takeBatch(): RoomBatch {
    const { news, echoes, since } = this
    this.news = []
    this.echoes = []
    this.incomingBytes = 0
    const frames = news.length === 0 ? [] : planMerge(news.map(({ update }) => update)).map((plan) => updateFrame('update', plan))
    const frees = news.some(({ update }) => update.deletes.length > 0)
    return { room: this, news, echoes, frames, frees, since }
  }

  /** The commit is on the disk, or this part of it was refused. */
  settle({ news, echoes, frames, frees, since }: RoomBatch, outcomes: readonly AppendOutcome[]): void {
    for (const { peer, update } of news) peer.addUnstored(-update.bytes.byteLength)
    const refused = outcomes.find((outcome) => outcome.kind !== 'stored')
    if (refused !== undefined) return this.refuse(news, refused)
    frames.forEach((frame, index) => {
      const outcome = outcomes[index]
      const updates = frames.length === 1 ? news.map(({ update }) => update) : scanned(frame.update)
      if (outcome?.kind === 'stored') this.deliver(outcome.sequence, frame, updates, true)
    })
    for (const { peer, update } of echoes) for (const plan of planMerge([update])) peer.send(updateFrame('update', plan).frame)
    if (frees) this.services.foldIfFull(this)
    this.services.metrics.relay(performance.now() - since)
  }

  /** Something that another instance said. */
  hear(message: RoomMessage): void {
    if (this.isClosed) return
    if (message.kind === 'presence-wanted') this.publishPresence(this.presence.all(true))
    else if (message.kind === 'presence') this.passPresence(this.presence.accept(readPresence(message.presence, 1000) ?? [], null), false)
    else this.deliverForeign(message.sequence, scanned(message.update))
    if (this.state.hasGap) this.services.catchUp(this)
  }

  /** Fetches what other instances stored and did not get through with. */
  async readMissing(): Promise<void> {
    for (const { sequence, update } of await this.state.readMissing()) this.deliverForeign(sequence, [update])
  }

  closePeers(code: (typeof closeCodes)[keyof typeof closeCodes], reason: string): void {
    for (const peer of [...this.peers]) peer.close(code, reason)
  }

  /** Called every few seconds; true where nobody needs the room any more. */
  sweep(): boolean {
    this.state.sweep()
    this.presence.sweep(presenceSweeps)
    this.idleSweeps = this.peers.size > 0 || this.hasIncoming ? 0 : this.idleSweeps + 1
    return this.idleSweeps > this.services.limits.idleRoomSweeps
  }

  private receiveUpdate(peer: Peer, update: ScannedUpdate): void {
    this.services.metrics.update(update.bytes.byteLength)
    if (!this.hasIncoming) this.since = performance.now()
    if (this.state.index.isNews(update)) {
      // A room that has become too large is read again, so that nothing counts as held that was not stored.
      if (!this.state.index.add(update)) return this.refuse([{ peer, update }], { kind: 'quota-full' })
      this.news.push({ peer, update })
      this.incomingBytes += update.bytes.byteLength
      peer.addUnstored(update.bytes.byteLength)
    } else if (update.runs.length + update.deletes.length > 0) this.echoes.push({ peer, update })
    else return
    this.services.markDirty(this)
  }

  private deliver(sequence: number, { frame, update }: UpdateFrame, updates: readonly ScannedUpdate[], isOwn: boolean): void {
    if (!this.state.pass(sequence, updates, update.byteLength)) return
    for (const peer of this.peers) peer.send(frame)
    if (isOwn) this.services.fanout.publish(this.key, { kind: 'update', sequence, update })
    if (this.state.hasGap) this.services.catchUp(this)
    else if (isOwn && this.state.isFoldDue) this.services.fold(this)
  }

  private deliverForeign(sequence: number, updates: readonly ScannedUpdate[]): void {
    const [update] = updates
    const [plan] = planMerge(updates)
    if (update === undefined || plan === undefined) return
    this.state.index.add(update)
    this.deliver(sequence, updateFrame('update', plan), updates, false)
  }

  private refuse(senders: readonly Incoming[], { kind }: AppendOutcome): void {
    for (const { peer } of senders) {
      if (kind === 'vault-gone') peer.close(closeCodes.removed, 'the vault was deleted')
      else peer.close(closeCodes.quotaFull, kind === 'too-many-rooms' ? 'too many rooms' : 'the vault is full')
    }
    this.services.metrics.refused(kind)
    if (kind === 'quota-full') this.services.foldVault(this)
    this.services.drop(this)
  }

  private receiveStepOne(peer: Peer, known: StateVector): void {
    if (this.answering.has(peer)) return void this.answering.set(peer, known)
    this.answering.set(peer, null)
    void this.answer(peer, known)
  }

  /** One answer at a time: who asks faster than it reads is answered once. */
  private async answer(peer: Peer, first: StateVector): Promise<void> {
    let known: StateVector | null = first
    try {
      while (known !== null && peer.isOpen) {
        const plans = planMerge(await this.state.updates(), known).flatMap((plan) => splitPlan(plan, answerBytes))
        for (const [index, plan] of plans.entries()) await peer.answer(updateFrame(index === plans.length - 1 ? 'step2' : 'update', plan).frame)
        known = this.answering.get(peer) ?? null
        this.answering.set(peer, null)
      }
    } catch {
      this.services.log.error('read-failed')
      peer.close(closeCodes.busy, 'the storage failed')
    } finally {
      this.answering.delete(peer)
    }
  }

  private sendPresence(peer: Peer): void {
    const states = this.presence.all()
    if (states.length > 0) peer.send(presenceFrame(writePresence(states)))
  }

  /** Gathered over one turn of the event loop. */
  private passPresence(states: readonly PresenceState[], isOwn: boolean): void {
    if (states.length === 0) return
    if (this.changedPresence.length === 0) setImmediate(() => this.flushPresence())
    this.changedPresence.push(...states)
    if (isOwn) this.publishPresence(states)
  }

  private flushPresence(): void {
    const newest = new Map(this.changedPresence.map((state) => [state.client, state]))
    this.changedPresence = []
    const frame = presenceFrame(writePresence([...newest.values()]))
    for (const peer of this.peers) peer.send(frame)
  }

  private publishPresence(states: readonly PresenceState[]): void {
    if (states.length > 0) this.services.fanout.publish(this.key, { kind: 'presence', presence: writePresence(states) })
  }
}

function scanned(update: Uint8Array): readonly ScannedUpdate[] {
  const found = scanUpdate(update, 1_000_000)
  return found === null ? [] : [found]
}
