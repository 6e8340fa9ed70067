import { createChangeable, type Changeable } from '../observable'
import type { PairingOffer, PairingState, Sync } from './sync-service'

/** What the client shows its state through; made before the client is loaded. */
export interface SyncFaces {
  readonly status: Changeable<ReturnType<Sync['status']['current']>>
  readonly vault: Changeable<ReturnType<Sync['vault']['current']>>
  readonly log: Changeable<ReturnType<Sync['log']['current']>>
  readonly writingElsewhere: Changeable<ReturnType<Sync['writingElsewhere']['current']>>
}

export type SyncClient = Omit<Sync, keyof SyncFaces | 'offer' | 'join'> & {
  offer(): Promise<PairingOffer>
  join(...input: Parameters<Sync['join']>): Promise<PairingOffer>
  lastWord(): Promise<void>
}

export interface SyncShell extends Sync {
  /** Loads the client; where sync is off only at the first question to it. */
  start(): void
  /** Before the window goes: what waits for its batch is sent. Resolves within about a second. */
  lastWord(): Promise<void>
}

/** All of sync that is loaded with the window: its client comes when sync is on, or when it is asked something. */
export function createSyncShell(load: (faces: SyncFaces) => Promise<SyncClient>): SyncShell {
  const faces: SyncFaces = {
    status: createChangeable({ kind: 'off' }),
    vault: createChangeable(null),
    log: createChangeable([]),
    writingElsewhere: createChangeable(new Map()),
  }
  let client: SyncClient | null = null
  let loading: Promise<SyncClient> | null = null
  const get = (): Promise<SyncClient> => (loading ??= load(faces).then((loaded) => (client = loaded)))
  const pairing = (begin: (loaded: SyncClient) => Promise<PairingOffer>): PairingOffer => {
    const state = createChangeable<PairingState>({ kind: 'opening' })
    const begun = get().then(begin)
    void begun.then(({ state: inner }) => {
      const copy = (): void => state.set(inner.current())
      inner.subscribe(copy)
      copy()
    }, () => state.set({ kind: 'failed', reason: 'refused' }))
    return { state, confirm: (isSame) => void begun.then((it) => it.confirm(isSame)), cancel: () => void begun.then((it) => it.cancel()) }
  }
  const later = <Name extends Later>(name: Name) =>
    ((...input: unknown[]) => get().then((loaded) => (loaded[name] as (...all: unknown[]) => unknown)(...input))) as Sync[Name]

  return {
    ...faces,
    start: () => void get(),
    lastWord: async () => client?.lastWord(),
    checkServer: later('checkServer'),
    allowServer: later('allowServer'),
    turnOn: later('turnOn'),
    unseenPhrase: later('unseenPhrase'),
    confirmPhrase: later('confirmPhrase'),
    putPhraseAway: later('putPhraseAway'),
    recover: later('recover'),
    drill: later('drill'),
    pause: later('pause'),
    resume: later('resume'),
    setOptions: later('setOptions'),
    renameDevice: later('renameDevice'),
    removeDevice: later('removeDevice'),
    leave: later('leave'),
    sendCredentials: later('sendCredentials'),
    fetchFile: later('fetchFile'),
    offer: () => pairing((loaded) => loaded.offer()),
    join: (input) => pairing((loaded) => loaded.join(input)),
    syncNow: () => client?.syncNow(),
    isCompactor: () => client?.isCompactor() ?? false,
  }
}

type Later = Exclude<keyof Sync, keyof SyncFaces | 'offer' | 'join' | 'syncNow' | 'isCompactor'>
