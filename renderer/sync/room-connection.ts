import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { Awareness } from 'y-protocols/awareness'
import { messageYjsSyncStep1, messageYjsSyncStep2, messageYjsUpdate } from 'y-protocols/sync'
import { messageSync, WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'

/** The parts of the browser's WebSocket that are used; tests bring their own. */
export type SocketClass = typeof WebSocket

export interface RoomConnectionPorts {
  /** `wss://host/sync`. */
  readonly socketUrl: string
  readonly roomName: string
  /** Subprotocols; the token travels in them, never in the address. */
  readonly protocols: readonly string[]
  readonly outer: Y.Doc
  readonly awareness?: Awareness
  readonly Socket: SocketClass
  /** Cuts an update that is too large for one frame. */
  readonly split: (update: Uint8Array) => Uint8Array[]
  /** Resolves when everything in `outer` is on disk: nothing is sent before. */
  readonly settled: () => Promise<unknown>
  readonly on: RoomConnectionEvents
}

export interface RoomConnectionEvents {
  opened(): void
  /** The server's state as it says at the beginning, before anything of ours reached it. */
  serverState(stateVector: Uint8Array): void
  /** Everything that the server has is in `outer`. */
  caughtUp(): void
  /** The server has stored this update, ours or another's. */
  stored(update: Uint8Array): void
  /** What the server sent is no update. The connection is closed. */
  unreadable(): void
  /** `code` null: closed here, or nothing was heard for too long. `hadOpened` false: the handshake failed. */
  closed(code: number | null, hadOpened: boolean): void
}

/** A socket that neither opens nor fails is given up after this. */
const connectTimeoutMs = 20_000
/** WebSocket.OPEN, where there is no global of that name. */
const openState = 1

/**
 * One room over y-websocket's provider. The provider opens the socket, reads frames and notices silence; when to
 * connect again is decided by the caller, and what is sent by `send`, after it was stored.
 */
export class RoomConnection {
  private readonly provider: WebsocketProvider
  private readonly ownAwareness: Awareness | null
  private connectTimer: ReturnType<typeof setTimeout> | null = null
  private hadOpened = false
  private isClosed = false

  constructor(private readonly ports: RoomConnectionPorts) {
    this.ownAwareness = ports.awareness === undefined ? silentAwareness(ports.outer) : null
    this.provider = new WebsocketProvider(ports.socketUrl, ports.roomName, ports.outer, {
      connect: false,
      disableBc: true,
      protocols: [...ports.protocols],
      WebSocketPolyfill: ports.Socket,
      shouldReconnect: () => false,
      awareness: ports.awareness ?? this.ownAwareness ?? silentAwareness(ports.outer),
    })
    // It would send what is not on disk yet; after a crash the same counter would be used for something else.
    ports.outer.off('update', this.provider._updateHandler)
    // In Node each one would wait for the end of the process, to say what closing says already.
    const { process } = globalThis as WithProcess
    process?.off?.('exit', this.provider._exitHandler)
    this.provider.messageHandlers[messageSync] = (_encoder, decoder) => this.readSync(decoder)
    this.provider.on('status', ({ status }) => this.onStatus(status))
    this.provider.on('connection-close', (event) => this.onClose(event))
  }

  get isOpen(): boolean {
    return this.provider.wsconnected
  }

  /** Milliseconds since the epoch at which something was last heard. */
  get heardAt(): number {
    return this.provider.wsLastMessageReceived
  }

  /** The origin of transactions on `outer` that came over this connection. */
  get origin(): unknown {
    return this.provider
  }

  connect(): void {
    if (this.isClosed || this.provider.ws !== null) return
    this.hadOpened = false
    this.connectTimer = setTimeout(() => this.drop(), connectTimeoutMs)
    this.provider.connect()
  }

  /** Closes the socket as if the other side had: the caller hears of it. */
  drop(): void {
    if (this.provider.ws !== null) this.provider.disconnect()
  }

  /** Sends an update that is stored. Without a connection nothing happens: the next one begins by comparing. */
  send(update: Uint8Array): void {
    for (const part of this.ports.split(update)) this.sendFrame(messageYjsUpdate, part)
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.clearTimer()
    this.provider.destroy()
    this.ownAwareness?.destroy()
  }

  private onStatus(status: 'connected' | 'disconnected' | 'connecting'): void {
    if (status !== 'connected') return
    this.clearTimer()
    this.hadOpened = true
    this.ports.on.opened()
  }

  private onClose(event: CloseEvent | null): void {
    this.clearTimer()
    // Also where the provider gives up because of silence: it would connect again by itself.
    this.provider.shouldConnect = false
    // After the provider has let go of the socket, so that connecting again is possible.
    if (!this.isClosed) queueMicrotask(() => this.ports.on.closed(event?.code ?? null, this.hadOpened))
  }

  private readSync(decoder: decoding.Decoder): void {
    try {
      const type = decoding.readVarUint(decoder)
      const content = decoding.readVarUint8Array(decoder)
      if (type === messageYjsSyncStep1) this.onServerState(content)
      else if (type === messageYjsSyncStep2) {
        Y.applyUpdate(this.ports.outer, content, this.provider)
        this.ports.on.caughtUp()
      } else if (type === messageYjsUpdate) {
        Y.applyUpdate(this.ports.outer, content, this.provider)
        this.ports.on.stored(content)
      }
    } catch {
      this.ports.on.unreadable()
      this.drop()
    }
  }

  private onServerState(stateVector: Uint8Array): void {
    // Read before it is answered: what cannot be read is no state.
    Y.decodeStateVector(stateVector)
    const { ws } = this.provider
    this.ports.on.serverState(stateVector)
    void this.ports.settled().then(() => {
      if (ws !== null && ws === this.provider.ws) this.answer(stateVector)
    }, () => undefined)
  }

  private answer(stateVector: Uint8Array): void {
    const missing = Y.encodeStateAsUpdate(this.ports.outer, stateVector)
    const parts = this.ports.split(missing)
    const [whole] = parts
    if (parts.length === 1 && whole !== undefined) this.sendFrame(messageYjsSyncStep2, whole)
    else for (const part of parts) this.sendFrame(messageYjsUpdate, part)
  }

  private sendFrame(type: number, content: Uint8Array): void {
    const { ws, wsconnected } = this.provider
    if (!wsconnected || ws === null || ws.readyState !== openState) return
    const encoder = encoding.createEncoder()
    encoding.writeVarUint(encoder, messageSync)
    encoding.writeVarUint(encoder, type)
    encoding.writeVarUint8Array(encoder, content)
    ws.send(encoding.toUint8Array(encoder))
  }

  private clearTimer(): void {
    if (this.connectTimer !== null) clearTimeout(this.connectTimer)
    this.connectTimer = null
  }
}

interface WithProcess {
  readonly process?: { off?(event: 'exit', listener: () => void): void }
}

/** Says nothing of this device; rooms without presence have one, since the provider wants it. */
function silentAwareness(doc: Y.Doc): Awareness {
  const awareness = new Awareness(doc)
  awareness.setLocalState(null)
  return awareness
}
