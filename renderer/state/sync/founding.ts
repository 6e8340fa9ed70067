import * as Y from 'yjs'
import { fail, ok, type Result } from '@shared/result'
import type { DeviceId } from '@shared/ids'
import { openKeyring } from '@shared/sync/keyring'
import type { PhraseFault } from '@shared/sync/phrase'
import { createDevice, createVault, hashToken, recoverVault, vaultIdOf, type DeviceSecrets, type OpenedVault } from '@shared/sync/vault'
import { RoomStore } from '@renderer/db/sync-room-store'
import { readSyncState, type Membership } from '@renderer/db/sync-state'
import { createApiClient, probeServer, type ApiFailure } from '@renderer/sync/api-client'
import { readServerAddress, readSetupToken } from '@renderer/sync/server-address'
import type { ClientCore } from './client-core'
import type { CheckedServer, SyncFailure, SyncFailureCode } from './sync-service'
import { Visit } from './visit'
import { waitUntil } from './wait-until'

const failed = (code: SyncFailureCode, detail?: string): { readonly ok: false; readonly failure: SyncFailure } =>
  fail({ code, ...(detail !== undefined && { detail }) })

export async function checkServer(core: ClientCore, address: string): Promise<Result<CheckedServer, SyncFailure>> {
  const read = readServerAddress(address)
  if (read.kind !== 'good') return failed(read.kind === 'insecure' ? 'insecure-address' : 'invalid-address')
  const found = await probeServer(createApiClient(read.url, core.env.fetch))
  if (found.kind === 'newer') return failed('protocol-newer')
  if (found.kind !== 'ours') return failed(core.env.isOnline() ? found.kind : 'offline')
  return ok({ url: read.url, version: found.info.version, isSecure: read.isSecure, webAppSha256: found.info.webApp?.sha256 ?? null })
}

const tellWithinMs = 10_000

/** A setup link is taken for the token in it. */
const setupTokenOf = (typed: string): string => readSetupToken(typed) ?? typed.trim()

export async function turnOn(
  core: ClientCore,
  input: { readonly serverUrl: string; readonly setupToken: string; readonly deviceName: string },
): Promise<Result<{ readonly phrase: string }, SyncFailure>> {
  const checked = await checkServer(core, input.serverUrl)
  if (!checked.ok) return checked
  const { url } = checked.value
  const { random } = core.env
  const vault = createVault(random)
  const device = await newDevice(core, input.deviceName)
  const created = await register(core, url, device, (api) =>
    api.createVault(setupTokenOf(input.setupToken), {
      vaultId: vaultIdOf(vault.secrets.vaultKey),
      deviceId: device.deviceId,
      tokenHash: hashToken(device.token),
      recoveryTokenHash: hashToken(vault.recoveryToken),
    }),
  )
  if (created !== null) return failed(created === 'token-rejected' ? 'setup-token-rejected' : failureOf(created), created)
  await core.clean()
  if (!(await foundKeys(core, vault, device))) {
    await core.restart()
    return failed('storage-failed')
  }
  // In the same transaction: an app that dies before the phrase was seen shows it at its next start.
  await core.enter(membershipOf(core, url, vault, device), { after: null, isNoted: false, isHeld: false }, vault.phrase)
  await core.log.add({ kind: 'turned-on', device: device.name })
  return ok({ phrase: vault.phrase })
}

export async function recover(
  core: ClientCore,
  input: { readonly serverUrl: string; readonly phrase: string; readonly deviceName: string },
): Promise<Result<null, SyncFailure>> {
  const vault = recoverVault(input.phrase)
  if (!vault.ok) return fail({ code: 'phrase-wrong', detail: faultText(vault.failure), phrase: vault.failure })
  if (!(await mayEnter(core))) return failed('wrong-state')
  const checked = await checkServer(core, input.serverUrl)
  if (!checked.ok) return checked
  const { url } = checked.value
  const device = await newDevice(core, input.deviceName)
  const registered = await register(core, url, device, (api) =>
    api.recover(vault.value.recoveryToken, { deviceId: device.deviceId, tokenHash: hashToken(device.token) }),
  )
  if (registered !== null) return failed(registered === 'token-rejected' || registered === 'not-found' ? 'unknown-vault' : failureOf(registered), registered)
  // Nothing of what is here is let go of before it is certain.
  const keys = await comeBack(core, url, vault.value, device)
  if (keys === null) {
    await createApiClient(url, core.env.fetch).removeDevice(device.token, device.deviceId)
    return failed('unreachable')
  }
  await core.clean()
  if (!(await keepKeys(core, keys))) {
    await core.restart()
    return failed('storage-failed')
  }
  await core.enter(membershipOf(core, url, vault.value, device, true), { after: null, isNoted: false, isHeld: true })
  await core.log.add({ kind: 'recovered', device: device.name })
  return ok(null)
}

