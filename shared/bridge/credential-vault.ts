import * as z from 'zod'
import type { Failure } from '../errors'
import { fail, ok, type Result } from '../result'
import type { CredentialInfo, RouteInput, RouteOutput } from './contract'
import type { CarriedCredential } from './credential-parcel'
import { checkCredentialUrl, credentialSchemes, prefixFailure, type CredentialScheme } from './credential-url'

/**
 * Where keys are kept, the same on both surfaces; what seals them is given: the OS keychain or a browser's own key,
 * and a box made from a passphrase. A secret leaves through `use`, for one request, through `reveal`, for a sealed
 * parcel, and through `others`, for a proxy, and through no other function.
 */

/** Seals text so that only the same box opens it; `context` is bound to it. Rejects where it cannot. */
export interface SecretBox {
  seal(text: string, context: string): Promise<string>
  /** `isStale`: the box has a newer key; seal again. */
  open(sealed: string, context: string): Promise<{ readonly text: string; readonly isStale: boolean }>
}

export type DeviceBox =
  | { readonly kind: 'ready'; readonly box: SecretBox; readonly name: string | null }
  | { readonly kind: 'unavailable'; readonly name: string | null }

export interface VaultPorts {
  readonly deviceKind: 'keychain' | 'browser-sealed'
  /** Whatever was saved last; null where nothing was. */
  load(): Promise<unknown>
  /** Replaces it whole or not at all. Rejects where the disk refuses. */
  save(file: VaultFile): Promise<void>
  /** Runs one reader-writer at a time, across windows too. */
  exclusive<T>(task: () => Promise<T>): Promise<T>
  deviceBox(): Promise<DeviceBox>
  passphraseBox(passphrase: string, salt: string): Promise<SecretBox>
  newSalt(): string
  failureOf(error: unknown): Failure
}

const scheme = z.enum(credentialSchemes)

const entrySchema = z.object({
  id: z.string(),
  urlPrefixes: z.array(z.string()),
  scheme,
  hint: z.string().max(4).nullable(),
  sealedBy: z.enum(['device', 'passphrase']).nullable(),
  /** The secret together with where it may go, so that the two cannot be parted in the file. */
  sealed: z.string().nullable(),
})
type Entry = z.infer<typeof entrySchema>

const fileSchema = z.object({
  version: z.literal(1),
  passphrase: z.object({ salt: z.string(), check: z.string() }).nullable(),
  entries: z.array(entrySchema),
})
export type VaultFile = z.infer<typeof fileSchema>

const payloadSchema = z.object({ secret: z.string(), urlPrefixes: z.array(z.string()), scheme })
type Payload = z.infer<typeof payloadSchema>

export interface UsableCredential {
  readonly url: URL
  readonly scheme: CredentialScheme
  readonly secret: string | null
}

/** Where a secret may go and what carries it there; null where none is needed. */
export interface OpenedSecret {
  readonly urlPrefixes: readonly string[]
  readonly scheme: CredentialScheme
  readonly secret: string | null
}

/**
 * Secrets that are no keys of services, in the same file under the same seal. Their ids hold a colon, which no id of
 * the page does: none of its routes for credentials reaches them.
 */
export interface OtherSecrets {
  list(): Promise<CredentialInfo[]>
  keep(id: OtherSecretId, payload: Payload): Promise<Result<CredentialInfo, Failure>>
  open(id: OtherSecretId): Promise<Result<OpenedSecret, Failure>>
  remove(id: OtherSecretId): Promise<Result<null, Failure>>
}
export type OtherSecretId = `${string}:${string}`

export interface CredentialVault {
  list(): Promise<CredentialInfo[]>
  save(input: RouteInput<'credentials.save'>): Promise<Result<CredentialInfo, Failure>>
  remove(id: string): Promise<Result<null, Failure>>
  state(): Promise<RouteOutput<'keyStorage.state'>>
  choose(choice: RouteInput<'keyStorage.choose'>): Promise<Result<RouteOutput<'keyStorage.state'>, Failure>>
  unlock(passphrase: string): Promise<Result<RouteOutput<'keyStorage.state'>, Failure>>
  /** The credential for a request to `url`, if the URL lies under the prefixes saved with the secret. */
  use(id: string, url: string): Promise<Result<UsableCredential, Failure>>
  /** Keys with where they may go, all or none; never for the page. */
  reveal(ids: readonly string[]): Promise<Result<CarriedCredential[], Failure>>
  readonly others: OtherSecrets
}

