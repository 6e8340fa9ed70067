import { randomBytes } from 'node:crypto'
import { Redis, type RedisOptions } from 'ioredis'
import { roomId, type RoomKey } from '../storage/storage'
import type { Fanout, RoomMessage, Signal } from './fanout'
import { createLostUpdates } from './lost-updates'
import { decodeMessage, decodeSignal, encodeMessage, encodeSignal } from './redis-message'

export interface RedisFanoutOptions {
  /** `redis://host:6379`, `rediss://…` */
  readonly url: string
  /** How long Redis may be silent before a connection counts as dead. */
  readonly silenceMs?: number
}

type Listener = (message: RoomMessage) => void

interface Subscription {
  readonly listeners: Set<Listener>
  /** Settled when Redis has answered, or is away. */
  readonly begun: Promise<void>
}

const signalChannel = 'commonplace:signals'
const channelOf = (key: RoomKey): string => `commonplace:room:${roomId(key)}`
const channelsPerCommand = 500

/**
 * Live frames between instances. Redis keeps nothing: whoever was not connected reads the storage, and is told so by
 * `onConnection`. Where Redis is away, everything else goes on.
 */
export function createRedisFanout({ url, silenceMs = 5000 }: RedisFanoutOptions): Fanout {
  const instance = randomBytes(8)
  const self = instance.toString('hex')
  const rooms = new Map<string, Subscription>()
  const signalListeners = new Set<(signal: Signal) => void>()
  const connectionListeners = new Set<(isConnected: boolean) => void>()
  const lost = createLostUpdates()
  const ready = { publisher: false, subscriber: false }
  let wasConnected = false
  let isClosed = false

  const publisher = connect(url, silenceMs)
  const subscriber = connect(url, silenceMs)

  function noteState(): void {
    const isConnected = ready.publisher && ready.subscriber
    if (isConnected === wasConnected || isClosed) return
    wasConnected = isConnected
    if (isConnected) repeatLost()
    for (const listener of connectionListeners) listener(isConnected)
  }

  publisher.on('ready', () => {
    ready.publisher = true
    noteState()
  })
  subscriber.on('ready', () => {
    subscribeAll().then(
      () => {
        ready.subscriber = true
        noteState()
      },
      () => subscriber.disconnect(true),
    )
  })
  for (const [name, client] of [['publisher', publisher], ['subscriber', subscriber]] as const) {
    client.on('close', () => {
      ready[name] = false
      noteState()
    })
  }

  subscriber.on('messageBuffer', (channelBytes: Buffer, bytes: Buffer) => {
    const channel = channelBytes.toString()
    if (channel === signalChannel) hearSignal(bytes)
    else hearRoom(channel, bytes)
  })

  function hearRoom(channel: string, bytes: Buffer): void {
    const room = rooms.get(channel)
    const published = room === undefined ? null : decodeMessage(bytes)
    if (published === null || published.from === self) return
    for (const listener of room?.listeners ?? []) listener(published.message)
  }

  function hearSignal(bytes: Buffer): void {
    const published = decodeSignal(bytes)
    if (published === null || published.from === self) return
    for (const listener of signalListeners) listener(published.message)
  }

  async function begin(channel: string): Promise<void> {
    // Not the flag: while all channels are being subscribed after a reconnection, a new one is not among them.
    if (subscriber.status !== 'ready') return
    await subscriber.subscribe(channel).catch(() => subscriber.disconnect(true))
  }

  async function subscribeAll(): Promise<void> {
    const channels = [signalChannel, ...rooms.keys()]
    for (let from = 0; from < channels.length; from += channelsPerCommand) {
      await subscriber.subscribe(...channels.slice(from, from + channelsPerCommand))
    }
  }

  function repeatLost(): void {
    for (const { key, update } of lost.take()) publish(key, update)
  }

  function publish(key: RoomKey, message: RoomMessage): void {
    const channel = channelOf(key)
    const note = () => {
      if (message.kind === 'update' && !isClosed) lost.note(channel, key, message)
    }
    if (!ready.publisher) return note()
    publisher.publish(channel, encodeMessage(instance, message)).catch(note)
  }

  // Both connections are asked: one of them may be half-open while the other is well.
  const heart = setInterval(() => {
    for (const [name, client] of [['publisher', publisher], ['subscriber', subscriber]] as const) {
      if (ready[name]) client.ping().catch(() => client.disconnect(true))
    }
  }, silenceMs)
  heart.unref()

  return {
    kind: 'redis',

    async subscribe(key, listener) {
      const channel = channelOf(key)
      const room = rooms.get(channel) ?? { listeners: new Set(), begun: begin(channel) }
      rooms.set(channel, room)
      // What comes before the answer belongs to a subscription that has ended.
      await room.begun
      room.listeners.add(listener)
      return () => {
        room.listeners.delete(listener)
        if (room.listeners.size > 0 || rooms.get(channel) !== room) return
        rooms.delete(channel)
        if (ready.subscriber) subscriber.unsubscribe(channel).catch(() => undefined)
      }
    },

    publish,

    onSignal(listener) {
      signalListeners.add(listener)
      return () => signalListeners.delete(listener)
    },

    signal(signal) {
      if (ready.publisher) publisher.publish(signalChannel, encodeSignal(instance, signal)).catch(() => undefined)
    },

    onConnection(listener) {
      connectionListeners.add(listener)
      if (!wasConnected) listener(false)
      return () => connectionListeners.delete(listener)
    },

    close() {
      isClosed = true
      clearInterval(heart)
      ready.publisher = false
      ready.subscriber = false
      publisher.disconnect()
      subscriber.disconnect()
      return Promise.resolve()
    },
  }
}

function connect(url: string, silenceMs: number): Redis {
  const options = {
    // What cannot be sent at once is lost, as the interface says: a queue would say it late.
    enableOfflineQueue: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    commandTimeout: silenceMs,
    connectTimeout: silenceMs,
    retryStrategy: (attempt: number) => Math.min(50 * 2 ** attempt, 2000) * (0.5 + Math.random() / 2),
  } satisfies RedisOptions
  const client = new Redis(url, options)
  client.on('error', () => undefined)
  return client
}
