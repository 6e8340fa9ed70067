import type { CredentialId, DeviceId } from '@shared/ids'
import { fail, ok, type Result } from '@shared/result'
import { toBase64Url } from '@shared/sync/bytes'
import type { RosterDevice } from '@shared/sync/roster'
import { readSyncState } from '@renderer/db/sync-state'
import { providersOf } from './carried-providers'
import type { ClientCore, Running } from './client-core'
import type { SyncFailure } from './sync-service'
import { waitUntil } from './wait-until'

type Done = Result<null, SyncFailure>

export interface SendTimes {
  /** For the way to the server. */
  readonly connectMs: number
  /** For each answer of the other device. The person here is waited for as long as they take. */
  readonly answerMs: number
}

const usualTimes: SendTimes = { connectMs: 20_000, answerMs: 20_000 }
/** As many as one parcel takes. */
const maxKeys = 32
const maxNameChars = 80

/**
 * Hands keys to another device that is there just now. The page sees neither a key nor what opens the parcel; whatever
 * comes of it, nothing of it stays with the server.
 */
export const sendCredentials = (core: ClientCore, to: DeviceId, ids: readonly CredentialId[], times = usualTimes): Promise<Done> =>
  core.leading(async () => {
    const { running } = core
    if (running === null || (await readSyncState(core.env.db, 'isPaused')) === true) return fail({ code: 'wrong-state' })
    if (ids.length > maxKeys) return fail({ code: 'too-many-keys' })
    if (recipient(running, to) === null) return fail({ code: 'unknown-device' })
    const isConnected = await waitUntil(() => running.engine.link.current().kind === 'open', times.connectMs)
    if (!isConnected) return fail({ code: core.env.isOnline() ? 'unreachable' : 'offline' })
    const nonce = toBase64Url(core.env.random(16))
    try {
      return await handOver(core, running, { to, nonce, ids, answerMs: times.answerMs })
    } finally {
      running.parts.handOver.withdraw(nonce)
    }
  })

interface HandOver {
  readonly to: DeviceId
  readonly nonce: string
  readonly ids: readonly CredentialId[]
  readonly answerMs: number
}

async function handOver(core: ClientCore, running: Running, { to, nonce, ids, answerMs }: HandOver): Promise<Done> {
  const { env } = core
  const board = running.parts.handOver
  const begun = board.say({ to, nonce, step: 'ask' })
  const key = begun ? await board.waitFor(to, nonce, ['key'], answerMs) : null
  if (key === null) return fail({ code: core.running === running ? 'device-away' : 'wrong-state' })
  const named = recipient(running, to)
  if (named === null) return fail({ code: 'unknown-device' })

  const sealed = await env.bridge.request('credentials.seal', { ids: [...ids], recipientKey: key.publicKey, deviceName: named.name.slice(0, maxNameChars) || named.kind })
  if (!sealed.ok) return fail(sealed.failure.code === 'cancelled' ? { code: 'cancelled' } : { code: 'keys-unreadable', detail: sealed.failure.code })
  const providers = await providersOf(env.db, ids)
  // The person may have thought for a while: the device may be removed by now, or sync be off.
  if (core.running !== running) return fail({ code: 'wrong-state' })
  const device = recipient(running, to)
  if (device === null) return fail({ code: 'unknown-device' })
  if (!board.say({ to, nonce, step: 'parcel', parcel: sealed.value.sealed, providers })) return fail({ code: 'too-many-keys' })

  const told = await board.waitFor(to, nonce, ['kept', 'not-kept'], answerMs)
  if (told === null) return fail({ code: 'keys-unconfirmed' })
  if (told.step === 'not-kept') return fail({ code: 'keys-not-kept', detail: told.reason })
  await core.log.add({ kind: 'credentials-sent', device: device.name, count: told.count })
  return ok(null)
}

/** Another device, which is in the vault. */
function recipient({ engine, membership }: Running, id: DeviceId): RosterDevice | null {
  const device = engine.keyring.roster().find(id)
  return device === null || device.removed !== null || id === membership.device.deviceId ? null : device
}
