import type { ProxyLogins } from '@shared/bridge/proxy-logins'
import { createTransport, type Transport } from '../../electron/proxy-transport'

const onlyInElectron = () => {
  throw new Error('a session is a part of Electron')
}

/** Main's transport where Node's fetch stands in for the system's; it sends no other way. */
export const createNodeTransport = (logins: Pick<ProxyLogins, 'use'>): Transport =>
  createTransport({ systemFetch: fetch, request: onlyInElectron, newSession: onlyInElectron, logins })

export const nodeTransport = createNodeTransport({ use: onlyInElectron })
