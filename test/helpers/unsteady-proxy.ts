import { createServer, request as requestOf, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'

const longestHoldMs = 40

/**
 * Stands before a server at an address that stays while servers come and go. Every so often a frame goes through
 * twice, or after the one that came behind it, in either direction.
 */
export class UnsteadyProxy {
  duplicated = 0
  reordered = 0
  /** Frames pass as they come. */
  isSteady = false
  private readonly pairs = new Set<readonly [WebSocket, WebSocket]>()
  private readonly sockets = new WebSocketServer({ noServer: true, handleProtocols: (protocols) => [...protocols][0] ?? false })

  private constructor(
    private readonly http: Server,
    private readonly random: () => number,
    /** Where the server is now; null while there is none. */
    public upstream: string | null,
  ) {
    http.on('request', (request: IncomingMessage, response: ServerResponse) => this.forward(request, response))
    http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => this.upgrade(request, socket, head))
  }

  static async start(upstream: string, random: () => number): Promise<UnsteadyProxy> {
    const http = createServer()
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    return new UnsteadyProxy(http, random, upstream)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    for (const pair of this.pairs) for (const socket of pair) socket.terminate()
    this.http.closeAllConnections()
    await new Promise((resolve) => this.http.close(resolve))
  }

  private forward(request: IncomingMessage, response: ServerResponse): void {
    if (this.upstream === null) return void response.destroy()
    const { method, headers } = request
    const onward = requestOf(new URL(request.url ?? '/', this.upstream), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { upstream } = this
    if (upstream === null) return void socket.destroy()
    const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim()).filter((each) => each !== '')
    const server = new WebSocket(`${upstream.replace(/^http/, 'ws')}${request.url ?? ''}`, protocols)
    server.on('error', () => socket.destroy())
    server.once('open', () => this.sockets.handleUpgrade(request, socket, head, (client) => this.join(client, server)))
  }

  private join(client: WebSocket, server: WebSocket): void {
    const pair = [client, server] as const
    this.pairs.add(pair)
    this.pass(client, server)
    this.pass(server, client)
    client.on('close', () => {
      this.pairs.delete(pair)
      server.terminate()
    })
    server.on('close', (code: number, reason: Buffer) => (code >= 1000 && code !== 1005 && code !== 1006 ? client.close(code, reason) : client.terminate()))
    client.on('error', () => undefined)
  }

  private pass(from: WebSocket, to: WebSocket): void {
    let held: Buffer | null = null
    const release = (): void => {
      if (held !== null && to.readyState === WebSocket.OPEN) to.send(held)
      held = null
    }
    from.on('message', (data: Buffer, isBinary: boolean) => {
      if (to.readyState !== WebSocket.OPEN) return
      const chance = this.isSteady ? 1 : this.random()
      if (isBinary && chance < 0.15 && held === null) {
        held = data
        this.reordered += 1
        setTimeout(release, longestHoldMs)
        return
      }
      to.send(data, { binary: isBinary })
      if (isBinary && chance > 0.85 && chance < 1) {
        this.duplicated += 1
        to.send(data)
      }
      release()
    })
    from.on('ping', () => (to.readyState === WebSocket.OPEN ? to.ping() : undefined))
  }
}
