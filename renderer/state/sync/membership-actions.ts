import type { DeviceId } from '@shared/ids'
import { fail, ok, type Result } from '@shared/result'
import { deleteSyncState, readSyncState, writeSyncState } from '@renderer/db/sync-state'
import type { ClientCore } from './client-core'
import { noteFarewell } from './farewells'
import { failureOf } from './founding'
import { chainsEverywhere } from './removal-chains'
import { defaultSyncOptions, type SyncFailure, type SyncLogReason, type SyncOptions } from './sync-service'

type Done = Result<null, SyncFailure>
const off: Done = fail({ code: 'wrong-state' })
const settleMs = 10_000
/** A first sync may be going on. */
const takeFirstMs = 60_000

/** Its token dies first: from then on it reads nothing, whatever becomes of the rest. */
export const removeDevice = (core: ClientCore, id: DeviceId): Promise<Done> =>
  core.leading(async () => {
    const { running } = core
    if (running === null) return off
    const { engine, membership } = running
    const device = engine.keyring.roster().find(id)
    if (device === null || id === membership.device.deviceId) return fail({ code: 'unknown-device' })
    const told = await engine.api.removeDevice(membership.device.token, id)
    if (!told.ok && told.failure !== 'not-found') return fail({ code: core.env.isOnline() ? failureOf(told.failure) : 'offline' })
    // What it wrote until now counts: it is taken first.
    const chains = await chainsEverywhere(core.env, running, id, takeFirstMs)
    if (chains === null || core.running !== running) return fail({ code: core.env.isOnline() ? 'unreachable' : 'offline' })
    engine.keyring.removeDevice(id, chains)
    await engine.settleKeys(settleMs)
    await core.log.add({ kind: 'removed', device: device.name })
    await core.refreshInfo()
    return ok(null)
  })

export const leave = (core: ClientCore, { deleteOnServer }: { readonly deleteOnServer: boolean }): Promise<Done> =>
  core.leading(async () => {
    const { running } = core
    if (running === null) return off
    const { engine, membership } = running
    const { token, deviceId, name } = membership.device
    if (deleteOnServer) {
      const deleted = await engine.api.deleteVault(token)
      if (!deleted.ok) return fail({ code: core.env.isOnline() ? failureOf(deleted.failure) : 'offline' })
    } else {
      await engine.settle(settleMs / 2)
      // Where not everything can be had it is not said: the server knows, and another device may say it.
      const chains = await chainsEverywhere(core.env, running, deviceId, settleMs / 2)
      if (chains !== null) engine.keyring.removeDevice(deviceId, chains)
      await engine.settleKeys(settleMs / 2)
      // A server that is gone for good must not keep anybody in; one that is only away is told later.
      const told = await engine.api.removeDevice(token, deviceId)
      if (!told.ok) await noteFarewell({ serverUrl: membership.serverUrl, deviceId, token, leftAt: core.env.clock.now() }, core.env.db)
    }
    await core.forget()
    await core.log.add({ kind: 'left', device: name })
    return ok(null)
  })

export const renameDevice = (core: ClientCore, typed: string): Promise<Done> =>
  core.leading(async () => {
    const { running } = core
    const name = typed.trim().slice(0, 80)
    if (running === null || name === '') return off
    const { engine, membership } = running
    await writeSyncState(core.env.db, 'membership', { ...membership, device: { ...membership.device, name } })
    engine.keyring.rename(name)
    await core.reloadMembership()
    return ok(null)
  })

export const setPaused = (core: ClientCore, isPaused: boolean): Promise<void> =>
  core.leading(async () => {
    if (core.running === null) return
    const wasPaused = (await readSyncState(core.env.db, 'isPaused')) === true
    // Going on also after a refusal, which is no pause.
    if (wasPaused === isPaused) return core.running.engine.syncNow()
    await writeSyncState(core.env.db, 'isPaused', isPaused)
    await core.log.add({ kind: isPaused ? 'paused' : 'resumed' })
    await core.restart()
  })

export const setOptions = (core: ClientCore, change: Partial<SyncOptions>): Promise<Done> =>
  core.leading(async () => {
    if (core.running === null) return off
    const before = { ...defaultSyncOptions, ...(await readSyncState(core.env.db, 'options')) }
    const after = { ...before, ...change }
    await writeSyncState(core.env.db, 'options', after)
    for (const part of ['memory', 'sessions', 'attachments'] as const) {
      if (before[part] !== after[part]) await core.log.add({ kind: 'options-changed', reason: `${part}-${after[part] ? 'on' : 'off'}` satisfies SyncLogReason })
    }
    await core.restart()
    return ok(null)
  })

export const confirmPhrase = (core: ClientCore): Promise<void> =>
  core.leading(async () => {
    const membership = await readSyncState(core.env.db, 'membership')
    if (membership === null) return
    await writeSyncState(core.env.db, 'membership', { ...membership, isPhraseChecked: true })
    await deleteSyncState(core.env.db, 'unseenPhrase')
    await core.reloadMembership()
  })

/** The person has seen the phrase, and checks it later. */
export const putPhraseAway = (core: ClientCore): Promise<void> => core.leading(async () => void (await deleteSyncState(core.env.db, 'unseenPhrase')))
