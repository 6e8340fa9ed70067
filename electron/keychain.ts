import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { rename } from 'node:fs/promises'
import type { Clock } from '@shared/clock'
import { createCredentialVault, type CredentialVault, type DeviceBox, type SecretBox } from '@shared/bridge/credential-vault'
import { fileFailure, readFileIfThere, writeFileAtomic } from './atomic-file'

/** The part of Electron's safeStorage that is used; newer versions have the async functions as well. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean
  encryptString(text: string): Buffer
  decryptString(encrypted: Buffer): string
  getSelectedStorageBackend?(): string
  isAsyncEncryptionAvailable?(): Promise<boolean>
  encryptStringAsync?(text: string): Promise<Buffer>
  decryptStringAsync?(encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }>
}

interface KeychainParts {
  readonly safeStorage: SafeStorage
  readonly platform: NodeJS.Platform
  /** Where the sealed keys lie. */
  readonly path: string
  readonly clock: Clock
}

/** Keys of the desktop: sealed by the OS keychain, or by a passphrase where there is none. */
export function createKeychain({ safeStorage, platform, path, clock }: KeychainParts): CredentialVault {
  let last: Promise<unknown> = Promise.resolve()
  return createCredentialVault({
    deviceKind: 'keychain',
    load: () => loadFile(path, clock),
    save: (file) => writeFileAtomic(path, JSON.stringify(file)),
    exclusive(task) {
      const result = last.then(task)
      last = result.catch(() => undefined)
      return result
    },
    deviceBox: () => keychainBox(safeStorage, platform),
    passphraseBox,
    newSalt: () => randomBytes(16).toString('base64'),
    failureOf: fileFailure,
  })
}

/** A file that cannot be read as JSON is put aside, never written over. */
async function loadFile(path: string, clock: Clock): Promise<unknown> {
  const bytes = await readFileIfThere(path)
  if (bytes === null) return null
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    await rename(path, `${path}.damaged-${clock.now()}`)
    return null
  }
}

async function keychainBox(safeStorage: SafeStorage, platform: NodeJS.Platform): Promise<DeviceBox> {
  const backend = platform === 'linux' ? (safeStorage.getSelectedStorageBackend?.() ?? 'unknown') : null
  // `basic_text` would seal with a password that is in Electron's public source: no better than plain text.
  if (backend === 'basic_text' || backend === 'unknown') return { kind: 'unavailable', name: null }
  const name = keychainName(platform, backend)
  const isAvailable = await isKeychainAvailable(safeStorage).catch(() => false)
  return isAvailable ? { kind: 'ready', box: boxOver(safeStorage), name } : { kind: 'unavailable', name }
}

const isKeychainAvailable = async (safeStorage: SafeStorage): Promise<boolean> =>
  safeStorage.isAsyncEncryptionAvailable ? safeStorage.isAsyncEncryptionAvailable() : safeStorage.isEncryptionAvailable()

function keychainName(platform: NodeJS.Platform, backend: string | null): string {
  if (platform === 'darwin') return 'macOS Keychain'
  if (platform === 'win32') return 'Windows DPAPI'
  return backend?.startsWith('kwallet') ? 'KWallet' : 'GNOME Keyring'
}

/** The context goes inside, since the keychain binds nothing: a sealed text moved to another entry does not open. */
function boxOver(safeStorage: SafeStorage): SecretBox {
  return {
    async seal(text, context) {
      const plain = JSON.stringify([context, text])
      const sealed = safeStorage.encryptStringAsync
        ? await safeStorage.encryptStringAsync(plain)
        : safeStorage.encryptString(plain)
      return sealed.toString('base64')
    },
    async open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64')
      const opened = safeStorage.decryptStringAsync
        ? await safeStorage.decryptStringAsync(bytes)
        : { result: safeStorage.decryptString(bytes), shouldReEncrypt: false }
      const parsed: unknown = JSON.parse(opened.result)
      const [boundTo, text] = Array.isArray(parsed) ? parsed : []
      if (boundTo !== context || typeof text !== 'string') throw new Error('sealed for another entry')
      return { text, isStale: opened.shouldReEncrypt }
    },
  }
}

const scryptOptions = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 }

const deriveKey = (passphrase: string, salt: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), 32, scryptOptions, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

/** AES-256-GCM under a key from scrypt: nonce (12 bytes), tag (16 bytes), sealed text. */
export async function passphraseBox(passphrase: string, salt: string): Promise<SecretBox> {
  const key = await deriveKey(passphrase, salt)
  return {
    seal(text, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Promise.resolve(Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64'))
    },
    async open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(12, 28))
      const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
      return { text, isStale: false }
    },
  }
}
