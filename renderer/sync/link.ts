import type { OfflineReason, SyncRefusal } from '@renderer/state/services'
import { createBackoff, longestPauseMs, type Backoff } from './backoff'
import type { RoomConnection } from './room-connection'

/** What the connection to the server is like. */
export type LinkState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  | { readonly kind: 'offline'; readonly reason: OfflineReason; readonly retryAt: number }
  /** `retryAt` null: nothing is tried until the person does something. */
  | { readonly kind: 'refused'; readonly reason: SyncRefusal; readonly retryAt: number | null }

/** What answers at the server's address. */
export type Probe = 'ours' | 'newer' | 'unreachable' | 'not-our-server'

export interface LinkPorts {
  readonly now: () => number
  readonly random: () => number
  readonly isOnline: () => boolean
  /** Asks the server who it is; within a time limit of its own. */
  readonly probe: () => Promise<Probe>
  readonly onState: (state: LinkState) => void
}

export interface RoomSlot {
  readonly connection: RoomConnection
  readonly backoff: Backoff
  timer: ReturnType<typeof setTimeout> | null
  /** When the timer is over. */
  retryAt: number
  caughtUpAt: number | null
}

/** Close codes of the server that mean the same to every room; what else closes is tried again. */
const refusals: ReadonlyMap<number, { readonly reason: SyncRefusal; readonly pauseMs: number | null }> = new Map([
  [4401, { reason: 'token-rejected', pauseMs: null }],
  [4403, { reason: 'removed', pauseMs: null }],
  // The same again would be closed again: seldom, and said, instead of for ever as if it were about to work.
  [4400, { reason: 'not-understood', pauseMs: longestPauseMs }],
  [4404, { reason: 'not-understood', pauseMs: longestPauseMs }],
  [4413, { reason: 'not-understood', pauseMs: longestPauseMs }],
  [4429, { reason: 'flooded', pauseMs: longestPauseMs / 2 }],
  [4507, { reason: 'quota-full', pauseMs: longestPauseMs }],
])
/** After a sleep nothing was heard for longer than this: such a socket is most likely dead. */
const silentMs = 20_000
/** Waking is heard of several times at once. */
const wakeAtMostEveryMs = 1000
/** A connection that lasted this long was a good one: the next pause is short again. */
const steadyMs = 10_000

/**
 * The way to one server for all rooms: a handshake that fails stops them all, so that a server that is away, or a
 * sign-in page in its place, is asked once a pause and not once a room (SYN-8).
 */
export class Link {
  private state: LinkState = { kind: 'connecting' }
  private readonly slots = new Set<RoomSlot>()
  private readonly backoff: Backoff
  private timer: ReturnType<typeof setTimeout> | null = null
  private wokenAt = 0
  private upAt: number | null = null
  private attempts = 0
  private isStopped = false
  /** The server is not talked to, beyond asking whether it is there. */
  private isAway = false

  constructor(private readonly ports: LinkPorts) {
    this.backoff = createBackoff(ports.random)
  }

  current(): LinkState {
    return this.state
  }

  /** Connects a room, now or when the server is back. Returns the way out; closing the connection is the caller's. */
  add(connection: RoomConnection): RoomSlot {
    const slot: RoomSlot = { connection, backoff: createBackoff(this.ports.random), timer: null, retryAt: 0, caughtUpAt: null }
    this.slots.add(slot)
    if (this.isUp()) this.connect(slot)
    return slot
  }

  remove(slot: RoomSlot): void {
    if (slot.timer !== null) clearTimeout(slot.timer)
    this.slots.delete(slot)
    this.noteRest()
  }

  opened(): void {
    if (this.state.kind === 'connecting') this.setState({ kind: 'open' })
  }

  /** The room has everything: the connection is worth something. */
  caughtUp(slot: RoomSlot): void {
    slot.caughtUpAt = this.ports.now()
    this.upAt ??= slot.caughtUpAt
  }

  closed(slot: RoomSlot, code: number | null, hadOpened: boolean): void {
    if (this.isStopped || !this.slots.has(slot) || !this.isUp()) return
    const refusal = refusals.get(code ?? 0)
    if (refusal !== undefined) return this.refuse(refusal.reason, refusal.pauseMs)
    if (this.hasLasted(slot.caughtUpAt)) slot.backoff.reset()
    slot.caughtUpAt = null
    if (hadOpened) this.retryRoom(slot)
    else void this.lookAround()
  }

