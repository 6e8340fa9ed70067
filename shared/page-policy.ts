/**
 * What a page of the app may load and do, as headers. Both servers of the page use it: the `app://` protocol on the
 * desktop and the web server for browsers; they differ only in where the page may connect to.
 */
export interface PagePolicy {
  /** Fresh for each load; the libraries that insert `<style>` carry it. */
  readonly nonce: string
  /** Sources besides the page's own origin. On the desktop the sync server at most: model calls run in main. */
  readonly connect: readonly string[]
}

/** A browser calls the person's model services itself, and a sync server that may live at another address. */
export const browserConnectSources = [
  ...['https:', 'http://localhost:*', 'http://127.0.0.1:*'],
  ...['wss:', 'ws://localhost:*', 'ws://127.0.0.1:*'],
] as const

const base = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const

const directives = (entries: Readonly<Record<string, string>>): string =>
  Object.entries(entries)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

export const contentPolicy = ({ nonce, connect }: PagePolicy): string =>
  directives({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' blob: data:",
    // Attached sound and video, from bytes that the page already has.
    'media-src': 'blob:',
    'font-src': "'self'",
    'connect-src': ["'self'", ...connect].join(' '),
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'frame-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  })

/** A worker goes by the policy of its own script: WebAssembly runs there and not in the page. */
export const workerPolicy = directives({
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'connect-src': "'self'",
  'worker-src': "'self'",
})

export const pageHeaders = (policy: PagePolicy): Record<string, string> => ({
  ...base,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': contentPolicy(policy),
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=()',
  'Cache-Control': 'no-store',
})

/** Built files carry a hash of their content in the name (`assets/name-h4sh1234.js`), so that they never change. */
const isHashed = (path: string): boolean => /^assets\/.*-[\w-]{8,}\.\w+$/.test(path)

export const assetHeaders = (path: string): Record<string, string> => ({
  ...base,
  'Content-Type': mediaTypeOf(path),
  'Content-Security-Policy': workerPolicy,
  'Cache-Control': isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
})

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json; charset=utf-8',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
}

export const mediaTypeOf = (path: string): string =>
  mediaTypes[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'

/**
 * The file that a request path names, relative to the app's folder, with `/` between segments; null for everything
 * that could lead outside it or hide its meaning (`..`, a NUL, a backslash, an encoded separator, a drive).
 * @param pathname As in a parsed URL: percent-encoded, starting with `/`.
 */
export function assetPath(pathname: string): string | null {
  const decoded = decodeOnce(pathname)
  if (decoded === null || !decoded.startsWith('/')) return null
  if (decoded === '/') return 'index.html'
  const segments = decoded.slice(1).split('/')
  const isPlain = segments.every((segment) => /^[\w.@+~ -]+$/.test(segment) && !/^\.+$/.test(segment))
  return isPlain && !/%2f|%5c/i.test(pathname) ? segments.join('/') : null
}

function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const attribute = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The page with the nonce, and the address of the demo's model where there is one, in its `<meta>` placeholders. */
export function fillPage(html: string, nonce: string, demoUrl: string | null): string {
  return setMeta(setMeta(html, 'csp-nonce', nonce), 'commonplace-demo', demoUrl ?? '')
}

const setMeta = (html: string, name: string, content: string): string =>
  html.replace(new RegExp(`(<meta\\s+name="${name}"\\s+content=")[^"]*(")`), (_all, start: string, end: string) => start + attribute(content) + end)
