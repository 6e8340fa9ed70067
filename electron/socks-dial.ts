import { connect, isIP, type Socket } from 'node:net'
import type { ProxyAddress, ProxyLogin } from '@shared/bridge/proxy'
import { placeOf, proxyError } from './proxy-error'

export interface Target {
  /** A name is resolved by the proxy: it is not looked up here. */
  readonly host: string
  readonly port: number
}

const dialTimeoutMs = 30_000

/** Replies of a SOCKS5 proxy to CONNECT (RFC 1928, section 6). */
const refusals: Readonly<Record<number, string>> = {
  1: 'the proxy had a failure of its own',
  2: 'the proxy does not allow this connection',
  3: 'the proxy cannot reach the network of the service',
  4: 'the proxy cannot reach the service',
  5: 'the service refused the connection of the proxy',
  6: 'the connection of the proxy took too long',
  7: 'the proxy does not know this command',
  8: 'the proxy does not know this kind of address',
}

/** A connection to `target` through a SOCKS5 proxy with a login (RFC 1928, 1929). Rejects with a ProxyError. */
export async function dialThroughSocks(proxy: Pick<ProxyAddress, 'host' | 'port'>, login: ProxyLogin, target: Target): Promise<Socket> {
  const socket = await open(proxy)
  const refuse = (code: 'proxy-failed' | 'proxy-login', detail: string) => proxyError(code, `${detail} (${placeOf(proxy)})`)
  try {
    socket.write(Buffer.of(5, 1, 2))
    const [version, method] = await read(socket, 2)
    if (version !== 5) throw refuse('proxy-failed', 'this is no SOCKS5 proxy')
    // 0: it wants no login after all, although it was only offered one.
    if (method !== 2 && method !== 0) throw refuse('proxy-login', 'the proxy takes no login by name and password')
    if (method === 2) await logIn(socket, login, refuse)
    socket.write(Buffer.concat([Buffer.of(5, 1, 0), addressBytes(target.host), Buffer.of(target.port >> 8, target.port & 255)]))
    await readReply(socket, refuse)
    socket.setTimeout(0)
    return socket
  } catch (error) {
    socket.destroy()
    throw error instanceof Error && 'failure' in error ? error : refuse('proxy-failed', 'the proxy closed the connection')
  }
}

type Refuse = (code: 'proxy-failed' | 'proxy-login', detail: string) => Error

async function logIn(socket: Socket, { user, password }: ProxyLogin, refuse: Refuse): Promise<void> {
  const [name, word] = [Buffer.from(user), Buffer.from(password)]
  socket.write(Buffer.concat([Buffer.of(1, name.length), name, Buffer.of(word.length), word]))
  const [, status] = await read(socket, 2)
  if (status !== 0) throw refuse('proxy-login', 'the proxy refused the login')
}

async function readReply(socket: Socket, refuse: Refuse): Promise<void> {
  const [version, reply, , kind] = await read(socket, 4)
  if (version !== 5) throw refuse('proxy-failed', 'this is no SOCKS5 proxy')
  if (reply !== 0) throw refuse('proxy-failed', refusals[reply ?? 1] ?? 'the proxy refused the connection')
  const length = kind === 1 ? 4 : kind === 4 ? 16 : (await read(socket, 1))[0]
  await read(socket, (length ?? 0) + 2)
}

function addressBytes(host: string): Buffer {
  if (isIP(host) === 4) return Buffer.of(1, ...host.split('.').map(Number))
  if (isIP(host) === 6) return Buffer.concat([Buffer.of(4), ipv6Bytes(host)])
  const name = Buffer.from(host)
  return Buffer.concat([Buffer.of(3, name.length), name])
}

/** The 16 bytes of an address as the URL parser writes it: hexadecimal groups, at most one `::`. */
function ipv6Bytes(address: string): Buffer {
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)))
  const [first, last] = [groups(head), groups(tail ?? '')]
  const all = [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]))
}

function open(proxy: Pick<ProxyAddress, 'host' | 'port'>): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: proxy.host, port: proxy.port })
    const failed = (detail: string) => () => {
      socket.destroy()
      reject(proxyError('proxy-failed', `${detail} (${placeOf(proxy)})`))
    }
    socket.setTimeout(dialTimeoutMs, failed('the proxy took too long to answer'))
    socket.once('error', failed('the proxy did not answer'))
    socket.once('connect', () => {
      socket.on('error', () => undefined)
      socket.pause()
      resolve(socket)
    })
  })
}

/** Exactly so many bytes; what comes behind them stays in the socket. */
function read(socket: Socket, bytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (work: () => void) => {
      socket.off('readable', look).off('end', ended).off('close', ended)
      work()
    }
    const ended = () => settle(() => reject(new Error('closed')))
    const look = () => {
      const got = socket.read(bytes) as Buffer | null
      if (got !== null && got.length === bytes) return settle(() => resolve(got))
      // The end gives what is left, however little.
      if (got !== null || socket.readableEnded || socket.destroyed) ended()
    }
    socket.on('readable', look).on('end', ended).on('close', ended)
    look()
  })
}