  /** The network is back, the window is shown, the machine has woken: tries at once. */
  wake(): void {
    const now = this.ports.now()
    if (this.isStopped || now - this.wokenAt < wakeAtMostEveryMs) return
    this.wokenAt = now
    if (this.isUp()) {
      for (const { connection } of this.slots) if (connection.isOpen && now - connection.heardAt > silentMs) connection.drop()
      return this.connectResting()
    }
    if (this.state.kind === 'refused' && this.state.retryAt === null) return
    this.backoff.reset()
    void this.attempt()
  }

  /** The person asks for it: at once, also after a refusal. */
  retry(): void {
    this.wokenAt = 0
    if (this.isUp()) return this.connectResting()
    this.backoff.reset()
    void this.attempt()
  }

  stop(): void {
    this.isStopped = true
    this.clearTimer()
    for (const slot of [...this.slots]) this.remove(slot)
  }

  private hasLasted(since: number | null): boolean {
    return since !== null && this.ports.now() - since > steadyMs
  }

  private isUp(): boolean {
    return !this.isStopped && !this.isAway
  }

  private retryRoom(slot: RoomSlot): void {
    if (slot.timer !== null) return
    const pauseMs = slot.backoff.next()
    slot.retryAt = this.ports.now() + pauseMs
    slot.timer = setTimeout(() => {
      slot.timer = null
      if (this.isUp()) this.connect(slot)
    }, pauseMs)
    this.noteRest()
  }

  private connect({ connection }: RoomSlot): void {
    if (this.state.kind === 'offline') this.setState({ kind: 'connecting' })
    connection.connect()
  }

  /** Rooms that wait for their next attempt need not. */
  private connectResting(): void {
    for (const slot of this.slots) {
      if (slot.timer === null) continue
      clearTimeout(slot.timer)
      slot.timer = null
      slot.backoff.reset()
      this.connect(slot)
    }
  }

  /** Where each room waits for its next attempt, there is no connection. */
  private noteRest(): void {
    const slots = [...this.slots]
    if (!this.isUp() || slots.length === 0 || slots.some(({ timer }) => timer === null)) return
    this.setState({ kind: 'offline', reason: this.ports.isOnline() ? 'unreachable' : 'no-network', retryAt: Math.min(...slots.map(({ retryAt }) => retryAt)) })
  }

  /** A handshake has failed: is it the network, the server, or something in its place? */
  private async lookAround(): Promise<void> {
    if (this.hasLasted(this.upAt)) this.backoff.reset()
    this.upAt = null
    this.isAway = true
    this.setState({ kind: 'offline', reason: this.ports.isOnline() ? 'unreachable' : 'no-network', retryAt: this.ports.now() })
    this.dropAll()
    await this.attempt(true)
  }

  private async attempt(hasHandshakeFailed = false): Promise<void> {
    this.clearTimer()
    const attempt = ++this.attempts
    const found = this.ports.isOnline() ? await this.ports.probe() : 'unreachable'
    if (this.isStopped || attempt !== this.attempts) return
    if (found === 'newer') return this.refuse('protocol-newer', longestPauseMs)
    this.isAway = true
    const pauseMs = this.backoff.next()
    if (found === 'ours') return this.reconnectAfter(hasHandshakeFailed && this.slots.size > 0 ? pauseMs : 0)
    const reason: OfflineReason = !this.ports.isOnline() ? 'no-network' : found
    this.setState({ kind: 'offline', reason, retryAt: this.ports.now() + pauseMs })
    this.timer = setTimeout(() => void this.attempt(), pauseMs)
  }

  /** At once where the server has come back; where it is there though a handshake has just failed, with growing pauses. */
  private reconnectAfter(pauseMs: number): void {
    this.clearTimer()
    this.timer = setTimeout(() => {
      this.isAway = false
      this.setState({ kind: 'connecting' })
      for (const { connection } of this.slots) connection.connect()
    }, pauseMs)
  }

  private refuse(reason: SyncRefusal, pauseMs: number | null): void {
    this.clearTimer()
    this.attempts++
    this.isAway = true
    this.setState({ kind: 'refused', reason, retryAt: pauseMs === null ? null : this.ports.now() + pauseMs })
    this.dropAll()
    if (pauseMs !== null) this.timer = setTimeout(() => void this.attempt(), pauseMs * (1 + this.ports.random() / 4))
  }

  private dropAll(): void {
    for (const slot of this.slots) {
      if (slot.timer !== null) clearTimeout(slot.timer)
      slot.timer = null
      slot.connection.drop()
    }
  }

  private setState(state: LinkState): void {
    this.state = state
    this.ports.onState(state)
  }

  private clearTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
  }
}
