import type { Failure } from '../errors'
import { fail, ok, type Result } from '../result'
import type { CredentialInfo, RouteInput, RouteOutput } from './contract'
import { createParcelKeys, openParcel, sealParcel, type ParcelKeyPair, type RandomBytes } from './credential-parcel'
import type { CredentialVault } from './credential-vault'

/** What the person is asked before keys leave this device. */
export interface TransferQuestion {
  readonly deviceName: string
  readonly credentials: readonly Pick<CredentialInfo, 'urlPrefixes' | 'hint'>[]
}

export interface TransferPorts {
  readonly vault: Pick<CredentialVault, 'list' | 'reveal' | 'save'>
  readonly random: RandomBytes
  /** The person's own yes, asked where the page cannot answer for them. */
  readonly confirm: (question: TransferQuestion) => Promise<boolean>
}

export interface CredentialTransfer {
  seal(input: RouteInput<'credentials.seal'>): Promise<Result<RouteOutput<'credentials.seal'>, Failure>>
  receiveKey(): RouteOutput<'credentials.receiveKey'>
  receive(input: RouteInput<'credentials.receive'>): Promise<Result<RouteOutput<'credentials.receive'>, Failure>>
}

/** Keys that were asked for and not sent pile up no further than this. */
const maxWaitingPairs = 8

const failed = (code: Failure['code'], detail: string) => fail<Failure>({ code, stage: 'bridge', detail })

/** Sends chosen keys to another device and takes them in. SEC-1: the page passes sealed bytes on and sees no key. */
export function createCredentialTransfer({ vault, random, confirm }: TransferPorts): CredentialTransfer {
  const waiting: ParcelKeyPair[] = []

  return {
    async seal({ ids, recipientKey, deviceName }) {
      const wanted = new Set(ids)
      const chosen = (await vault.list()).filter(({ id, hasKey }) => wanted.has(id) && hasKey)
      if (chosen.length !== wanted.size) return failed('no-key', 'a credential without a stored key')
      if (!(await confirm({ deviceName: plainName(deviceName), credentials: chosen }))) return failed('cancelled', 'not confirmed')
      const credentials = await vault.reveal(chosen.map(({ id }) => id))
      if (!credentials.ok) return credentials
      const sealed = sealParcel(credentials.value, recipientKey, random)
      return sealed === null ? failed('invalid-input', 'no key to seal to') : ok({ sealed })
    },

    receiveKey() {
      const pair = createParcelKeys(random)
      waiting.push(pair)
      if (waiting.length > maxWaitingPairs) waiting.shift()
      return { publicKey: pair.publicKey }
    },

    async receive({ sealed }) {
      for (const [at, pair] of waiting.entries()) {
        const credentials = openParcel(sealed, pair)
        if (credentials === null) continue
        waiting.splice(at, 1)
        const known = new Map((await vault.list()).map((credential) => [credential.id, credential]))
        const ids: string[] = []
        for (const credential of credentials) {
          // SEC-2: a key that is here is not swapped for one that goes elsewhere.
          const mine = known.get(credential.id)
          if (mine?.hasKey && !isSamePlace(mine, credential)) continue
          const saved = await vault.save(credential)
          if (!saved.ok) return saved
          ids.push(credential.id)
        }
        return ok({ ids })
      }
      return failed('not-found', 'sealed to no key that is waiting here')
    },
  }
}

type Place = Pick<CredentialInfo, 'urlPrefixes' | 'scheme'>

const isSamePlace = (a: Place, b: Place): boolean =>
  a.scheme === b.scheme && a.urlPrefixes.length === b.urlPrefixes.length && a.urlPrefixes.every((prefix) => b.urlPrefixes.includes(prefix))

/** The name comes from another device: no line breaks or reversed text in a question about keys. */
const plainName = (name: string): string => name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').replace(/\s+/g, ' ').trim()
