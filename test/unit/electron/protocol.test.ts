import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { syncConnectSources } from '@shared/bridge/sync-origin'
import { contentPolicy } from '@shared/page-policy'
import { appSchemePrivileges, createAssetHandler, resolveAsset } from '../../../electron/protocol'

let folder = ''
let sources: readonly string[] = []
const page = '<html><head><meta name="csp-nonce" content="__CSP_NONCE__" /><meta name="commonplace-demo" content="" /></head></html>'

beforeAll(async () => {
  const outside = await mkdtemp(join(tmpdir(), 'commonplace-protocol-'))
  folder = join(outside, 'renderer')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(outside, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'assets', 'main-Ab12Cd34.js'), 'js')
})

const get = (url: string, method = 'GET') => createAssetHandler(folder, () => Promise.resolve(sources))({ url, method })

const hostileUrls = [
  'app://commonplace/../secret.txt',
  'app://commonplace/..%2fsecret.txt',
  'app://commonplace/..%5csecret.txt',
  'app://commonplace/%2e%2e/secret.txt',
  'app://commonplace/%2e%2e%2fsecret.txt',
  'app://commonplace/assets/..%2f..%2fsecret.txt',
  'app://commonplace/assets/../../secret.txt',
  'app://commonplace/./index.html',
  'app://commonplace/..\\secret.txt',
  'app://commonplace//etc/passwd',
  'app://commonplace/%2fetc%2fpasswd',
  'app://commonplace/index.html%00.js',
  'app://commonplace/C:/Windows/win.ini',
  'app://commonplace/C%3A%5CWindows',
  'app://commonplace/%',
  'app://other/index.html',
  'app://user@commonplace/index.html',
  'file:///etc/passwd',
  'https://commonplace/index.html',
  'not an address',
]

describe('the app:// protocol', () => {
  test.each(hostileUrls)('refuses %s', async (url) => {
    expect((await get(url)).status).toBe(404)
  })

  test('names no file outside the folder, whatever the address (random)', () => {
    const piece = fc.constantFrom('..', '.', '/', '\\', '%2e', '%2f', '%5c', '%00', '%25', 'a', ':', '~', 'assets', '?', '#', '\u0000')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const path = resolveAsset(`app://commonplace/${pieces.join('')}`)
        expect(path === null || !/(^|\/)\.\.?(\/|$)|[\\\0:]|^\//.test(path)).toBe(true)
      }),
      { seed: 20261130, numRuns: 2000 },
    )
  })

  test('serves the page with a fresh nonce in header and page, and the headers of a sealed page', async () => {
    const [first, second] = [await get('app://commonplace/'), await get('app://commonplace/index.html?recovery#/s/1')]
    const html = await first.text()
    const nonce = /content="([^"]+)"/.exec(html)?.[1] ?? ''
    const policy = first.headers.get('content-security-policy') ?? ''
    expect(policy).toBe(contentPolicy({ nonce: decodeEntities(nonce), connect: [] }))
    expect(nonce.length).toBeGreaterThan(16)
    expect(second.headers.get('content-security-policy')).not.toBe(policy)
    expect(Object.fromEntries([...first.headers].filter(([name]) => name !== 'content-security-policy'))).toEqual({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=()',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  })

  test('the policy names the sync server that the person chose, for requests and for sockets', async () => {
    sources = syncConnectSources('https://sync.example:8443')
    const policy = (await get('app://commonplace/')).headers.get('content-security-policy')
    sources = []
    expect(policy).toContain("; connect-src 'self' https://sync.example:8443 wss://sync.example:8443; ")
  })

  test('the policy is the one of the design: no provider hosts, no inline script, no eval', () => {
    expect(contentPolicy({ nonce: 'N', connect: [] })).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-N'; img-src 'self' blob: data:; media-src blob:; font-src 'self'; " +
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
  })

  test('serves files with their type, answers HEAD without a body, refuses other methods', async () => {
    const asset = await get('app://commonplace/assets/main-Ab12Cd34.js')
    expect([asset.status, asset.headers.get('content-type'), await asset.text()]).toEqual([200, 'text/javascript; charset=utf-8', 'js'])
    expect(await (await get('app://commonplace/', 'HEAD')).text()).toBe('')
    expect((await get('app://commonplace/', 'POST')).status).toBe(405)
    expect((await get('app://commonplace/missing.js')).status).toBe(404)
  })

  test('the scheme is a secure origin of its own', () => {
    expect(appSchemePrivileges).toEqual({ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } })
  })
})

const decodeEntities = (text: string): string => text.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
