import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToken, hashOfToken } from '../../../sync-server/src/auth'
import { runCommand } from '../../helpers/sync-command'
import { startSyncProcess, type SyncProcess } from '../../helpers/sync-process'
import { connectStock, isSynced } from '../../helpers/sync-server'
import { projectRoot } from '../../helpers/source-files'

const timeoutMs = 90_000
let data: string
let running: SyncProcess[] = []

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'commonplace-serve-'))
})
afterEach(async () => {
  await Promise.all(running.map((server) => server.kill()))
  running = []
  await rm(data, { recursive: true, force: true })
})

async function start(...flags: string[]): Promise<SyncProcess> {
  const server = await startSyncProcess(['--data', data, ...flags])
  running.push(server)
  return server
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** As the app does it, from the link that the server printed. */
async function createVault(url: string, link: string): Promise<{ vaultId: string; token: string; status: number }> {
  const setup = /setup=([\w-]{43})/.exec(link)?.[1] ?? ''
  const [token, vaultId] = [createToken(), createToken().slice(0, 22)]
  const body = { vaultId, deviceId: 'device-laptop', tokenHash: base64(hashOfToken(token)), recoveryTokenHash: base64(hashOfToken(createToken())) }
  const { status } = await fetch(`${url}/api/v1/vaults`, { method: 'POST', headers: { Authorization: `Bearer ${setup}` }, body: JSON.stringify(body) })
  return { vaultId, token, status }
}

const metric = (page: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(page)?.[1] ?? Number.NaN)

test('SYN-7 the first start prints a link that makes one vault; tokens and vaults are in no log', async () => {
  const server = await start('--log-level', 'debug')
  const link = /Set up the first vault .*: (\S+)/.exec(server.output())?.[1] ?? ''
  expect(link.startsWith(`${server.url}/#/settings/sync?setup=`)).toBe(true)
  const { vaultId, token, status } = await createVault(server.url, link)
  expect([status, (await createVault(server.url, link)).status]).toEqual([201, 401])

  const device = connectStock(server.url, 'memory', token)
  await isSynced(device)
  device.doc.getArray('items').push(['sealed'])
  await fetch(`${server.url}/api/v1/vault`, { headers: { Authorization: `Bearer ${token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}` } })
  await vi.waitFor(async () => {
    const page = await (await fetch(`${server.url}/metrics`)).text()
    expect([metric(page, 'commonplace_peers'), metric(page, 'commonplace_rooms'), metric(page, 'commonplace_vaults')]).toEqual([1, 1, 1])
    for (const name of ['updates_total', 'update_bytes_total', 'fsync_seconds_count', 'relay_seconds_count', 'stored_bytes']) {
      expect(metric(page, `commonplace_${name}`), name).toBeGreaterThan(0)
    }
    expect(page).toMatch(/commonplace_refused_total\{reason="token-rejected"\} [12]/)
    expect(page).not.toContain(vaultId)
  }, 20_000)
  expect(await runCommand(data, 'health')).toBe(`${server.url} is well`)
  expect(await runCommand(data, 'setup-link')).toMatch(new RegExp(`^${server.url}/#/settings/sync\\?setup=`))
  device.close()

  // A second server on the same file would not hear what the first takes in.
  await expect(start()).rejects.toThrow(/a server runs on .* already/)
  expect(await server.stop()).toBe(0)
  expect(server.output()).not.toContain(vaultId)
  expect(server.output()).not.toContain(token)
  const again = await start()
  expect(again.output()).not.toContain('Set up the first vault')
}, timeoutMs)

test('metrics are for this computer, not for whom a proxy on it speaks; with a token for whoever has it', async () => {
  const open = await start()
  const ask = async (url: string, headers: Record<string, string> = {}) => (await fetch(`${url}/metrics`, { headers })).status
  expect([await ask(open.url), await ask(open.url, { 'X-Forwarded-For': '203.0.113.9' })]).toEqual([200, 404])
  await open.stop()
  const closed = await start('--metrics-token', 'secret-of-prometheus')
  expect([await ask(closed.url), await ask(closed.url, { Authorization: 'Bearer secret-of-prometheu' })]).toEqual([404, 404])
  expect(await ask(closed.url, { Authorization: 'Bearer secret-of-prometheus', 'X-Forwarded-For': '203.0.113.9' })).toBe(200)
}, timeoutMs)

test('speaks https itself with a certificate, and serves the web app that it is given', async () => {
  const app = join(data, 'app')
  await mkdir(app)
  await writeFile(join(app, 'index.html'), '<head></head><p>the app</p>')
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => join(projectRoot, 'test/fixtures/tls', name)) as [string, string]
  const server = await start('--web-app', app, '--tls-cert', cert, '--tls-key', key)
  expect(server.url).toMatch(/^https:/)
  const page = await new Promise<string>((resolve, reject) => {
    const sent = request(server.url, { rejectUnauthorized: false }, async (response) => resolve(Buffer.concat(await response.toArray() as Buffer[]).toString()))
    sent.on('error', reject).end()
  })
  expect(page).toContain('the app')
  expect(await runCommand(data, 'health')).toBe(`${server.url} is well`)
}, timeoutMs)
