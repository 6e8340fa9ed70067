import * as z from 'zod'
import { failureSchema } from '../errors'
import { credentialSchemes } from './credential-url'
import { proxyAddressSchema, proxyLoginSchema, proxySchema } from './proxy'

/**
 * The one contract between the app and its surroundings. Every route is `namespace.verb` with a schema for its
 * input and one for its output; Electron's main keeps an exhaustive handler map over it, the browser bridge
 * implements the same routes in the page. A handler answers with a value or a Failure and never throws.
 */

const fileHash = z.string().regex(/^[0-9a-f]{64}$/)
const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const snapshotName = z.string().regex(/^[0-9A-Za-z-]{1,64}$/)
const empty = z.strictObject({})

export const maxRequestBytes = 64 * 1024 * 1024
export const maxFileBytes = 32 * 1024 * 1024
/** Of a table of models: about three times what models.dev has in 2026. */
export const maxCatalogueBytes = 12 * 1024 * 1024

export const keyStorageKinds = ['keychain', 'passphrase', 'until-quit', 'browser-sealed', 'unavailable'] as const

export const credentialSchema = z.strictObject({
  id,
  /** Whether a secret is stored; a local model may need none. */
  hasKey: z.boolean(),
  /** The last four characters, where the secret is at least 16 long; to tell keys apart. */
  hint: z.string().max(4).nullable(),
  /** Requests with this credential may go to URLs under these prefixes and nowhere else. */
  urlPrefixes: z.array(z.url()).min(1).max(8),
  scheme: z.enum(credentialSchemes),
})
export type CredentialInfo = z.infer<typeof credentialSchema>

export const saveCredentialSchema = z.strictObject({
  id,
  /** null keeps the stored secret, which is possible only while the prefixes stay the same. */
  secret: z.string().min(1).max(4096).nullable(),
  urlPrefixes: z.array(z.url()).min(1).max(8),
  scheme: z.enum(credentialSchemes),
})

/** Where the OS offers no real keychain, a person chooses; nothing is stored in plain text quietly. */
export const keyStorageChoiceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('until-quit') }),
  z.strictObject({ kind: z.literal('passphrase'), passphrase: z.string().min(8).max(1024) }),
])

export const keyStorageStateSchema = z.strictObject({
  kind: z.enum(keyStorageKinds),
  /** What the person calls it: "macOS Keychain", "GNOME Keyring", …; null in a browser. */
  name: z.string().nullable(),
  /** A passphrase store that has not been opened since the start. */
  isLocked: z.boolean(),
})

export const fetchRequestSchema = z.strictObject({
  credentialId: id,
  url: z.url().max(4096),
  method: z.enum(['GET', 'POST']),
  headers: z.array(z.tuple([z.string().max(128), z.string().max(8192)])).max(64),
  body: z.instanceof(Uint8Array).nullable(),
  /** How the service is reached; a browser knows the system's way alone and answers a server with `not-supported-here`. */
  proxy: proxySchema.default({ kind: 'system' }),
})
/** As the page sends it: what has a default may be left out. */
export type FetchRequest = z.input<typeof fetchRequestSchema>
export type ParsedFetchRequest = z.infer<typeof fetchRequestSchema>

/** A proxy's login that is stored: for which proxy, and nothing of the login itself. */
export const storedProxyLoginSchema = z.strictObject({ id, proxy: proxyAddressSchema })
export type StoredProxyLogin = z.infer<typeof storedProxyLoginSchema>

export const saveProxyLoginSchema = z.strictObject({ id, proxy: proxyAddressSchema, ...proxyLoginSchema.shape })

export const appInfoSchema = z.strictObject({
  version: z.string(),
  surface: z.enum(['desktop', 'browser']),
  platform: z.enum(['mac', 'windows', 'linux', 'other']),
  systemLanguage: z.string(),
  /** Shown to the person; null in a browser. */
  dataFolder: z.string().nullable(),
  /** Address of the provider emulator when the app was started as a demo. */
  demoBaseUrl: z.string().nullable(),
  /** Of the page that the desktop app carries, as a sync server counts it; a browser shows the page of a server itself. */
  webAppSha256: z.string().optional(),
})

export const storageStatusSchema = z.strictObject({
  freeBytes: z.number().nullable(),
  /** What the browser grants this origin, where it says so. */
  quotaBytes: z.number().nullable(),
  usageBytes: z.number().nullable(),
  isPersistent: z.boolean(),
})

export const snapshotInfoSchema = z.strictObject({
  id: z.string(),
  createdAt: z.number(),
  sizeBytes: z.number(),
  messages: z.number().int(),
  sessions: z.number().int(),
})

export const profileStatusSchema = z.strictObject({
  /** "This profile has data": an empty database with this marker opens Recovery, never onboarding. */
  hasMarker: z.boolean(),
})

export const localServerSchema = z.strictObject({
  kind: z.enum(['ollama', 'lm-studio', 'llama.cpp']),
  baseUrl: z.url(),
  models: z.array(z.string()),
})

const publicKey = z.instanceof(Uint8Array).refine(({ byteLength }) => byteLength === 32)

/** Keys on their way to another device; see shared/bridge/credential-parcel.ts. */
export const sealCredentialsSchema = z.strictObject({
  ids: z.array(id).min(1).max(32),
  /** X25519, from the other device's `credentials.receiveKey`. */
  recipientKey: publicKey,
  /** What the person calls the other device; named in the question that is asked. */
  deviceName: z.string().min(1).max(80),
})

