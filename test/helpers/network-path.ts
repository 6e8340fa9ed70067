import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

const signInPage = '<!doctype html><html><head><title>Hotel</title></head><body><h1>Welcome. Accept the terms to go online.</h1></body></html>'

/** What a device finds on its way: the server, nobody, or the sign-in page of a hotel for everything it asks. */
export type PathState = 'through' | 'cut' | 'sign-in'

/** The way of one device to the server, at an address that stays while servers come and go. It keeps what passed. */
export class NetworkPath {
  state: PathState = 'through'
  /** Connections that were tried. */
  tried = 0
  private readonly passed: Buffer[] = []
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
    for (const socket of this.sockets) socket.destroy()
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
    this.pipe(socket, onward)
    this.pipe(onward, socket)
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.sockets.delete(socket))
  }

  private pipe(from: Socket, to: Socket): void {
    from.on('data', (bytes: Buffer) => this.passed.push(bytes))
    from.pipe(to)
    from.on('close', () => to.destroy())
  }
}

function answerSignIn(socket: Socket): void {
  socket.once('data', () => {
    socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\naccess-control-allow-origin: *\r\nconnection: close\r\ncontent-length: ${signInPage.length}\r\n\r\n${signInPage}`)
  })
}
