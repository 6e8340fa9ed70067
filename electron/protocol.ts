import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assetHeaders, assetPath, fillPage, pageHeaders } from '@shared/page-policy'
import { appHost, appScheme } from './security'

/** Registered before the app is ready: the page is a secure context with an origin of its own. */
export const appSchemePrivileges = {
  scheme: appScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
} as const

/** The file below the app's folder that an address names; null for every other address. */
export function resolveAsset(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const isOurs = url?.protocol === `${appScheme}:` && url.host === appHost && url.username === '' && url.password === ''
  // The parser resolves dot segments; one that was there at all is not a link of ours.
  if (!isOurs || /(\/|\\|%2f|%5c)(\.|%2e){1,2}(\/|\\|%2f|%5c|$|\?|#)/i.test(text)) return null
  return assetPath(url.pathname === '' ? '/' : url.pathname)
}

/**
 * Answers requests for `app://`: files of the built page, nothing else of this computer.
 * @param connect Where the page may connect to besides its own origin; asked for each page.
 */
export function createAssetHandler(folder: string, connect: () => Promise<readonly string[]>) {
  return async ({ url, method }: Pick<Request, 'url' | 'method'>): Promise<Response> => {
    if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405 })
    const path = resolveAsset(url)
    const bytes = path === null ? null : await readFile(join(folder, path)).catch(() => null)
    if (path === null || bytes === null) return new Response(null, { status: 404 })
    const isBodyWanted = method === 'GET'
    if (path !== 'index.html') {
      return new Response(isBodyWanted ? new Uint8Array(bytes) : null, { headers: assetHeaders(path) })
    }
    const nonce = randomBytes(16).toString('base64')
    const page = fillPage(bytes.toString('utf8'), nonce, null)
    return new Response(isBodyWanted ? page : null, { headers: pageHeaders({ nonce, connect: await connect() }) })
  }
}
