import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assetHeaders } from '@shared/page-policy'
import { serveWebApp, type WebApp } from '../../sync-server/src/web'

let app: WebApp
let root = ''

beforeAll(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'commonplace-web-'))
  root = join(parent, 'renderer')
  await mkdir(join(root, 'assets'), { recursive: true })
  await writeFile(join(parent, 'secret.txt'), 'secret')
  await writeFile(join(root, 'index.html'), '<head><meta name="csp-nonce" content="__CSP_NONCE__" /><meta name="commonplace-demo" content="" /></head>')
  await writeFile(join(root, 'assets', 'main-Ab12Cd34.js'), 'script')
  await writeFile(join(root, 'icon.svg'), '<svg/>')
  app = await serveWebApp({ root, demoUrl: 'http://127.0.0.1:1/"><script>' })
})

afterAll(() => app.close())

/** A request line as it is, without the tidying of a client. */
const raw = (target: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname, () => socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`))
    let text = ''
    socket.on('data', (bytes) => (text += bytes.toString()))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })

test('listens on this computer only, unless asked otherwise', () => {
  expect(new URL(app.url).hostname).toBe('127.0.0.1')
})

test('serves the page under a policy that lets it call model services, with a nonce for each load', async () => {
  const [first, second] = [await fetch(app.url), await fetch(`${app.url}/index.html?x`)]
  const policy = first.headers.get('content-security-policy') ?? ''
  const html = await first.text()
  expect(policy).toContain("connect-src 'self' https: http://localhost:* http://127.0.0.1:* wss: ws://localhost:* ws://127.0.0.1:*;")
  expect(html).toContain(`content="${/'nonce-([^']+)'/.exec(policy)?.[1]}"`)
  expect(second.headers.get('content-security-policy')).not.toBe(policy)
  expect(html).not.toContain('<script>')
  expect([first.headers.get('cache-control'), first.headers.get('x-content-type-options'), first.headers.get('x-frame-options')]).toEqual(['no-store', 'nosniff', 'DENY'])
})

test('serves files with type and cache: for ever where the name is a hash', async () => {
  const headersOf = async (path: string) => {
    const { status, headers } = await fetch(app.url + path)
    return [status, headers.get('content-type'), headers.get('cache-control')]
  }
  expect(await headersOf('/assets/main-Ab12Cd34.js')).toEqual([200, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'])
  expect(await headersOf('/icon.svg')).toEqual([200, 'image/svg+xml', 'no-cache'])
  // What keeps its name may change: the service worker above all, and a picture whose name only looks like a hash.
  expect(assetHeaders('service-worker.js')['Cache-Control']).toBe('no-cache')
  expect(assetHeaders('icon-maskable-512.png')['Cache-Control']).toBe('no-cache')
  expect((await headersOf('/missing.js'))[0]).toBe(404)
  expect((await headersOf('/assets'))[0]).toBe(404)
})

test('scripts cross packed where the browser takes that, and as they are where it does not', async () => {
  const script = 'const answer = 42\n'.repeat(500)
  await writeFile(join(root, 'assets', 'large-Ef34Gh56.js'), script)
  const ask = (acceptEncoding: string) => fetch(`${app.url}/assets/large-Ef34Gh56.js`, { headers: { 'accept-encoding': acceptEncoding } })
  for (const [accepted, encoding] of [['gzip, br', 'gzip'], ['*', 'gzip'], ['br', null], ['gzip;q=0', null], ['identity', null]] as const) {
    const response = await ask(accepted)
    expect([accepted, response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([accepted, encoding, 'Accept-Encoding'])
    expect(await response.text()).toBe(script)
  }
  expect(Number((await ask('gzip')).headers.get('content-length'))).toBeLessThan(script.length / 10)
})

test('answers HEAD without a body and refuses what is no reading', async () => {
  const head = await fetch(`${app.url}/icon.svg`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '6', ''])
  expect((await fetch(app.url, { method: 'POST', body: 'x' })).status).toBe(405)
})

test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/assets/../../secret.txt', '/..\\secret.txt', '//etc/passwd', '/%00', '/%', 'http://x/../secret.txt', '*'])(
  'gives nothing outside its folder: %s',
  async (target) => {
    const answer = await raw(target)
    expect(answer).toMatch(/^HTTP\/1\.1 40[04]/)
    expect(answer).not.toContain('secret')
  },
)

test('a port that is taken is an error, not a second server', async () => {
  await expect(serveWebApp({ root: '.', port: Number(new URL(app.url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
