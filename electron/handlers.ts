import { externalUrl } from '@shared/bridge/external-url'
import type { RouteInput, RouteOutput } from '@shared/bridge/contract'
import type { CredentialTransfer } from '@shared/bridge/credential-transfer'
import type { CredentialVault } from '@shared/bridge/credential-vault'
import type { LocalServer } from '@shared/bridge/local-servers'
import type { ProxyLogins } from '@shared/bridge/proxy-logins'
import type { Failure } from '@shared/errors'
import { fail, ok, type Result } from '@shared/result'
import type { CatalogueSource } from './catalogue-source'
import type { FileStore } from './files'
import type { Handlers } from './ipc-router'
import type { SnapshotStore } from './snapshots'
import type { SyncOriginStore } from './sync-origin'

export interface HandlerParts {
  readonly info: () => RouteOutput<'app.info'>
  readonly openExternal: (url: string) => Promise<void>
  readonly setTheme: (theme: RouteInput<'app.setTheme'>['theme']) => void
  readonly setLanguage: (language: RouteInput<'app.setLanguage'>['language']) => void
  readonly notify: (input: RouteInput<'app.notify'>) => void
  readonly reload: () => void
  readonly vault: CredentialVault
  readonly transfer: CredentialTransfer
  readonly proxyLogins: ProxyLogins
  readonly syncOrigin: SyncOriginStore
  readonly catalogue: CatalogueSource
  readonly discoverLocal: () => Promise<LocalServer[]>
  readonly files: FileStore
  readonly snapshots: SnapshotStore
  readonly memoryMirror: { write(markdown: string, json: string): Promise<Result<null, Failure>> }
  readonly marker: { has(): Promise<Result<boolean, Failure>>; mark(): Promise<Result<null, Failure>> }
  readonly freeBytes: () => Promise<number | null>
}

const done = (action: () => void): Promise<Result<null, never>> => {
  action()
  return Promise.resolve(ok(null))
}

/** Everything that the page can ask of main, by route. */
export const createHandlers = (parts: HandlerParts): Handlers => ({
  'app.info': () => Promise.resolve(ok(parts.info())),
  'app.openExternal': async ({ url }) => {
    const external = externalUrl(url)
    if (external === null) return fail({ code: 'url-not-allowed', stage: 'bridge' })
    await parts.openExternal(external)
    return ok(null)
  },
  'app.setTheme': ({ theme }) => done(() => parts.setTheme(theme)),
  'app.setLanguage': ({ language }) => done(() => parts.setLanguage(language)),
  'app.notify': (input) => done(() => parts.notify(input)),
  'app.reload': () => done(parts.reload),

  'credentials.list': async () => ok(await parts.vault.list()),
  'credentials.save': (input) => parts.vault.save(input),
  'credentials.remove': ({ id }) => parts.vault.remove(id),
  'credentials.seal': (input) => parts.transfer.seal(input),
  'credentials.receiveKey': () => Promise.resolve(ok(parts.transfer.receiveKey())),
  'credentials.receive': (input) => parts.transfer.receive(input),
  'keyStorage.state': async () => ok(await parts.vault.state()),
  'keyStorage.choose': (choice) => parts.vault.choose(choice),
  'keyStorage.unlock': ({ passphrase }) => parts.vault.unlock(passphrase),

  'proxyLogins.list': async () => ok(await parts.proxyLogins.list()),
  'proxyLogins.save': (input) => parts.proxyLogins.save(input),
  'proxyLogins.remove': ({ id }) => parts.proxyLogins.remove(id),

  'models.discoverLocal': async () => ok(await parts.discoverLocal()),
  'catalogue.fetch': ({ url }) => parts.catalogue.fetch(url),

  'sync.allowOrigin': ({ origin }) => parts.syncOrigin.allow(origin),

  'files.put': ({ bytes }) => parts.files.put(bytes),
  'files.get': ({ hash }) => parts.files.get(hash),
  'files.remove': ({ hash }) => parts.files.remove(hash),

  'storage.status': async () =>
    ok({ freeBytes: await parts.freeBytes(), quotaBytes: null, usageBytes: null, isPersistent: true }),
  'storage.persist': () => Promise.resolve(ok({ isPersistent: true })),

  'profile.status': async () => {
    const has = await parts.marker.has()
    return has.ok ? ok({ hasMarker: has.value }) : has
  },
  'profile.mark': () => parts.marker.mark(),

  'snapshots.write': ({ lines }) => parts.snapshots.write(lines),
  'snapshots.list': () => parts.snapshots.list(),
  'snapshots.read': ({ id }) => parts.snapshots.read(id),
  'snapshots.remove': ({ id }) => parts.snapshots.remove(id),

  'memoryMirror.write': ({ markdown, json }) => parts.memoryMirror.write(markdown, json),
})
