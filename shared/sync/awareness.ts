import * as z from 'zod'
import { idSchema, type DeviceId, type MessageId, type SessionId } from '../ids'
import { fail, ok, type Result } from '../result'
import { fromUtf8, toHex, toUtf8, type RandomBytes } from './bytes'
import { digestEntry, isSignedBy, noHash, openEntry, parseEntry, sealEntry, type EntryRefusal, type PassingPlace } from './envelope'
import type { Keyring } from './keyring'
import { deviceTagOf } from './vault'

const presenceSchema = z.object({
  device: idSchema<DeviceId>(),
  /** Milliseconds since the epoch, by that device's clock. */
  at: z.number(),
  /** The answer that is being written there. */
  writing: z.object({ sessionId: idSchema<SessionId>(), messageId: idSchema<MessageId>(), text: z.string() }).optional(),
})

/** That a device is here, and which answer is being written on it. Never stored. */
export interface Presence {
  readonly device: DeviceId
  readonly at: number
  readonly writing?: { readonly sessionId: SessionId; readonly messageId: MessageId; readonly text: string }
}

/** It is sent again with every few words: the end of a long answer is enough. */
export const maxPresenceChars = 20_000

/** Null where there is no epoch to seal with. A longer text is cut to its end. */
export function sealPresence(presence: Presence, keyring: Keyring, random: RandomBytes): Uint8Array | null {
  return sealPassing('presence', toUtf8(JSON.stringify(withShortText(presence))), keyring, random)
}

/** Opens another device's presence. Only the current epoch counts, and only what the device says of itself. */
export function openPresence(sealed: Uint8Array, keyring: Keyring): Result<Presence, EntryRefusal> {
  const opened = openPassing('presence', sealed, keyring)
  if (!opened.ok) return opened
  const presence = readPresence(opened.value.body)
  return presence === null || presence.device !== opened.value.device ? fail('malformed') : ok(presence)
}

/** Seals what devices tell each other and nobody stores. Null where there is no epoch to seal with. */
export function sealPassing(room: PassingPlace, body: Uint8Array, keyring: Keyring, random: RandomBytes): Uint8Array | null {
  const epoch = keyring.currentEpoch()
  const { device, vaultId, vault } = keyring
  if (epoch === null || device === null) return null
  const header = { epochId: epoch.id, deviceTag: toHex(deviceTagOf(vault.vaultKey, device.deviceId)), stream: '00000000', counter: 1, previous: noHash }
  return sealEntry({ vaultId, room }, header, body, { epochKey: epoch.key, signSecret: device.signSecret }, random).bytes
}

/** Only the current epoch counts; `device` has signed it and is not removed. */
export function openPassing(room: PassingPlace, sealed: Uint8Array, keyring: Keyring): Result<{ readonly device: DeviceId; readonly body: Uint8Array }, EntryRefusal> {
  const place = { vaultId: keyring.vaultId, room }
  const entry = parseEntry(sealed)
  if (!entry.ok) return entry
  const device = keyring.deviceOf(entry.value.header.deviceTag)
  if (device === null) return fail('unknown-device')
  if (device.removed !== null) return fail('removed-device')
  const epoch = keyring.currentEpoch()
  if (epoch === null || epoch.id !== entry.value.header.epochId) return fail('unknown-epoch')
  if (!isSignedBy(device.signKey, digestEntry(place, entry.value), entry.value.signature)) return fail('bad-signature')
  const body = openEntry(place, entry.value, epoch.key)
  return body.ok ? ok({ device: device.id, body: body.value }) : body
}

function readPresence(body: Uint8Array): Presence | null {
  try {
    const { device, at, writing } = presenceSchema.parse(JSON.parse(fromUtf8(body)))
    return { device, at, ...(writing !== undefined && { writing }) }
  } catch {
    return null
  }
}

function withShortText(presence: Presence): Presence {
  if (presence.writing === undefined) return presence
  return { ...presence, writing: { ...presence.writing, text: presence.writing.text.slice(-maxPresenceChars) } }
}
