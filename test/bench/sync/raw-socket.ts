import { connect, type Socket } from 'node:net'

export interface RawSocket {
  /** Complete WebSocket frames, made by `frameOf`: written as they are, several at once where they lie together. */
  write(frames: Uint8Array): void
  /** Resolves once the connection is gone, with the close code (1006 without one). */
  readonly closed: Promise<number>
  close(): void
}

export interface RawSocketOptions {
  readonly port: number
  readonly path: string
  readonly protocols: readonly string[]
  /** One binary message; its bytes are only good until this returns. */
  readonly onMessage: (payload: Buffer, at: number, reply: (frames: Uint8Array) => void) => void
}

const chunkBytes = 1 << 18

/**
 * A WebSocket client that costs next to nothing, so that what is measured is the server: it reads all sockets into one
 * buffer and masks with zeros, which leaves frames that were made once as they are. Loopback only.
 */
export function openRawSocket({ port, path, protocols, onMessage }: RawSocketOptions): Promise<RawSocket> {
  return new Promise((resolve, reject) => {
    let isOpen = false
    let code = 1006
    let rest: Buffer = Buffer.alloc(0)
    let whenClosed: (code: number) => void = () => undefined
    const closed = new Promise<number>((settle) => (whenClosed = settle))

    const take = (chunk: Buffer): void => {
      const at = performance.now()
      let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      if (!isOpen) {
        const end = bytes.indexOf('\r\n\r\n')
        if (end >= 0) open(bytes.toString('latin1', 0, end))
        bytes = end < 0 ? bytes : bytes.subarray(end + 4)
      }
      const used = isOpen ? takeFrames(bytes, at) : 0
      rest = used === bytes.length ? Buffer.alloc(0) : Buffer.from(bytes.subarray(used))
    }

    const socket: Socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: sharedBuffer, callback: (length, buffer) => (take(Buffer.from(buffer.buffer, buffer.byteOffset, length)), true) },
    })
    socket.on('error', (error) => (isOpen ? undefined : reject(error)))
    socket.on('close', () => {
      if (!isOpen) reject(new Error('the server closed before it answered'))
      whenClosed(code)
    })
    socket.write(requestFor(port, path, protocols))

    const write = (frames: Uint8Array): void => void socket.write(frames)
    const open = (answer: string): void => {
      if (!answer.startsWith('HTTP/1.1 101')) {
        reject(new Error(answer.split('\r\n')[0]))
        socket.destroy()
        return
      }
      isOpen = true
      resolve({ write, closed, close: () => void socket.end(closeFrame) })
    }

    const takeFrames = (bytes: Buffer, at: number): number => {
      let start = 0
      for (;;) {
        const frame = frameAt(bytes, start)
        if (frame === null) return start
        start = frame.end
        if (frame.opcode === 2) onMessage(frame.payload, at, write)
        else if (frame.opcode === 9) socket.write(frameOf(frame.payload, 10))
        else if (frame.opcode === 8) {
          if (frame.payload.length >= 2) code = frame.payload.readUInt16BE(0)
          socket.end(closeFrame)
        } else if (frame.opcode !== 10) throw new Error(`a frame of kind ${frame.opcode}`)
      }
    }
  })
}

// Reading is synchronous and nothing of the buffer is kept, so that one is enough for all sockets.
const sharedBuffer = Buffer.alloc(chunkBytes)

/** A whole masked frame of a client; the mask is zero. */
export function frameOf(payload: Uint8Array, opcode = 2): Buffer {
  const size = payload.length < 126 ? 0 : payload.length < 65_536 ? 2 : 8
  const frame = Buffer.alloc(2 + size + 4 + payload.length)
  frame[0] = 0x80 | opcode
  frame[1] = 0x80 | (size === 0 ? payload.length : size === 2 ? 126 : 127)
  if (size === 2) frame.writeUInt16BE(payload.length, 2)
  if (size === 8) frame.writeBigUInt64BE(BigInt(payload.length), 2)
  frame.set(payload, 2 + size + 4)
  return frame
}

const closeFrame = frameOf(Buffer.from([0x03, 0xe8]), 8)

interface Frame {
  readonly opcode: number
  readonly payload: Buffer
  readonly end: number
}

function frameAt(bytes: Buffer, start: number): Frame | null {
  if (bytes.length < start + 2) return null
  const short = (bytes[start + 1] ?? 0) & 0x7f
  const header = 2 + (short === 126 ? 2 : short === 127 ? 8 : 0)
  if (bytes.length < start + header) return null
  const length = short === 126 ? bytes.readUInt16BE(start + 2) : short === 127 ? Number(bytes.readBigUInt64BE(start + 2)) : short
  const end = start + header + length
  if (bytes.length < end) return null
  return { opcode: (bytes[start] ?? 0) & 0x0f, payload: bytes.subarray(start + header, end), end }
}

function requestFor(port: number, path: string, protocols: readonly string[]): string {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: Y29tbW9ucGxhY2UgYmVuYw==',
    'Sec-WebSocket-Version: 13',
    ...(protocols.length === 0 ? [] : [`Sec-WebSocket-Protocol: ${protocols.join(', ')}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}
