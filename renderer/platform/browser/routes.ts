import { routes, type RouteInput, type RouteName, type RouteOutput } from '@shared/bridge/contract'
import type { Bridge } from '@shared/bridge/bridge'
import type { CredentialTransfer } from '@shared/bridge/credential-transfer'
import { externalUrl } from '@shared/bridge/external-url'
import { discoverLocalServers } from '@shared/bridge/local-servers'
import { syncOrigin } from '@shared/bridge/sync-origin'
import type { Failure } from '@shared/errors'
import { fail, ok, type Result } from '@shared/result'
import { appInfo } from './app-info'
import { fetchDirectly } from './direct-fetch'
import { createBrowserMarker } from './marker'
import { createBrowserFiles, createBrowserSnapshots } from './private-files'
import { privateRoot } from './private-folder'
import { createSealedKeys } from './sealed-keys'
import { storageFailure } from './storage-failure'

type Handlers = {
  readonly [Name in RouteName]: (input: RouteInput<Name>) => Promise<Result<RouteOutput<Name>, Failure>>
}

/** The same routes as main's, done in the page with what a browser has. */
export function createBrowserRoutes(): Pick<Bridge, 'request' | 'fetchWithCredential'> {
  const vault = createSealedKeys()
  const handlers = createHandlers(vault)

  return {
    async request<Name extends RouteName>(name: Name, input: RouteInput<Name>): Promise<Result<RouteOutput<Name>, Failure>> {
      const parsed = Object.hasOwn(routes, name) ? routes[name].input.safeParse(input) : null
      if (!parsed?.success) return fail({ code: 'invalid-input', stage: 'bridge' })
      try {
        return await handlers[name](parsed.data as RouteInput<Name>)
      } catch (error) {
        return fail(storageFailure(error))
      }
    },

    fetchWithCredential: (request, signal) =>
      fetchDirectly(request, signal, { vault, fetch: (url, init) => fetch(url, init), isOnline: () => navigator.onLine }),
  }
}

function createHandlers(vault: ReturnType<typeof createSealedKeys>): Handlers {
  const files = createBrowserFiles(privateRoot)
  const snapshots = createBrowserSnapshots(privateRoot, () => Date.now())
  const marker = createBrowserMarker(privateRoot, localStorage)
  const transfer = once(() => loadTransfer(vault))

  return {
    'app.info': () => Promise.resolve(ok(appInfo())),
    'app.openExternal': ({ url }) => Promise.resolve(openExternal(url)),
    // The page follows its own settings; a browser has no menu or frame of ours to tell.
    'app.setTheme': () => Promise.resolve(ok(null)),
    'app.setLanguage': () => Promise.resolve(ok(null)),
    'app.notify': async ({ title, body }) => {
      if ('Notification' in window && Notification.permission === 'granted') new Notification(title, { body })
      return ok(null)
    },

    'app.reload': () => {
      location.reload()
      return Promise.resolve(ok(null))
    },

    'credentials.list': async () => ok(await vault.list()),
    'credentials.save': (input) => vault.save(input),
    'credentials.remove': ({ id }) => vault.remove(id),
    'credentials.seal': async (input) => (await transfer()).seal(input),
    'credentials.receiveKey': async () => ok((await transfer()).receiveKey()),
    'credentials.receive': async (input) => (await transfer()).receive(input),
    'keyStorage.state': async () => ok(await vault.state()),
    'keyStorage.choose': (choice) => vault.choose(choice),
    'keyStorage.unlock': ({ passphrase }) => vault.unlock(passphrase),

    // A page has no say in how its requests are routed.
    'proxyLogins.list': () => Promise.resolve(ok([])),
    'proxyLogins.save': () => Promise.resolve(fail({ code: 'not-supported-here', stage: 'bridge' })),
    'proxyLogins.remove': () => Promise.resolve(ok(null)),

    'models.discoverLocal': async () => ok(await discoverLocalServers((url, init) => fetch(url, init))),
    'catalogue.fetch': async ({ url }) => (await import('@shared/bridge/catalogue-fetch')).fetchCatalogue(url, (address, init) => fetch(address, init)),

    // The policy of the page that a server sends to browsers allows every secure address.
    'sync.allowOrigin': ({ origin }) =>
      Promise.resolve(origin === null || syncOrigin(origin) !== null ? ok({ needsReload: false }) : fail({ code: 'url-not-allowed', stage: 'bridge' })),

    'files.put': ({ bytes }) => files.put(bytes),
    'files.get': ({ hash }) => files.get(hash),
    'files.remove': ({ hash }) => files.remove(hash),

    'storage.status': async () => ok(await storageStatus()),
    'storage.persist': async () => ok({ isPersistent: (await navigator.storage?.persist?.()) ?? false }),

    'profile.status': () => marker.status(),
    'profile.mark': () => {
      // There is something to lose from now on. A browser may ask the person, and may say no: nothing waits for it.
      void navigator.storage?.persist?.().catch(() => undefined)
      return marker.mark()
    },

    'snapshots.write': ({ lines }) => snapshots.write(lines),
    'snapshots.list': () => snapshots.list(),
    'snapshots.read': ({ id }) => snapshots.read(id),
    'snapshots.remove': ({ id }) => snapshots.remove(id),

    // The mirror is for other programs, and a browser shows its files to none.
    'memoryMirror.write': () => Promise.resolve(fail({ code: 'not-supported-here', stage: 'bridge' })),
  }
}

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

/** A file of its own: its ciphers are needed by the few who send keys. */
async function loadTransfer(vault: ReturnType<typeof createSealedKeys>): Promise<CredentialTransfer> {
  const { createCredentialTransfer } = await import('@shared/bridge/credential-transfer')
  return createCredentialTransfer({
    vault,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    // In a browser the page holds the keys: it asks the person itself.
    confirm: () => Promise.resolve(true),
  })
}

function openExternal(url: string): Result<null, Failure> {
  const external = externalUrl(url)
  if (external === null) return fail({ code: 'url-not-allowed', stage: 'bridge' })
  window.open(external, '_blank', 'noopener,noreferrer')
  return ok(null)
}

async function storageStatus(): Promise<RouteOutput<'storage.status'>> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
  const isPersistent = (await navigator.storage?.persisted?.()) ?? false
  const freeBytes = quota === undefined || usage === undefined ? null : Math.max(0, quota - usage)
  return { freeBytes, quotaBytes: quota ?? null, usageBytes: usage ?? null, isPersistent }
}
