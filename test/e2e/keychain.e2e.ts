import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBridgeApp, type BridgeApp } from '../helpers/bridge-app'
import { quietElectron } from '../helpers/electron-app'
import { findLeaks } from '../helpers/leak-scan'

const secret = 'sk-proj-Zq7Rw2Xy9Kd4Lm8Tp3Vn'
const url = 'https://api.example.com/v1'

let bridgeApp: BridgeApp
let folder = ''
let keyring: Keyring | null = null

beforeAll(async () => {
  bridgeApp = await makeBridgeApp()
  folder = await mkdtemp(join(tmpdir(), 'commonplace-keychain-'))
  keyring = await startKeyring(folder)
})

afterAll(async () => {
  keyring?.stop()
  await bridgeApp.remove()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

interface Keyring {
  readonly environment: Readonly<Record<string, string>>
  stop(): void
}

/** A message bus and an unlocked GNOME keyring of this test's own, as a person's desktop has them. */
async function startKeyring(home: string): Promise<Keyring> {
  const environment = { XDG_DATA_HOME: join(home, 'data'), XDG_RUNTIME_DIR: home, XDG_CURRENT_DESKTOP: 'GNOME' }
  const script = 'printf "test" | gnome-keyring-daemon --unlock --components=secrets >/dev/null && echo "BUS $DBUS_SESSION_BUS_ADDRESS" && read -r _'
  const child = spawn('dbus-run-session', ['--', 'sh', '-c', script], { env: { ...process.env, ...environment }, stdio: ['pipe', 'pipe', 'ignore'] })
  const address = await busAddress(child)
  return {
    environment: { ...environment, DBUS_SESSION_BUS_ADDRESS: address },
    // The session ends with its script, and the keyring with the session.
    stop: () => child.stdin?.end('\n'),
  }
}

function busAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (bytes: Buffer) => {
      output += bytes.toString()
      const address = /^BUS (\S+)$/m.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the session ended with ${code}`)))
  })
}

test('SEC-1 the OS keychain keeps a key over a restart, and no file of the profile holds a part of it', async () => {
  const profile = join(folder, 'profile')
  const args = quietElectron.map((arg) => (arg.startsWith('--password-store') ? '--password-store=gnome-libsecret' : arg))
  const start = () => bridgeApp.start(profile, args, keyring?.environment)

  const first = await start()
  const saved = await first.page.evaluate(
    async ([key, address]) => [
      await window.bridgePage.request('keyStorage.state', {}),
      await window.bridgePage.request('credentials.save', { id: 'k', secret: key, urlPrefixes: [address], scheme: 'bearer' }),
    ],
    [secret, url] as const,
  )
  expect(saved).toEqual([
    { ok: true, value: { kind: 'keychain', name: 'GNOME Keyring', isLocked: false } },
    { ok: true, value: { id: 'k', hasKey: true, hint: 'p3Vn', urlPrefixes: [url], scheme: 'bearer' } },
  ])
  await first.close()
  expect(findLeaks(profile, secret, 'sk-proj-')).toEqual([])

  const second = await start()
  const found = await second.page.evaluate(async (address) => {
    const listed = await window.bridgePage.request('credentials.list', {})
    // Where the seal still opens, the address is what is refused; else it would be the key's storage.
    const other = await window.bridgePage.fetch({ credentialId: 'k', url: `${address}0`, method: 'GET', headers: [], body: null })
    return [listed, other]
  }, url)
  expect(found).toMatchObject([{ ok: true, value: [{ id: 'k', hasKey: true }] }, { failure: { code: 'url-not-allowed' } }])
  await second.close()
})