/** Where the answer was lost on the way, the device's own token tells whether it was taken. Null: it is in. */
async function register(
  core: ClientCore,
  serverUrl: string,
  device: DeviceSecrets,
  ask: (api: ReturnType<typeof createApiClient>) => Promise<Result<unknown, ApiFailure>>,
): Promise<ApiFailure | null> {
  const api = createApiClient(serverUrl, core.env.fetch)
  const answered = await ask(api)
  if (answered.ok) return null
  if (answered.failure !== 'unreachable') return answered.failure
  return (await api.vault(device.token)).ok ? null : answered.failure
}

/** The first statements of a vault: this device, its first key. They are on disk before the vault is entered. */
async function foundKeys(core: ClientCore, vault: OpenedVault, device: DeviceSecrets): Promise<boolean> {
  const store = await keysStore(core)
  const keyring = openKeyring({ outer: store.outer, vault: vault.secrets, device, recovery: vault.recovery, clock: core.env.clock, random: core.env.random })
  keyring.found()
  const isStored = await store.flush()
  keyring.close()
  await store.close()
  return isStored
}

/** Reads the keys with the phrase, and signs this device in with it. @returns the keys' room; null where the server does not have it all */
async function comeBack(core: ClientCore, serverUrl: string, vault: OpenedVault, device: DeviceSecrets): Promise<Uint8Array | null> {
  const visit = new Visit({ env: core.env, serverUrl, secrets: vault.secrets, token: device.token })
  try {
    const keys = await visit.read('keys')
    if (keys === null) return null
    const keyring = visit.keyring(keys.outer, vault.recovery, device)
    keyring.found()
    keyring.close()
    const isTold = await waitUntil(() => keys.room.waiting() === 0, tellWithinMs)
    return isTold ? Y.encodeStateAsUpdate(keys.outer) : null
  } finally {
    visit.close()
  }
}

async function keepKeys(core: ClientCore, keys: Uint8Array): Promise<boolean> {
  const store = await keysStore(core)
  Y.applyUpdate(store.outer, keys)
  const isStored = await store.flush()
  await store.close()
  return isStored
}

/** A profile is in one vault: it enters another, or the same once more, where it was put out of the one it is in. */
export async function mayEnter(core: ClientCore): Promise<boolean> {
  if ((await readSyncState(core.env.db, 'membership')) === null) return true
  const { running } = core
  if (running === null) return false
  const link = running.engine.link.current()
  return running.engine.keyring.isRemoved() || (link.kind === 'refused' && (link.reason === 'removed' || link.reason === 'token-rejected'))
}

const keysStore = (core: ClientCore): Promise<RoomStore> =>
  RoomStore.open('keys', {
    db: core.env.db,
    guard: core.env.guard,
    random: core.env.random,
    leader: core.leader,
    onSuperseded: () => undefined,
    onFailed: () => undefined,
  })

/** A device that was in a vault before comes in as another one: what was said of the first stays said. */
export async function newDevice(core: ClientCore, name: string): Promise<DeviceSecrets> {
  const { db, newId, random, deviceKind } = core.env
  const stored = (await db.meta.get('device'))?.value
  const wasUsed = (await db.meta.get('syncedAs'))?.value === stored
  const deviceId = typeof stored === 'string' && !wasUsed ? (stored as DeviceId) : newId<DeviceId>()
  await db.meta.bulkPut([
    { key: 'device', value: deviceId },
    { key: 'syncedAs', value: deviceId },
  ])
  return createDevice({ deviceId, name: name.trim().slice(0, 80), kind: deviceKind }, random)
}

function membershipOf(core: ClientCore, serverUrl: string, { secrets }: OpenedVault, device: DeviceSecrets, isPhraseChecked = false): Membership {
  return { serverUrl, secrets, device, since: core.env.clock.now(), isPhraseChecked, promised: null, promisedStatements: [] }
}

export const faultText = (fault: PhraseFault): string =>
  fault.kind === 'unknown-word' ? `word-${fault.word}` : fault.kind === 'word-count' ? 'length' : 'checksum'

const failures: Partial<Record<ApiFailure, SyncFailureCode>> = {
  'token-rejected': 'token-rejected',
  removed: 'removed',
  exists: 'exists',
  'quota-full': 'quota-full',
  'too-many': 'too-many',
  'not-our-server': 'not-our-server',
  'not-found': 'unknown-vault',
}

export const failureOf = (failure: ApiFailure): SyncFailureCode => failures[failure] ?? 'unreachable'
