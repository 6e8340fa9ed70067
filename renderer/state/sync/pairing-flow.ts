import { fail, ok, type Result } from '@shared/result'
import { acceptPairing, offerPairing, type PairedDevice, type PairingPayload, type PairingRun, type PairingStep } from '@shared/sync/pairing'
import { createPairingCode, readPairingCode, rendezvousIdOf } from '@shared/sync/pairing-code'
import { createApiClient } from '@renderer/sync/api-client'
import { createChangeable, type Changeable } from '../observable'
import type { ClientCore, Running } from './client-core'
import { checkServer, mayEnter, newDevice } from './founding'
import type { PairingFailure, PairingOffer, PairingState } from './sync-service'

const pairingMs = 5 * 60_000

/** A pairing as screens see it, while `begin` and what it leads to go on. */
function present(begin: (state: Changeable<PairingState>, isOver: () => boolean) => Promise<PairingRun<unknown> | PairingFailure>): PairingOffer & { readonly run: Promise<PairingRun<unknown> | null> } {
  const state = createChangeable<PairingState>({ kind: 'opening' })
  let isCancelled = false
  const run = begin(state, () => isCancelled).then((begun) => {
    if (typeof begun !== 'string') return begun
    state.set({ kind: 'failed', reason: begun })
    return null
  })
  return {
    state,
    run,
    confirm: (isSame) => void run.then((it) => it?.confirm(isSame)),
    cancel() {
      isCancelled = true
      void run.then((it) => it?.cancel())
    },
  }
}

/** On the device that is in the vault. */
export function offer(core: ClientCore): PairingOffer {
  return present((state, isOver) =>
    core.leading(async () => {
      const { running } = core
      if (running === null) return 'refused'
      const { engine, membership } = running
      const code = createPairingCode(core.env.random)
      const id = rendezvousIdOf(code)
      const opened = await engine.api.openRendezvous(membership.device.token, id)
      if (!opened.ok) return 'network'
      if (isOver()) return 'cancelled'
      const link = `${membership.serverUrl}/#/pair/${code}`
      // By this device's clock: the server's may be another.
      const expiresAt = core.env.clock.now() + pairingMs
      const onStep = (step: PairingStep): void => state.set(step.kind === 'waiting' ? { kind: 'waiting', code, link, expiresAt } : step)
      state.set({ kind: 'waiting', code, link, expiresAt })
      const ports = { rendezvous: engine.api.rendezvous(id), random: core.env.random, clock: core.env.clock, expiresAt, onStep }
      const run = offerPairing(code, membership.device.name, ports, (device) => core.leading(() => grant(core.running, device)))
      void run.done.then((done) => {
        if (done.ok) void core.log.add({ kind: 'paired', device: done.value.statement.name })
        state.set(done.ok ? { kind: 'done', deviceName: done.value.statement.name } : { kind: 'failed', reason: done.failure })
        void core.refreshInfo()
      })
      return run
    }),
  )
}

/** Both people have said that the words are the same: the new device is let in. */
async function grant(running: Running | null, { statement, tokenHash }: PairedDevice): Promise<Result<PairingPayload, 'network' | 'refused'>> {
  // Meanwhile another window may have led, or sync was begun anew: only the engine that runs now writes.
  if (running === null) return fail('refused')
  const { engine, membership } = running
  const added = await engine.api.addDevice(membership.device.token, { deviceId: statement.deviceId, tokenHash })
  if (!added.ok) return fail(added.failure === 'unreachable' ? 'network' : 'refused')
  engine.keyring.addDevice(statement)
  // The new device opens nothing before this is on the server. It would wait: both people rather try again.
  if (!(await engine.settleKeys(10_000))) {
    engine.keyring.removeDevice(statement.deviceId, new Map())
    void engine.api.removeDevice(membership.device.token, statement.deviceId)
    return fail('network')
  }
  return ok({
    serverUrl: membership.serverUrl,
    secrets: membership.secrets,
    oldDeviceName: membership.device.name,
    counters: engine.counters(),
    statementIds: engine.keyring.statementIds(),
  })
}

/** On the device that is to come in. What the profile holds already is merged. */
export function join(core: ClientCore, input: { readonly serverUrl: string; readonly code: string; readonly deviceName: string }): PairingOffer {
  return present((state, isOver) =>
    core.leading(async () => {
      const code = readPairingCode(input.code)
      if (code === null) return 'code-wrong'
      if (!(await mayEnter(core))) return 'refused'
      const checked = await checkServer(core, input.serverUrl)
      if (!checked.ok) return 'network'
      if (isOver()) return 'cancelled'
      const device = await newDevice(core, input.deviceName)
      const api = createApiClient(checked.value.url, core.env.fetch)
      const onStep = (step: PairingStep): void => state.set(step.kind === 'waiting' ? { kind: 'opening' } : step)
      const ports = { rendezvous: api.rendezvous(rendezvousIdOf(code)), random: core.env.random, clock: core.env.clock, expiresAt: core.env.clock.now() + pairingMs, onStep }
      const run = acceptPairing(code, device, ports)
      void run.done.then(async (done) => {
        if (!done.ok) return state.set({ kind: 'failed', reason: done.failure })
        const { secrets, counters, statementIds, oldDeviceName } = done.value
        // The address that was typed leads here; the other device may know the server by another name.
        const membership = { serverUrl: checked.value.url, secrets, device, since: core.env.clock.now(), isPhraseChecked: true, promised: counters, promisedStatements: statementIds }
        try {
          // Another window may lead by now.
          await core.leading(async () => {
            await core.clean()
            await core.enter(membership, { after: null, isNoted: false, isHeld: true })
          })
          await core.log.add({ kind: 'joined', device: oldDeviceName })
          state.set({ kind: 'done', deviceName: oldDeviceName })
        } catch {
          state.set({ kind: 'failed', reason: 'storage-failed' })
        }
      })
      return run
    }),
  )
}
