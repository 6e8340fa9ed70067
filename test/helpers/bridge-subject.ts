import type { Page } from 'playwright-core'
import type { RouteName } from '@shared/bridge/contract'
import type { BridgeSubject } from '../contract/bridge-suite'
import type { WireFetch } from './bridge-page'

/** The bridge of a real page, seen from the test that drives it. */
export function bridgeSubject(surface: BridgeSubject['surface'], page: () => Page, life: Pick<BridgeSubject, 'restart' | 'close'>): BridgeSubject {
  return {
    surface,
    request: (name, input) => page().evaluate(([route, value]) => window.bridgePage.request(route, value), [name, input] as [RouteName, unknown]),
    putFile: (bytes) => page().evaluate((numbers) => window.bridgePage.requestBytes('files.put', numbers), [...bytes]),
    getFile: (hash) => page().evaluate((wanted) => window.bridgePage.getBytes(wanted), hash),
    receiveKey: () => page().evaluate(() => window.bridgePage.receiveKey()),
    sealCredentials: (ids, recipientKey, deviceName) =>
      page().evaluate(([wanted, key, name]) => window.bridgePage.sealCredentials(wanted, key, name), [[...ids], [...recipientKey], deviceName] as [string[], number[], string]),
    receiveCredentials: (sealed) => page().evaluate((numbers) => window.bridgePage.receiveCredentials(numbers), [...sealed]),
    fetch: (request: WireFetch) => page().evaluate((wanted) => window.bridgePage.fetch(wanted), request),
    ...life,
  }
}
