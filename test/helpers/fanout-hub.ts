import type { Fanout, RoomMessage, Signal } from '../../sync-server/src/fanout/fanout'
import { roomId } from '../../sync-server/src/storage/storage'

export interface FanoutHub {
  /** One more instance. */
  join(): Fanout
  /** While it is true messages of rooms are lost, as between instances whose broker is away. */
  isLossy: boolean
  reconnect(): void
}

/** Instances in one process that hear each other, asynchronously and in order. */
export function createFanoutHub(): FanoutHub {
  const members = new Set<Member>()
  const hub: FanoutHub = {
    isLossy: false,
    join: () => new Member(members, hub),
    reconnect() {
      for (const member of members) member.tellConnected(true)
    },
  }
  return hub
}

class Member implements Fanout {
  readonly kind = 'redis'
  private readonly rooms = new Map<string, Set<(message: RoomMessage) => void>>()
  private readonly signals = new Set<(signal: Signal) => void>()
  private readonly connections = new Set<(isConnected: boolean) => void>()
  private readonly members: Set<Member>
  private readonly hub: Pick<FanoutHub, 'isLossy'>

  constructor(members: Set<Member>, hub: Pick<FanoutHub, 'isLossy'>) {
    this.members = members
    this.hub = hub
    members.add(this)
  }

  async subscribe(key: Parameters<Fanout['subscribe']>[0], listener: (message: RoomMessage) => void): Promise<() => void> {
    const listeners = this.rooms.get(roomId(key)) ?? new Set()
    this.rooms.set(roomId(key), listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  publish(key: Parameters<Fanout['publish']>[0], message: RoomMessage): void {
    if (this.hub.isLossy) return
    // Those who listen now, not those who listen by the time it arrives.
    const listeners = this.others().flatMap((member) => [...(member.rooms.get(roomId(key)) ?? [])].map((listener) => ({ member, listener })))
    setImmediate(() => {
      for (const { member, listener } of listeners) if (member.rooms.get(roomId(key))?.has(listener) === true) listener(message)
    })
  }

  onSignal(listener: (signal: Signal) => void): () => void {
    this.signals.add(listener)
    return () => void this.signals.delete(listener)
  }

  signal(signal: Signal): void {
    for (const member of this.others()) setImmediate(() => member.signals.forEach((listener) => listener(signal)))
  }

  onConnection(listener: (isConnected: boolean) => void): () => void {
    this.connections.add(listener)
    return () => void this.connections.delete(listener)
  }

  tellConnected(isConnected: boolean): void {
    for (const listener of this.connections) listener(isConnected)
  }

  close(): Promise<void> {
    this.members.delete(this)
    return Promise.resolve()
  }

  private others(): Member[] {
    return [...this.members].filter((member) => member !== this)
  }
}
