import type { SafeStorage } from '../../electron/keychain'

/** A keychain whose states can be set: what it seals is turned around and marked, so that it is not plain text. */
export class FakeKeychain implements SafeStorage {
  isAvailable = true
  backend = 'gnome_libsecret'
  /** Rises when the keychain has a new key: what an older one sealed is to be sealed again. */
  generation = 1

  getSelectedStorageBackend(): string {
    return this.backend
  }
  isEncryptionAvailable(): boolean {
    return this.isAvailable
  }
  encryptString(text: string): Buffer {
    if (!this.isAvailable) throw new Error('Encryption is not available.')
    return Buffer.from(`${this.generation}:${Buffer.from(text).reverse().toString('hex')}`)
  }
  decryptString(encrypted: Buffer): string {
    if (!this.isAvailable) throw new Error('Decryption is not available.')
    const [, sealed] = encrypted.toString().split(':')
    if (sealed === undefined) throw new Error('Ciphertext does not appear to be encrypted.')
    return Buffer.from(sealed, 'hex').reverse().toString()
  }
}

/** As newer versions of Electron have it. */
export class FakeAsyncKeychain extends FakeKeychain {
  isAsyncEncryptionAvailable(): Promise<boolean> {
    return Promise.resolve(this.isAvailable)
  }
  async encryptStringAsync(text: string): Promise<Buffer> {
    return super.encryptString(text)
  }
  async decryptStringAsync(encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    const [generation] = encrypted.toString().split(':')
    return { result: super.decryptString(encrypted), shouldReEncrypt: Number(generation) < this.generation }
  }
}
