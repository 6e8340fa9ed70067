import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { closeCodes, type CloseCode } from '../../../shared/sync/protocol'
import type { ServerLimits } from '../limits'
import { keepAliveFrame, type Frame } from '../wire/frames'

export interface PeerDevice {
  readonly vaultId: string
  readonly deviceId: string
}

export interface PeerEvents {
  frame(peer: Peer, bytes: Uint8Array): void
  /** Once, as soon as nothing more is taken from or sent to the peer. */
  closed(peer: Peer, code: number): void
}

/** Sweeps without a sign of life after which a peer is asked for one, and after which it counts as gone. */
const [askedSweeps, lostSweeps] = [2, 8]

/** One connected device in one room. */
export class Peer {
  readonly device: PeerDevice
  private readonly ws: WebSocket
  private readonly socket: Duplex
  private readonly limits: ServerLimits
  private readonly events: PeerEvents
  private isClosed = false
  private isWaiting = true
  /** Bytes of answers to its own requests that it has not read yet. */
  private answerBytes = 0
  private unstoredBytes = 0
  private messages = 0
  private presenceBytes = 0
  private quietSweeps = 0
  private deafSweeps = 0
  private unreadSweeps = 0

  constructor(ws: WebSocket, socket: Duplex, device: PeerDevice, limits: ServerLimits, events: PeerEvents) {
    this.ws = ws
    this.socket = socket
    this.device = device
    this.limits = limits
    this.events = events
    // Nothing is read before its room is open.
    ws.pause()
    ws.on('message', (data, isBinary) => this.take(data, isBinary))
    ws.on('ping', (data) => this.count() && ws.pong(data))
    ws.on('pong', () => (this.deafSweeps = 0))
    // What the WebSocket layer refuses it closes itself, with its own code.
    ws.on('error', () => undefined)
    ws.on('close', (code) => this.end(code))
  }

  get isOpen(): boolean {
    return !this.isClosed
  }

  /** Its room is open: it is read from now on. */
  start(): void {
    this.isWaiting = false
    this.readOrWait()
  }

  send(frame: Frame): void {
    if (this.isClosed) return
    this.quietSweeps = 0
    this.write(frame)
    if (this.socket.writableLength - this.answerBytes > this.limits.maxSlowReaderBytes) this.close(closeCodes.tooSlow, 'reads too slowly')
  }

  /** Part of something it asked for. Resolves when it has gone out or the peer has. */
  answer(frame: Frame): Promise<void> {
    if (this.isClosed) return Promise.resolve()
    this.quietSweeps = 0
    this.unreadSweeps = 0
    const bytes = frame.reduce((sum, { byteLength }) => sum + byteLength, 0)
    this.answerBytes += bytes
    return new Promise((resolve) => {
      this.write(frame, () => {
        this.answerBytes -= bytes
        resolve()
      })
    })
  }

  /** Bytes that were taken in and wait for the disk; a negative number when they got there. */
  addUnstored(bytes: number): void {
    this.unstoredBytes += bytes
    this.readOrWait()
  }

  countPresence(bytes: number): void {
    this.presenceBytes += bytes
    if (this.presenceBytes > this.limits.maxPresenceBytes) this.close(closeCodes.flood, 'too much awareness')
  }

  /** @param isOffender Then not a byte more of it is looked at. */
  close(code: CloseCode, reason: string, isOffender = false): void {
    if (this.isClosed) return
    this.ws.close(code, reason)
    if (isOffender) this.ws.pause()
    else if (this.isWaiting || this.unstoredBytes > 0) this.ws.resume()
    this.end(code)
  }

  /** Called every few seconds. */
  sweep(isWindowOver: boolean): void {
    if (isWindowOver) {
      this.messages = 0
      this.presenceBytes = 0
    }
    this.quietSweeps += 1
    this.deafSweeps += 1
    this.unreadSweeps = this.answerBytes > 0 ? this.unreadSweeps + 1 : 0
    if (this.deafSweeps >= lostSweeps || this.unreadSweeps >= lostSweeps) {
      this.end(closeCodes.tooSlow)
      return this.ws.terminate()
    }
    this.socket.cork()
    if (this.deafSweeps >= askedSweeps) this.ws.ping()
    if (this.quietSweeps >= askedSweeps) this.send(keepAliveFrame)
    this.socket.uncork()
  }

  private write(frame: Frame, onWritten?: () => void): void {
    const { socket } = this
    if (frame.length > 1) socket.cork()
    frame.forEach((piece, index) => socket.write(piece, index === frame.length - 1 ? onWritten : undefined))
    if (frame.length > 1) socket.uncork()
  }

  private take(data: unknown, isBinary: boolean): void {
    if (this.isClosed || !this.count()) return
    if (!isBinary || !(data instanceof Uint8Array)) return this.close(closeCodes.malformed, 'a text frame', true)
    if (data.byteLength > this.limits.maxFrameBytes) return this.close(closeCodes.frameTooLarge, 'the frame is too large', true)
    this.events.frame(this, data)
  }

  private count(): boolean {
    this.deafSweeps = 0
    this.messages += 1
    if (this.messages > 10 * this.limits.maxMessagesPerSecond) this.close(closeCodes.flood, 'too many messages', true)
    return !this.isClosed
  }

  private readOrWait(): void {
    if (this.isClosed || this.isWaiting) return
    const isFull = this.unstoredBytes > this.limits.maxUnstoredBytes
    if (isFull && !this.ws.isPaused) this.ws.pause()
    else if (!isFull && this.ws.isPaused) this.ws.resume()
  }

  private end(code: number): void {
    if (this.isClosed) return
    this.isClosed = true
    this.events.closed(this, code)
  }
}
