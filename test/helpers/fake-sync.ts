import { fail, ok, type Result } from '@shared/result'
import { createChangeable, type Changeable } from '@renderer/state/observable'
import type { DrillReport, PairingOffer, PairingState, Sync, SyncFailure } from '@renderer/state/services'

export interface FakeSyncState {
  readonly status?: ReturnType<Sync['status']['current']>
  readonly vault?: ReturnType<Sync['vault']['current']>
  readonly log?: ReturnType<Sync['log']['current']>
  /** Where an attempt at pairing begins, and stays until a test moves it on. */
  readonly pairing?: PairingState
  /** What the question for a server, and what follows it, is answered with instead of success. */
  readonly failures?: Partial<Record<'checkServer' | 'turnOn' | 'recover' | 'drill' | 'removeDevice' | 'leave' | 'setOptions' | 'sendCredentials', SyncFailure>>
  /** What the server says to serve; left out: no web app. */
  readonly webAppSha256?: string
  readonly phrase?: string
  readonly drilled?: DrillReport
  /** `reloading`: as on the desktop at the first question for a server. */
  readonly allowed?: 'ready' | 'reloading'
}

export interface FakeSync extends Sync {
  readonly status: Changeable<ReturnType<Sync['status']['current']>>
  readonly vault: Changeable<ReturnType<Sync['vault']['current']>>
  readonly log: Changeable<ReturnType<Sync['log']['current']>>
  readonly writingElsewhere: Changeable<ReturnType<Sync['writingElsewhere']['current']>>
  /** State of the newest attempt at pairing. */
  readonly pairing: Changeable<PairingState>
  /** Everything that was asked for, in order: name and arguments. */
  readonly calls: readonly (readonly [name: string, ...input: unknown[]])[]
}

/** 24 words whose checksum holds. */
export const samplePhrase =
  'city noise scissors open hospital neither shoulder document erode puzzle mean thumb mother chair fat pill hurry scale famous chicken seat resemble swing anger'

/** Sync as screens see it, without a server. */
export function createFakeSync(given: FakeSyncState = {}): FakeSync {
  const calls: (readonly [string, ...unknown[]])[] = []
  const pairing = createChangeable<PairingState>(given.pairing ?? { kind: 'opening' })
  const vault = createChangeable(given.vault ?? null)
  const note = (name: string, ...input: unknown[]): void => void calls.push([name, ...input])

  const answer = async <Value>(name: keyof NonNullable<FakeSyncState['failures']>, value: Value, ...input: unknown[]): Promise<Result<Value, SyncFailure>> => {
    note(name, ...input)
    const failure = given.failures?.[name]
    return failure === undefined ? ok(value) : fail(failure)
  }
  const begin = (name: string, ...input: unknown[]): PairingOffer => {
    note(name, ...input)
    pairing.set(given.pairing ?? { kind: 'opening' })
    return {
      state: pairing,
      confirm(isSame) {
        note('confirm', isSame)
        pairing.set(isSame ? { kind: 'finishing' } : { kind: 'failed', reason: 'words-differ' })
      },
      cancel: () => note('cancel'),
    }
  }
  const change = (fields: Partial<NonNullable<ReturnType<Sync['vault']['current']>>>): void => {
    const current = vault.current()
    if (current !== null) vault.set({ ...current, ...fields })
  }

  return {
    calls,
    pairing,
    status: createChangeable(given.status ?? { kind: 'off' }),
    vault,
    log: createChangeable(given.log ?? []),
    writingElsewhere: createChangeable(new Map()),
    checkServer: (address) => answer('checkServer', { url: address.includes('://') ? address : `https://${address}`, version: '1.0.0', isSecure: true, webAppSha256: given.webAppSha256 ?? null }, address),
    async allowServer(url) {
      note('allowServer', url)
      return given.allowed ?? 'ready'
    },
    turnOn: (input) => answer('turnOn', { phrase: given.phrase ?? samplePhrase }, input),
    unseenPhrase: async () => null,
    async putPhraseAway() {
      note('putPhraseAway')
    },
    async confirmPhrase() {
      note('confirmPhrase')
      change({ isPhraseChecked: true })
    },
    offer: () => begin('offer'),
    join: (input) => begin('join', input),
    recover: (input) => answer('recover', null, input),
    drill: (phrase) => answer('drill', given.drilled ?? { entries: 0, sessions: 0, messages: 0 }, phrase),
    pause: async () => note('pause'),
    resume: async () => note('resume'),
    syncNow: () => note('syncNow'),
    setOptions(options) {
      const current = vault.current()
      if (current !== null) change({ options: { ...current.options, ...options } })
      return answer('setOptions', null, options)
    },
    async renameDevice(name) {
      note('renameDevice', name)
      change({ devices: (vault.current()?.devices ?? []).map((device) => (device.isThis ? { ...device, name } : device)) })
      return ok(null)
    },
    removeDevice: (id) => answer('removeDevice', null, id),
    leave: (input) => answer('leave', null, input),
    sendCredentials: (to, ids) => answer('sendCredentials', null, to, ids),
    fetchFile: async () => false,
    isCompactor: () => true,
  }
}
