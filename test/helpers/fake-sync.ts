import { ok } from '@shared/result'
import { createChangeable } from '@renderer/state/observable'
import type { PairingOffer, PairingState, Sync } from '@renderer/state/services'

export interface FakeSyncState {
  readonly status?: ReturnType<Sync['status']['current']>
  readonly vault?: ReturnType<Sync['vault']['current']>
  readonly log?: ReturnType<Sync['log']['current']>
  readonly pairing?: PairingState
}

/** Sync as screens see it, without a server. */
export function createFakeSync(state: FakeSyncState = {}): Sync {
  const done = Promise.resolve(ok(null))
  const pairing = (): PairingOffer => ({ state: createChangeable(state.pairing ?? { kind: 'opening' }), confirm: () => undefined, cancel: () => undefined })
  return {
    status: createChangeable(state.status ?? { kind: 'off' }),
    vault: createChangeable(state.vault ?? null),
    log: createChangeable(state.log ?? []),
    writingElsewhere: createChangeable(new Map()),
    checkServer: async (address) => ok({ url: address, version: '1.0.0', isSecure: true }),
    allowServer: async () => 'ready',
    turnOn: async () => ok({ phrase: Array.from({ length: 24 }, () => 'abandon').join(' ') }),
    confirmPhrase: async () => undefined,
    offer: pairing,
    join: pairing,
    recover: () => done,
    drill: async () => ok({ entries: 0, sessions: 0, messages: 0 }),
    pause: async () => undefined,
    resume: async () => undefined,
    syncNow: () => undefined,
    setOptions: () => done,
    renameDevice: () => done,
    removeDevice: () => done,
    leave: () => done,
    sendCredentials: () => done,
    fetchFile: async () => false,
    isCompactor: () => true,
  }
}
