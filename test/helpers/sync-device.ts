import { createHash } from 'node:crypto'
import { WebSocket } from 'ws'
import type { Bridge } from '@shared/bridge/bridge'
import { createIdFactory, type DeviceId, type EntryId, type SectionId, type SessionId } from '@shared/ids'
import { addEntry, editEntryText, type MemoryWriter } from '@shared/memory/operations'
import { seedMemory } from '@shared/memory/seed'
import { entriesWith, readMemory } from '@shared/memory/view'
import { ok } from '@shared/result'
import { moveTip, putEntry, readEntries } from '@shared/sessions/index-doc'
import { messageText, type MessageRow } from '@shared/sessions/message'
import { readMessageRow } from '@shared/sessions/read-row'
import { openPersistedDoc } from '@renderer/db/doc-store'
import type { Doorbell } from '@renderer/db/doorbell'
import { recordHistory } from '@renderer/db/memory-history'
import { createMessageStore } from '@renderer/db/message-store'
import { fromStored } from '@renderer/db/path-reader'
import { keepRebuilt } from '@renderer/db/rebuilt-entries'
import type { SyncSwitch } from '@renderer/db/sync-outbox'
import { createChangeable } from '@renderer/state/observable'
import type { LiveTurn, SyncStatus } from '@renderer/state/services'
import type { SyncEnvironment } from '@renderer/state/sync/environment'
import { openSyncClient } from '@renderer/state/sync/sync-client'
import type { SyncFaces } from '@renderer/state/sync/sync-shell'
import type { Fetch } from '@renderer/sync/api-client'
import type { SocketClass } from '@renderer/sync/room-connection'
import { createKeyBridge, type KeyBridge } from './key-bridge'
import { createQueuedLocks } from './queued-locks'
import { createDisk, openWindow, type Disk } from './storage'

/** What one profile keeps besides its database. */
export interface Profile {
  readonly disk: Disk
  readonly files: Map<string, Uint8Array>
  readonly locks: ReturnType<typeof createQueuedLocks>
}

export const createProfile = (): Profile => ({ disk: createDisk(), files: new Map(), locks: createQueuedLocks() })

/** A network cable: what is pulled out of one device. */
class Cable {
  isOut = false
  private readonly sockets = new Set<WebSocket>()
  /** Sockets that were opened since the beginning. */
  opened = 0
  /** Sockets do not come about; everything else does. */
  isDeaf = false
  readonly Socket: SocketClass
  readonly fetch: Fetch = (input, init) => (this.isOut ? Promise.reject(new TypeError('offline')) : fetch(input, init))

  constructor() {
    const cable = this
    class CabledSocket extends WebSocket {
      constructor(url: string, protocols?: string | string[]) {
        super(cable.isOut || cable.isDeaf ? 'ws://127.0.0.1:9' : url, protocols)
        cable.opened++
        cable.sockets.add(this)
        this.on('close', () => cable.sockets.delete(this))
      }
    }
    this.Socket = CabledSocket as unknown as SocketClass
  }

  /** What comes in waits in the cable until it is let through; what goes out goes out. */
  hold(isHeld: (url: string) => boolean = () => true): void {
    for (const socket of this.sockets) if (isHeld(socket.url)) socket.pause()
  }

  letThrough(): void {
    for (const socket of this.sockets) socket.resume()
  }

  /** Every connection ends, and may come about again. */
  cut(): void {
    for (const socket of this.sockets) socket.terminate()
  }

  pull(): void {
    this.isOut = true
    this.cut()
  }
}

export interface DeviceOptions {
  readonly profile?: Profile
  readonly fetch?: Fetch
  readonly kind?: SyncEnvironment['deviceKind']
  /** Keys of model providers on this device. */
  readonly keys?: KeyBridge
}

const clock = { now: () => Date.now() }

