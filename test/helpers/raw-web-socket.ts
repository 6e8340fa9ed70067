import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { syncSubprotocol } from '@shared/sync/protocol'

export interface RawFrame {
  readonly opcode: number
  readonly payload: Buffer
}

/** A WebSocket that keeps no rules: it sends what it is told, byte for byte, and shows what it gets. */
export interface RawSocket {
  readonly socket: Socket
  /** Status line of the handshake. */
  readonly status: string
  readonly frames: readonly RawFrame[]
  /** Code of the close frame, or that the connection ended without one; null while it is open. */
  readonly closeCode: number | 'cut' | null
  readonly closeReason: string
  /** Resolves when the connection is over or a close frame came. */
  readonly closed: Promise<number | 'cut'>
  write(bytes: Uint8Array): void
  /** A masked binary frame with this payload. */
  send(payload: Uint8Array): void
  destroy(): void
}

export interface RawOptions {
  readonly token?: string | null
  readonly headers?: readonly string[]
  /** Instead of the path of the room. */
  readonly path?: string
}

/** Opens a socket to a room and waits for the answer to the handshake. */
export function openRaw(url: string, room: string, { token = null, headers = [], path }: RawOptions = {}): Promise<RawSocket> {
  const { hostname, port, host } = new URL(url)
  const protocols = token === null ? syncSubprotocol : `${syncSubprotocol}, ${token}`
  const request = [
    `GET ${path ?? `/sync/${room}`} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    `Sec-WebSocket-Protocol: ${protocols}`,
    ...headers,
  ]
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${request.join('\r\n')}\r\n\r\n`))
    const raw = new Raw(socket, () => resolve(raw))
    socket.once('error', reject)
  })
}

class Raw implements RawSocket {
  readonly socket: Socket
  status = ''
  readonly frames: RawFrame[] = []
  closeCode: number | 'cut' | null = null
  closeReason = ''
  readonly closed: Promise<number | 'cut'>
  private rest: Buffer = Buffer.alloc(0)
  private tellClosed: (code: number | 'cut') => void = () => undefined

  constructor(socket: Socket, onOpen: () => void) {
    this.socket = socket
    this.closed = new Promise((resolve) => (this.tellClosed = resolve))
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      this.rest = Buffer.concat([this.rest, bytes])
      if (this.status === '' && !this.readHead()) return
      onOpen()
      while (this.readFrame());
    })
    socket.on('close', () => {
      onOpen()
      this.end('cut')
    })
  }

  write(bytes: Uint8Array): void {
    if (!this.socket.destroyed) this.socket.write(bytes)
  }

  send(payload: Uint8Array): void {
    this.write(maskedFrame(payload))
  }

  destroy(): void {
    this.socket.destroy()
  }

  private readHead(): boolean {
    const end = this.rest.indexOf('\r\n\r\n')
    if (end < 0) return false
    this.status = this.rest.subarray(0, this.rest.indexOf('\r\n')).toString()
    this.rest = this.rest.subarray(end + 4)
    return true
  }

  private readFrame(): boolean {
    const { rest } = this
    if (rest.length < 2) return false
    const short = rest[1] ?? 0
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    if (rest.length < head) return false
    const length = head === 2 ? short : head === 4 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2))
    if (rest.length < head + length) return false
    const frame = { opcode: (rest[0] ?? 0) & 15, payload: rest.subarray(head, head + length) }
    this.rest = rest.subarray(head + length)
    this.frames.push(frame)
    if (frame.opcode === 8) {
      this.closeReason = frame.payload.subarray(2).toString()
      this.end(frame.payload.length >= 2 ? frame.payload.readUInt16BE(0) : 1005)
    }
    return true
  }

  private end(code: number | 'cut'): void {
    this.closeCode ??= code
    this.tellClosed(this.closeCode)
  }
}

/** @param first the first byte of the frame: final and binary where it is left out. */
export function maskedFrame(payload: Uint8Array, first = 0x82): Buffer {
  const mask = randomBytes(4)
  const head = payload.length < 126 ? Buffer.from([first, 0x80 | payload.length]) : payload.length < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10)
  if (head.length > 2) head.set([first, 0x80 | (head.length === 4 ? 126 : 127)])
  if (head.length === 4) head.writeUInt16BE(payload.length, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(payload.length), 2)
  const masked = Buffer.from(payload)
  for (let index = 0; index < masked.length; index++) masked[index] = (masked[index] ?? 0) ^ (mask[index & 3] ?? 0)
  return Buffer.concat([head, mask, masked])
}

export const varuint = (value: number): number[] => (value < 128 ? [value] : [128 | value % 128, ...varuint(Math.floor(value / 128))])

/** The frame of a sync update; type 1 is step 2, 2 an update. */
export const updateMessage = (update: Uint8Array, type = 2): Uint8Array => Buffer.concat([Buffer.from([0, type, ...varuint(update.length)]), update])
