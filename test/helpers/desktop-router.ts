import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createCredentialTransfer } from '@shared/bridge/credential-transfer'
import { discoverLocalServers } from '@shared/bridge/local-servers'
import { createProxyLogins } from '@shared/bridge/proxy-logins'
import { createFileStore } from '../../electron/files'
import { createHandlers, type HandlerParts } from '../../electron/handlers'
import { createRouter } from '../../electron/ipc-router'
import { createKeychain, type SafeStorage } from '../../electron/keychain'
import { createLog } from '../../electron/log'
import { createMemoryMirror } from '../../electron/memory-mirror'
import { createProfileMarker } from '../../electron/profile-marker'
import { createSnapshotStore } from '../../electron/snapshots'
import { createSyncOriginStore } from '../../electron/sync-origin'
import { FakeKeychain } from './fake-keychain'

export const appFrame = { url: 'app://commonplace/', parent: null }

export interface DesktopRouter {
  readonly request: (name: string, input: unknown) => Promise<unknown>
  readonly router: ReturnType<typeof createRouter>
  readonly vault: ReturnType<typeof createKeychain>
  readonly proxyLogins: ReturnType<typeof createProxyLogins>
  readonly opened: string[]
  readonly logged: string[]
}

/** Main's router over real files in `folder`, with everything of Electron replaced. */
export function createDesktopRouter(folder: string, changes: Partial<HandlerParts> = {}, safeStorage: SafeStorage = new FakeKeychain()): DesktopRouter {
  const clock = { now: () => Date.UTC(2026, 10, 30) }
  const opened: string[] = []
  const logged: string[] = []
  const vault = createKeychain({ safeStorage, platform: 'linux', path: join(folder, 'credentials.json'), clock })
  const proxyLogins = createProxyLogins(vault.others)
  const parts: HandlerParts = {
    info: () => ({ version: '0', surface: 'desktop', platform: 'linux', systemLanguage: 'en-US', dataFolder: folder, demoBaseUrl: null }),
    openExternal: async (url) => void opened.push(url),
    setTheme: () => undefined,
    setLanguage: () => undefined,
    notify: () => undefined,
    reload: () => undefined,
    vault,
    transfer: createCredentialTransfer({ vault, random: (bytes) => new Uint8Array(randomBytes(bytes)), confirm: () => Promise.resolve(true) }),
    proxyLogins,
    syncOrigin: createSyncOriginStore(join(folder, 'sync-origin')),
    catalogue: { fetch: () => Promise.resolve({ ok: false, failure: { code: 'offline', stage: 'connect' } }) },
    discoverLocal: () => discoverLocalServers(() => Promise.reject(new Error('offline'))),
    files: createFileStore(join(folder, 'files')),
    snapshots: createSnapshotStore(join(folder, 'snapshots'), clock),
    memoryMirror: createMemoryMirror(join(folder, 'memory')),
    marker: createProfileMarker(join(folder, 'profile-has-data')),
    freeBytes: () => Promise.resolve(5e9),
    ...changes,
  }
  const router = createRouter(createHandlers(parts), createLog((line) => logged.push(line)))
  return { router, vault, proxyLogins, opened, logged, request: (name, input) => router(appFrame, { name, input }) }
}
