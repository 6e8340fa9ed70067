import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

const signInPage = '<!doctype html><html><head><title>Hotel</title></head><body><h1>Welcome. Accept the terms to go online.</h1></body></html>'

/**
 * What a device finds on its way: the server, nobody, or the sign-in page of a hotel for everything it asks. `silent`:
 * connections stay open and nothing comes through, either way; `deaf`: nothing of the device does. Neither side hears
 * that the other closes.
 */
export type PathState = 'through' | 'cut' | 'sign-in' | 'silent' | 'deaf'

/** The way of one device to the server, at an address that stays while servers come and go. It keeps what passed. */
export class NetworkPath {
  state: PathState = 'through'
  /** Connections that were tried. */
  tried = 0
  private readonly passed: Buffer[] = []
  /** Bytes that may still go from the device to the server before the path is cut. */
  private bytesUntilCut = Number.POSITIVE_INFINITY
  private readonly sockets = new Set<Socket>()

  private constructor(
    private readonly server: Server,
    /** Where the server listens; null while there is none. */
    public upstream: number | null,
  ) {
    server.on('connection', (socket) => this.take(socket))
  }

  static async open(upstream: number | null): Promise<NetworkPath> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new NetworkPath(server, upstream)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** Everything that went either way. */
  traffic(): Buffer {
    return Buffer.concat(this.passed)
  }

  /** From one moment to the next, with what is open. */
  become(state: PathState): void {
    this.state = state
    this.bytesUntilCut = Number.POSITIVE_INFINITY
    if (state !== 'silent' && state !== 'deaf') for (const socket of this.sockets) socket.destroy()
  }

  /** Cuts it in the middle, when so many more bytes have gone from the device to the server. */
  cutAfter(bytes: number): void {
    this.bytesUntilCut = bytes
  }

  async close(): Promise<void> {
    this.become('cut')
    await new Promise((resolve) => this.server.close(resolve))
  }

  private take(socket: Socket): void {
    this.tried++
    this.keep(socket)
    if (this.state === 'sign-in') return answerSignIn(socket)
    if (this.state === 'cut' || this.upstream === null) return void socket.destroy()
    const onward = connect(this.upstream, '127.0.0.1')
    this.keep(onward)
    this.pipe(socket, onward, 'up')
    this.pipe(onward, socket, 'down')
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.sockets.delete(socket))
  }

  private pipe(from: Socket, to: Socket, way: 'up' | 'down'): void {
    const isLost = (): boolean => this.state === 'silent' || (this.state === 'deaf' && way === 'up')
    from.on('data', (bytes: Buffer) => {
      if (isLost()) return
      this.passed.push(bytes)
      if (way === 'up') this.bytesUntilCut -= bytes.byteLength
      if (this.bytesUntilCut <= 0) return this.become('cut')
      if (!to.write(bytes)) from.pause()
    })
    to.on('drain', () => from.resume())
    from.on('end', () => (isLost() ? undefined : to.end()))
    from.on('close', () => (this.state === 'silent' || this.state === 'deaf' ? undefined : to.destroy()))
  }
}

function answerSignIn(socket: Socket): void {
  socket.once('data', () => {
    socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\naccess-control-allow-origin: *\r\nconnection: close\r\ncontent-length: ${signInPage.length}\r\n\r\n${signInPage}`)
  })
}
