import type { CarriedCredential } from '@shared/bridge/credential-parcel'
import { createCredentialTransfer, type TransferQuestion } from '@shared/bridge/credential-transfer'
import { createCredentialVault, type CredentialVault, type SecretBox, type VaultFile } from '@shared/bridge/credential-vault'
import { routes, type RouteInput } from '@shared/bridge/contract'
import { ok } from '@shared/result'

/** The keys of one device, and main's side of handing them over: really sealed, really opened. */
export interface KeyBridge {
  readonly vault: CredentialVault
  /** What the person was asked. */
  readonly asked: TransferQuestion[]
  /** Everything that crossed between page and main. */
  readonly crossed: unknown[]
  /** The person's answer; yes where nothing is set. */
  answer: () => Promise<boolean>
  /** The keychain does not open. */
  isLocked: boolean
  /** All secrets of it, by id. */
  secrets(): Promise<Record<string, string>>
  save(credential: CarriedCredential): Promise<void>
  /** Undefined for a route that is not about handing over. */
  request(name: string, input: unknown): Promise<unknown>
}

export function createKeyBridge(): KeyBridge {
  let file: VaultFile | null = null
  const box: SecretBox = { seal: async (text) => text, open: async (text) => ({ text, isStale: false }) }
  const vault = createCredentialVault({
    deviceKind: 'keychain',
    load: async () => file,
    save: async (next) => void (file = next),
    exclusive: (task) => task(),
    deviceBox: async () => (bridge.isLocked ? { kind: 'unavailable', name: null } : { kind: 'ready', box, name: null }),
    passphraseBox: async () => box,
    newSalt: () => '',
    failureOf: () => ({ code: 'storage-failed', stage: 'bridge' }),
  })
  const transfer = createCredentialTransfer({
    vault,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    confirm: (question) => {
      bridge.asked.push(question)
      return bridge.answer()
    },
  })
  const handlers: Readonly<Record<string, (input: unknown) => Promise<unknown>>> = {
    'credentials.seal': (input) => transfer.seal(routes['credentials.seal'].input.parse(input)),
    'credentials.receiveKey': async () => ok(transfer.receiveKey()),
    'credentials.receive': (input) => transfer.receive(routes['credentials.receive'].input.parse(input)),
  }
  const bridge: KeyBridge = {
    vault,
    asked: [],
    crossed: [],
    answer: () => Promise.resolve(true),
    isLocked: false,
    async secrets() {
      const listed = (await vault.list()).filter(({ hasKey }) => hasKey)
      const revealed = await vault.reveal(listed.map(({ id }) => id))
      return Object.fromEntries(revealed.ok ? revealed.value.map(({ id, secret }) => [id, secret]) : [])
    },
    async save(credential) {
      const input: RouteInput<'credentials.save'> = credential
      const saved = await vault.save(input)
      if (!saved.ok) throw new Error(saved.failure.code)
    },
    async request(name, input) {
      const reply = await handlers[name]?.(input)
      if (reply !== undefined) bridge.crossed.push(name, input, reply)
      return reply
    },
  }
  return bridge
}
