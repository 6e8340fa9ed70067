import type { IncomingMessage } from 'node:http'

/**
 * Who a request is from, for limits per address: what the proxies in front say, read from the right for as long as it
 * was one of them that said it. A client's own header stands further left and is never reached.
 */
export function clientAddress({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, proxies: readonly string[]): string {
  const said = headers['x-forwarded-for']
  const chain = (Array.isArray(said) ? said.join(',') : (said ?? '')).split(',').map((part) => part.trim()).filter((part) => part !== '')
  let address = plainAddress(socket.remoteAddress ?? '')
  while (chain.length > 0 && proxies.includes(address)) address = plainAddress(chain.pop() ?? '')
  return address
}

/** An IPv4 address as a socket of both kinds shows it, `::ffff:10.0.0.2`, is the same address. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '')
