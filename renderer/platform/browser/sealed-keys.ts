import { Dexie, type Table } from 'dexie'
import { createCredentialVault, type CredentialVault, type SecretBox, type VaultFile } from '@shared/bridge/credential-vault'
import { storageFailure } from './storage-failure'

type Row = { readonly id: 'device'; readonly key: CryptoKey } | { readonly id: 'vault'; readonly file: VaultFile }

/** A database of its own, so that no export, snapshot or reset of the app's data ever meets it. */
class KeyDatabase extends Dexie {
  readonly rows!: Table<Row, Row['id']>

  constructor() {
    super('commonplace-keys')
    this.version(1).stores({ rows: 'id' })
  }
}

/** Keys of a browser: sealed with a key that the page can use and not read, and a passphrase where one was set. */
export function createSealedKeys(): CredentialVault {
  const database = new KeyDatabase()

  return createCredentialVault({
    deviceKind: 'browser-sealed',
    async load() {
      const row = await database.rows.get('vault')
      return row?.id === 'vault' ? row.file : null
    },
    async save(file) {
      await database.rows.put({ id: 'vault', file })
    },
    exclusive: <T>(task: () => Promise<T>): Promise<T> =>
      'locks' in navigator ? (navigator.locks.request('commonplace-keys', task) as Promise<T>) : task(),
    async deviceBox() {
      // On a page that is not secure there is no such key, and nothing to store one in.
      if (!isSecureContext) return { kind: 'unavailable', name: null }
      const key = await deviceKey(database).catch(() => null)
      return key === null ? { kind: 'unavailable', name: null } : { kind: 'ready', box: boxOver(key), name: null }
    },
    passphraseBox: async (passphrase, salt) => boxOver(await deriveKey(passphrase, salt)),
    newSalt: () => toBase64(crypto.getRandomValues(new Uint8Array(16))),
    failureOf: storageFailure,
  })
}

async function deviceKey(database: KeyDatabase): Promise<CryptoKey> {
  const row = await database.rows.get('device')
  if (row?.id === 'device') return row.key
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  // Another tab may have been first; the key that is there is the one to use.
  return database.transaction('rw', database.rows, async () => {
    const known = await database.rows.get('device')
    if (known?.id === 'device') return known.key
    await database.rows.add({ id: 'device', key })
    return key
  })
}

const iterations = 600_000

async function deriveKey(passphrase: string, salt: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(passphrase.normalize('NFKC'))
  const material = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt: fromBase64(salt), iterations }
  return crypto.subtle.deriveKey(parameters, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** AES-256-GCM: nonce (12 bytes), sealed text with its tag. */
function boxOver(key: CryptoKey): SecretBox {
  const algorithm = (iv: Uint8Array<ArrayBuffer>, context: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(context),
  })
  return {
    async seal(text, context) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const sealed = await crypto.subtle.encrypt(algorithm(iv, context), key, new TextEncoder().encode(text))
      return toBase64(new Uint8Array([...iv, ...new Uint8Array(sealed)]))
    },
    async open(sealed, context) {
      const bytes = fromBase64(sealed)
      const opened = await crypto.subtle.decrypt(algorithm(bytes.slice(0, 12), context), key, bytes.slice(12))
      return { text: new TextDecoder().decode(opened), isStale: false }
    },
  }
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