const failed = (code: Failure['code'], detail: string) => fail<Failure>({ code, stage: 'bridge', detail })
const checkText = 'commonplace'
const emptyFile: VaultFile = { version: 1, passphrase: null, entries: [] }

export function createCredentialVault(ports: VaultPorts): CredentialVault {
  let passphraseBox: SecretBox | null = null
  let isUntilQuit = false
  /** Never written anywhere: what the person asked to keep until the app quits. */
  const untilQuit = new Map<string, Payload>()

  /** A file of a newer version is left alone: rejects, so that nothing is written over it. */
  async function load(): Promise<VaultFile> {
    const stored = await ports.load()
    return stored === null ? emptyFile : fileSchema.parse(stored)
  }

  const change = <T>(task: (file: VaultFile) => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> =>
    ports.exclusive(async () => {
      try {
        return await task(await load())
      } catch (error) {
        return fail(ports.failureOf(error))
      }
    })

  const deviceBox = async (): Promise<SecretBox | null> => {
    const device = await ports.deviceBox()
    return device.kind === 'ready' ? device.box : null
  }

  const boxOf = async (sealedBy: Entry['sealedBy']): Promise<SecretBox | null> =>
    sealedBy === 'passphrase' ? passphraseBox : deviceBox()

  /** The box for a new secret; null where it may not be stored (or only until the app quits). */
  async function boxForSaving(file: VaultFile): Promise<{ box: SecretBox; sealedBy: 'device' | 'passphrase' } | null> {
    if (file.passphrase !== null) return passphraseBox && { box: passphraseBox, sealedBy: 'passphrase' }
    const box = await deviceBox()
    return box && { box, sealedBy: 'device' }
  }

  async function stateOf(file: VaultFile): Promise<RouteOutput<'keyStorage.state'>> {
    if (isUntilQuit) return { kind: 'until-quit', name: null, isLocked: false }
    if (file.passphrase !== null) return { kind: 'passphrase', name: null, isLocked: passphraseBox === null }
    const device = await ports.deviceBox()
    return { kind: device.kind === 'ready' ? ports.deviceKind : 'unavailable', name: device.name, isLocked: false }
  }

  async function sealEntry(file: VaultFile, id: string, payload: Payload): Promise<Entry | null> {
    const target = await boxForSaving(file)
    if (target === null) return null
    const sealed = await target.box.seal(JSON.stringify(payload), id)
    const { urlPrefixes, scheme, secret } = payload
    return { id, urlPrefixes, scheme, hint: hintOf(id, secret), sealedBy: target.sealedBy, sealed }
  }

  function save(input: RouteInput<'credentials.save'>): Promise<Result<CredentialInfo, Failure>> {
    return change(async (file) => {
      const problem = input.urlPrefixes.map(prefixFailure).find((failure) => failure !== null)
      if (problem) return fail(problem)
      const { id, secret, urlPrefixes, scheme } = input
      if (secret === null) return saveWithoutSecret(file, input)
      // Anything else cannot be sent in a header, and was not meant to be in the key.
      if (!/^[\u0021-\u007e]+$/.test(secret)) return failed('invalid-input', 'the key holds spaces or other characters')
      return keep(file, id, { secret, urlPrefixes, scheme })
    })
  }

  async function keep(file: VaultFile, id: string, payload: Payload): Promise<Result<CredentialInfo, Failure>> {
    if (isUntilQuit) {
      untilQuit.set(id, payload)
      return ok(infoOfPayload(id, payload))
    }
    const entry = await sealEntry(file, id, payload)
    if (entry === null) return failed('key-storage-unavailable', 'nothing to seal it with')
    await ports.save(withEntry(file, entry))
    return ok(infoOf(entry))
  }

  async function saveWithoutSecret(
    file: VaultFile,
    { id, urlPrefixes, scheme }: RouteInput<'credentials.save'>,
  ): Promise<Result<CredentialInfo, Failure>> {
    const held = untilQuit.get(id)
    const known = held ? infoOfPayload(id, held) : file.entries.filter((entry) => entry.id === id).map(infoOf)[0]
    if (known?.hasKey) {
      // SEC-2: a stored key goes to new addresses only after it was typed again.
      const isSame = sameSet(known.urlPrefixes, urlPrefixes) && known.scheme === scheme
      return isSame ? ok(known) : failed('url-not-allowed', 'a new address needs the key again')
    }
    const entry: Entry = { id, urlPrefixes, scheme, hint: null, sealedBy: null, sealed: null }
    await ports.save(withEntry(file, entry))
    return ok(infoOf(entry))
  }

  function remove(id: string): Promise<Result<null, Failure>> {
    return change(async (file) => {
      untilQuit.delete(id)
      if (file.entries.some((entry) => entry.id === id)) await ports.save(withoutEntry(file, id))
      return ok(null)
    })
  }

  function choose(choice: RouteInput<'keyStorage.choose'>): Promise<Result<RouteOutput<'keyStorage.state'>, Failure>> {
    return change(async (file) => {
      if (choice.kind === 'until-quit') {
        isUntilQuit = true
        return ok(await stateOf(file))
      }
      const salt = ports.newSalt()
      const box = await ports.passphraseBox(choice.passphrase, salt)
      const passphrase = { salt, check: await box.seal(checkText, 'check') }
      const readable = await readableSecrets(file)
      const fresh = await Promise.all(
        [...readable].map(async ([id, payload]): Promise<Entry> => {
          const { urlPrefixes, scheme, secret } = payload
          const sealed = await box.seal(JSON.stringify(payload), id)
          return { id, urlPrefixes, scheme, hint: hintOf(id, secret), sealedBy: 'passphrase', sealed }
        }),
      )
      const others = file.entries.filter(({ id }) => !readable.has(id)).map(withoutLostSecret)
      const next: VaultFile = { version: 1, passphrase, entries: [...others, ...fresh] }
      await ports.save(next)
      passphraseBox = box
      isUntilQuit = false
      untilQuit.clear()
      return ok(await stateOf(next))
    })
  }

  /** Everything that can be opened now, so that a new passphrase takes it along. */
  async function readableSecrets(file: VaultFile): Promise<Map<string, Payload>> {
    const readable = new Map<string, Payload>()
    for (const entry of file.entries) {
      const payload = await openEntry(entry)
      if (payload) readable.set(entry.id, payload.payload)
    }
    for (const [id, payload] of untilQuit) readable.set(id, payload)
    return readable
  }

  async function openEntry(entry: Entry): Promise<{ payload: Payload; isStale: boolean } | null> {
    const box = entry.sealed === null ? null : await boxOf(entry.sealedBy)
    if (box === null || entry.sealed === null) return null
    try {
      const { text, isStale } = await box.open(entry.sealed, entry.id)
      const payload = payloadSchema.safeParse(JSON.parse(text))
      return payload.success ? { payload: payload.data, isStale } : null
    } catch {
      // The keychain is away for now, or the file came from another computer. The entry stays as it is.
      return null
    }
  }

  function unlock(passphrase: string): Promise<Result<RouteOutput<'keyStorage.state'>, Failure>> {
    return change(async (file) => {
      if (file.passphrase === null) return failed('invalid-input', 'no passphrase was set')
      const box = await ports.passphraseBox(passphrase, file.passphrase.salt)
      const opened = await box.open(file.passphrase.check, 'check').catch(() => null)
      if (opened?.text !== checkText) return failed('invalid-input', 'not the passphrase')
      passphraseBox = box
      isUntilQuit = false
      return ok(await stateOf(file))
    })
  }

  async function use(id: string, url: string): Promise<Result<UsableCredential, Failure>> {
    const opened = await open(id)
    return opened.ok ? usable(opened.value, url) : opened
  }

  async function open(id: string): Promise<Result<OpenedSecret, Failure>> {
    const held = untilQuit.get(id)
    if (held) return ok(held)
    const file = await load().catch(() => null)
    if (file === null) return failed('key-storage-unavailable', 'the stored keys cannot be read')
    const entry = file.entries.find((candidate) => candidate.id === id)
    if (entry === undefined) return failed('no-key', 'no such credential')
    if (entry.sealed === null) {
      if (entry.scheme !== 'none') return failed('no-key', 'no key is stored')
      return ok({ urlPrefixes: entry.urlPrefixes, scheme: 'none', secret: null })
    }
    const opened = await openEntry(entry)
    if (opened === null) return failed('key-storage-unavailable', 'the stored key cannot be opened now')
    if (opened.isStale) await reseal(id, opened.payload)
    return ok(opened.payload)
  }

  async function reveal(ids: readonly string[]): Promise<Result<CarriedCredential[], Failure>> {
    const file = await load().catch(() => null)
    if (file === null) return failed('key-storage-unavailable', 'the stored keys cannot be read')
    const readable = await readableSecrets({ ...file, entries: file.entries.filter(({ id }) => ids.includes(id)) })
    const carried = ids.flatMap((id) => {
      const payload = readable.get(id)
      return payload === undefined ? [] : [{ id, ...payload }]
    })
    return carried.length === ids.length ? ok(carried) : failed('key-storage-unavailable', 'a stored key cannot be opened now')
  }

  /** A fault here costs nothing: the old seal still opens, and the next use tries again. */
  const reseal = (id: string, payload: Payload) =>
    change(async (file) => {
      const entry = await sealEntry(file, id, payload)
      if (entry !== null && file.entries.some((known) => known.id === id)) await ports.save(withEntry(file, entry))
      return ok(null)
    })

  async function listAll(): Promise<CredentialInfo[]> {
    const stored = (await load()).entries.filter(({ id }) => !untilQuit.has(id)).map(infoOf)
    return [...stored, ...[...untilQuit].map(([id, payload]) => infoOfPayload(id, payload))]
  }

  return {
    list: async () => (await listAll()).filter(({ id }) => !isOther(id)),
    save,
    remove,
    state: async () => stateOf(await load()),
    choose,
    unlock,
    use,
    reveal,
    others: {
      list: async () => (await listAll()).filter(({ id }) => isOther(id)),
      keep: (id, payload) => change((file) => keep(file, id, payload)),
      open,
      remove,
    },
  }
}

const isOther = (id: string): boolean => id.includes(':')

function usable({ urlPrefixes, scheme, secret }: OpenedSecret, url: string): Result<UsableCredential, Failure> {
  const checked = checkCredentialUrl(url, urlPrefixes)
  return checked.ok ? ok({ url: checked.value, scheme, secret }) : checked
}

/** People tell keys apart by it; a password is not for telling apart. */
const hintOf = (id: string, secret: string): string | null => (!isOther(id) && secret.length >= 16 ? secret.slice(-4) : null)

const infoOf = ({ id, sealed, hint, urlPrefixes, scheme }: Entry): CredentialInfo => ({
  id,
  hasKey: sealed !== null,
  hint,
  urlPrefixes,
  scheme,
})

const infoOfPayload = (id: string, { secret, urlPrefixes, scheme }: Payload): CredentialInfo => ({
  id,
  hasKey: true,
  hint: hintOf(id, secret),
  urlPrefixes,
  scheme,
})

/** After a forgotten passphrase what it sealed is lost; the address is kept, so that only the key is asked for. */
const withoutLostSecret = (entry: Entry): Entry =>
  entry.sealedBy === 'passphrase' ? { ...entry, hint: null, sealedBy: null, sealed: null } : entry

const withoutEntry = (file: VaultFile, id: string): VaultFile => ({
  ...file,
  entries: file.entries.filter((entry) => entry.id !== id),
})

const withEntry = (file: VaultFile, entry: Entry): VaultFile => ({
  ...file,
  entries: [...file.entries.filter(({ id }) => id !== entry.id), entry],
})

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item) => b.includes(item))