const route = <Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output) => ({ input, output })
const done = z.null()

export const routes = {
  'app.info': route(empty, appInfoSchema),
  'app.openExternal': route(z.strictObject({ url: z.string().max(4096) }), done),
  'app.setTheme': route(z.strictObject({ theme: z.enum(['system', 'light', 'dark']) }), done),
  'app.setLanguage': route(z.strictObject({ language: z.enum(['en', 'zh-CN']) }), done),
  'app.notify': route(z.strictObject({ title: z.string().max(200), body: z.string().max(500) }), done),

  /** The window's page again from the start, after what is pending was written. */
  'app.reload': route(empty, done),

  'credentials.list': route(empty, z.array(credentialSchema)),
  'credentials.save': route(saveCredentialSchema, credentialSchema),
  'credentials.remove': route(z.strictObject({ id }), done),
  /** `cancelled` where the person, asked by the system, says no; `no-key` where one of them holds no key. */
  'credentials.seal': route(sealCredentialsSchema, z.strictObject({ sealed: z.instanceof(Uint8Array) })),
  /** The public half of a pair for one parcel; the other half stays and is gone after the next start. */
  'credentials.receiveKey': route(empty, z.strictObject({ publicKey })),
  /** `not-found` where the parcel is sealed to no pair that is waiting. Keys that are here stay if theirs go elsewhere. */
  'credentials.receive': route(z.strictObject({ sealed: z.instanceof(Uint8Array).refine(({ byteLength }) => byteLength <= 262_144) }), z.strictObject({ ids: z.array(id) })),
  'keyStorage.state': route(empty, keyStorageStateSchema),
  'keyStorage.choose': route(keyStorageChoiceSchema, keyStorageStateSchema),
  'keyStorage.unlock': route(z.strictObject({ passphrase: z.string().max(1024) }), keyStorageStateSchema),

  /** Logins of proxies: kept like keys, each for one proxy alone; in a browser none can be saved: `not-supported-here`. */
  'proxyLogins.list': route(empty, z.array(storedProxyLoginSchema)),
  'proxyLogins.save': route(saveProxyLoginSchema, storedProxyLoginSchema),
  'proxyLogins.remove': route(z.strictObject({ id }), done),

  'models.discoverLocal': route(empty, z.array(localServerSchema)),

  /**
   * A table of models and prices as text: the public one, or one whose address the person, asked by the system, allowed;
   * `cancelled` where they said no. Nothing is sent with it.
   */
  'catalogue.fetch': route(z.strictObject({ url: z.string().max(2048) }), z.strictObject({ text: z.string().max(maxCatalogueBytes) })),

  /**
   * The sync server that the page may connect to from its next load on; null for none. An origin without a path:
   * https, or http on this computer; anything else is `url-not-allowed`.
   */
  'sync.allowOrigin': route(z.strictObject({ origin: z.string().max(512).nullable() }), z.strictObject({ needsReload: z.boolean() })),

  'files.put': route(z.strictObject({ bytes: z.instanceof(Uint8Array) }), z.strictObject({ hash: fileHash })),
  'files.get': route(z.strictObject({ hash: fileHash }), z.instanceof(Uint8Array).nullable()),
  'files.remove': route(z.strictObject({ hash: fileHash }), done),

  'storage.status': route(empty, storageStatusSchema),
  'storage.persist': route(empty, z.strictObject({ isPersistent: z.boolean() })),

  'profile.status': route(empty, profileStatusSchema),
  'profile.mark': route(empty, done),

  /** `lines`: JSON lines, the first one a header {version, createdAt, messages, sessions}. */
  'snapshots.write': route(z.strictObject({ lines: z.string() }), snapshotInfoSchema),
  'snapshots.list': route(empty, z.array(snapshotInfoSchema)),
  'snapshots.read': route(z.strictObject({ id: snapshotName }), z.string()),
  'snapshots.remove': route(z.strictObject({ id: snapshotName }), done),

  'memoryMirror.write': route(z.strictObject({ markdown: z.string(), json: z.string() }), done),
} as const

export type Routes = typeof routes
export type RouteName = keyof Routes
export type RouteInput<Name extends RouteName> = z.infer<Routes[Name]['input']>
export type RouteOutput<Name extends RouteName> = z.infer<Routes[Name]['output']>

/** What crosses the wire as the answer of any route. */
export const replySchema = <Output extends z.ZodType>(output: Output) =>
  z.discriminatedUnion('ok', [
    z.strictObject({ ok: z.literal(true), value: output }),
    z.strictObject({ ok: z.literal(false), failure: failureSchema }),
  ])

/** What main tells the app; the payload of one event channel. */
export const bridgeEventSchema = z.discriminatedUnion('type', [
  /** A menu item or tray entry was chosen; ids are those of the command list. */
  z.strictObject({ type: z.literal('command'), commandId: z.string().max(64) }),
  z.strictObject({ type: z.literal('storage-low'), freeBytes: z.number(), level: z.enum(['warn', 'critical']) }),
  /** The window is about to close: write what is pending, then let it go (main waits 2 s at most). */
  z.strictObject({ type: z.literal('before-quit') }),
  z.strictObject({ type: z.literal('system-resumed') }),
])
export type BridgeEvent = z.infer<typeof bridgeEventSchema>