/** One window of a device that syncs: the app's own stores and its own engine, without screens. */
export async function openDevice({ profile = createProfile(), kind = 'desktop', keys = createKeyBridge(), ...options }: DeviceOptions = {}) {
  const { db, guard, doorbell: bell, close } = await openWindow(profile.disk)
  let isDead = false
  let isFrozen = false
  const doorbell: Doorbell = {
    ring: (ring) => (isDead ? undefined : bell.ring(ring)),
    listen: (listener) => bell.listen((ring) => (isDead || isFrozen ? undefined : listener(ring))),
    close: bell.close,
  }
  const newId = createIdFactory(clock)
  const windowId = newId<string>()
  const syncSwitch: SyncSwitch = { isOn: false }
  const docPorts = { db, guard, doorbell, windowId }
  const [index, memory] = await Promise.all([openPersistedDoc('index', docPorts), openPersistedDoc('memory', docPorts)])
  seedMemory(memory.doc, 'seed')
  keepRebuilt(memory, { db })
  recordHistory(memory, { db, clock, device: windowId as DeviceId })
  const store = createMessageStore({ db, index, doorbell, syncSwitch })
  const live = createChangeable<ReadonlyMap<SessionId, LiveTurn>>(new Map())
  const faces: SyncFaces = {
    status: createChangeable<SyncStatus>({ kind: 'off' }),
    vault: createChangeable(null) as SyncFaces['vault'],
    log: createChangeable([]) as SyncFaces['log'],
    writingElsewhere: createChangeable(new Map()) as SyncFaces['writingElsewhere'],
  }
  const wakers = new Set<() => void>()
  const resters = new Set<() => void>()
  const cable = new Cable()
  const client = await openSyncClient(
    {
      ...docPorts,
      index,
      memory,
      store,
      live,
      bridge: bridgeOf(profile.files, keys),
      clock,
      newId,
      locks: profile.locks,
      syncSwitch,
      fetch: options.fetch ?? cable.fetch,
      Socket: cable.Socket,
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
      timer: {
        after(delayMs, work) {
          const timer = setTimeout(work, delayMs)
          return () => clearTimeout(timer)
        },
      },
      deviceKind: kind,
      isOnline: () => !cable.isOut,
      onWake(listener) {
        wakers.add(listener)
        return () => wakers.delete(listener)
      },
      onRest(listener) {
        resters.add(listener)
        return () => resters.delete(listener)
      },
    },
    faces,
  )
  const writer: MemoryWriter = { doc: memory.doc, origin: { author: { kind: 'person' } }, clock, newId }

  return {
    ...faces,
    profile,
    keys,
    guard,
    db,
    index,
    memory,
    store,
    live,
    client,
    newId,
    cable,
    goOffline: () => cable.pull(),
    goOnline() {
      cable.isOut = false
      for (const wake of wakers) wake()
    },
    /** The other windows are not heard. */
    freeze: () => (isFrozen = true),
    thaw: () => (isFrozen = false),
    wake: () => wakers.forEach((wake) => wake()),
    /** The person looks elsewhere. */
    rest: () => resters.forEach((rest) => rest()),
    /** Ends it as a process that is killed: nothing more reaches disk or network. */
    crash() {
      isDead = true
      db.close({ disableAutoOpen: true })
      cable.pull()
      void client.close().catch(() => undefined)
      void close().catch(() => undefined)
    },
    remember: (text: string): EntryId => addEntry(writer, { sectionId: 'identity' as SectionId, text }),
    edit: (id: EntryId, text: string): void => editEntryText(writer, id, text),
    /** What memory says, in any order. */
    memories: (): string[] => entriesWith(readMemory(memory.doc), 'active').map(({ text }) => text).sort(),
    /** Says something in a session, a new one where none is given. */
    async say(text: string, session: SessionId = newId<SessionId>(), change: Partial<MessageRow> = {}): Promise<SessionId> {
      const parents = await store.nextParents(session)
      const row: MessageRow = {
        id: newId(), sessionId: session, parentIds: parents, role: 'user', parts: [{ type: 'text', text }],
        createdAt: clock.now(), device: windowId as DeviceId, author: 'person', status: 'complete', ...change,
      }
      const written = await store.commit({
        rows: [row],
        editIndex(doc) {
          putEntry(doc, session, { title: text, createdAt: row.createdAt })
          moveTip(doc, session, row.id, row.createdAt)
        },
      })
      if (!written.ok) throw new Error(written.failure.code)
      return session
    },
    /** The shown path of a session, as texts. */
    async path(session: SessionId): Promise<string[]> {
      return (await store.readPath(session, 10_000, new Map())).items.map(({ parts }) => messageText(parts))
    },
    sessions: (): string[] => readEntries(index.doc).filter(({ purgedAt }) => purgedAt === null).map(({ title }) => title).sort(),
    /** The text of every row on the disk, in order of id. */
    async texts(): Promise<string[]> {
      return (await db.messages.toArray()).map((stored) => messageText(readMessageRow(fromStored(stored))?.parts ?? []))
    },
    logged: () => faces.log.current().map(({ kind: what, reason }) => (reason === null ? what : `${what} ${reason}`)),
    /** Ends it as a window that is closed. */
    async close() {
      await client.close()
      isDead = true
      await Promise.all([index.close(), memory.close()])
      await close()
    },
  }
}

export type Device = Awaited<ReturnType<typeof openDevice>>

function bridgeOf(files: Map<string, Uint8Array>, keys: KeyBridge): Pick<Bridge, 'request' | 'surface' | 'onEvent'> {
  const answer = (name: string, input: unknown): unknown => {
    const { hash, bytes } = input as { hash?: string; bytes?: Uint8Array }
    if (name === 'files.put' && bytes !== undefined) {
      const found = createHash('sha256').update(bytes).digest('hex')
      files.set(found, bytes)
      return { hash: found }
    }
    if (name === 'files.get') return files.get(hash ?? '') ?? null
    if (name === 'files.remove') files.delete(hash ?? '')
    return name === 'storage.status' ? { isPersistent: true } : null
  }
  return { surface: 'desktop', request: async (name: string, input: unknown) => (await keys.request(name, input)) ?? ok(answer(name, input)), onEvent: () => () => undefined } as unknown as Bridge
}
