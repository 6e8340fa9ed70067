import type { CredentialId, DeviceId, FileHash, MessageId, SessionId } from '@shared/ids'
import type { Result } from '@shared/result'
import type { EntryRefusal } from '@shared/sync/envelope'
import type { PhraseFault } from '@shared/sync/phrase'
import type { Observable } from '../services'

/** What sync is doing, as one value; every window of a profile sees the same. Times are milliseconds since the epoch. */
export type SyncStatus =
  | { readonly kind: 'off' }
  | { readonly kind: 'paused'; readonly waiting: number }
  | { readonly kind: 'offline'; readonly waiting: number; readonly reason: OfflineReason; readonly retryAt: number | null }
  | { readonly kind: 'syncing'; readonly waiting: number; readonly progress: SyncProgress | null }
  | { readonly kind: 'synced'; readonly at: number }
  | { readonly kind: 'refused'; readonly waiting: number; readonly reason: SyncRefusal }

/** `not-our-server`: something answers there, a hotel's sign-in page for one, but not a sync server. */
export type OfflineReason = 'no-network' | 'unreachable' | 'not-our-server'

/** Parts of the session history that have arrived, of those that are there. */
export interface SyncProgress {
  readonly done: number
  readonly total: number
}

/** `removed` and `token-rejected` need the person; the others are tried again by themselves. */
export type SyncRefusal = 'token-rejected' | 'removed' | 'quota-full' | 'protocol-newer' | 'not-understood' | 'flooded' | 'storage-failed'

export type DeviceKind = 'desktop' | 'phone' | 'browser'

export interface SyncDevice {
  readonly id: DeviceId
  readonly name: string
  readonly kind: DeviceKind
  readonly isThis: boolean
  readonly isRemoved: boolean
  readonly addedAt: number
  /** As the server tells; null where it was not asked or does not know. */
  readonly lastSeenAt: number | null
  /** When a change of that device was last taken up here; null where none was. */
  readonly lastChangeAt: number | null
  readonly isOnline: boolean
}

export interface VaultView {
  readonly serverUrl: string
  /** Oldest first, this one among them, removed ones last. */
  readonly devices: readonly SyncDevice[]
  readonly usedBytes: number | null
  readonly maxBytes: number | null
  /** Number of the key that is in use; it grows whenever a device is removed. */
  readonly epoch: number
  readonly options: SyncOptions
  /** The person has typed asked words of the recovery phrase back. */
  readonly isPhraseChecked: boolean
  /** The browser has promised not to evict what is stored; always true on the desktop. */
  readonly isPersistent: boolean
}

/** What this device sends and takes; each device has its own. */
export interface SyncOptions {
  /** Memory and profile. */
  readonly memory: boolean
  readonly sessions: boolean
  readonly attachments: boolean
  /** Larger ones stay where they are. */
  readonly attachmentLimitBytes: number
}

export const syncLogKinds = [
  'turned-on',
  'paired',
  'joined',
  'removed',
  'recovered',
  'left',
  'paused',
  'resumed',
  'connected',
  'disconnected',
  'merged',
  'conflict',
  'refused',
  'compacted',
  'rolled-back',
  'healed',
  'gap',
  'forked',
  'newer-version',
  'key-rotated',
  'options-changed',
  'credentials-sent',
  'credentials-received',
  'failed',
] as const
export type SyncLogKind = (typeof syncLogKinds)[number]

export type SyncRoomName = 'memory' | 'index' | 'journal' | 'keys'

export interface SyncLogRow {
  readonly id: number
  readonly at: number
  readonly kind: SyncLogKind
  readonly room: SyncRoomName | null
  /** The name of the device that it is about. */
  readonly device: string | null
  /** How many: edits merged, messages taken, entries folded. */
  readonly count: number | null
  /** A closed code; the screen has its words. */
  readonly reason: SyncLogReason | null
}

/** Why something was refused or failed: the codes of sealed rooms, of the server, and our own. */
export type SyncLogReason =
  | SyncRefusal
  | OfflineReason
  | EntryRefusal
  | 'memory-off'
  | 'memory-on'
  | 'sessions-off'
  | 'sessions-on'
  | 'attachments-off'
  | 'attachments-on'
  | 'continued-after-trash'
  | 'continued-after-deletion'
  | 'busy'
  | 'too-large'

/** An answer that another device is writing just now: read here, finished there. */
export interface WritingElsewhere {
  readonly sessionId: SessionId
  readonly messageId: MessageId
  readonly deviceId: DeviceId
  readonly deviceName: string
  /** The end of what has been written; a few hundred characters at most. */
  readonly textTail: string
  readonly at: number
}

export type SyncFailureCode =
  | 'unreachable'
  | 'not-our-server'
  | 'insecure-address'
  | 'invalid-address'
  | 'setup-token-rejected'
  | 'exists'
  | 'phrase-wrong'
  | 'unknown-vault'
  | 'token-rejected'
  | 'removed'
  | 'quota-full'
  | 'offline'
  | 'storage-failed'
  | 'protocol-newer'
  | 'too-many'
  /** Sync is on already, or is off where it has to be on. */
  | 'wrong-state'
  /** The person said no in a dialog of the system. */
  | 'cancelled'
  | 'unknown-device'
  /** The other device has to be open and connected, and does not answer. */
  | 'device-away'
  /** The other device got the keys and has no place for them: its key storage is locked, for one. */
  | 'keys-not-kept'
  /** The other device got the keys, and has not said what became of them. */
  | 'keys-unconfirmed'
  /** The keys cannot be read on this device. */
  | 'keys-unreadable'
  /** More keys than cross at a time. */
  | 'too-many-keys'

export interface SyncFailure {
  readonly code: SyncFailureCode
  /** For `phrase-wrong`: `word-7`, `checksum` or `length`. Otherwise what was seen, for a person who reports it. */
  readonly detail?: string
  /** For `phrase-wrong`: which word, and what was most likely meant. */
  readonly phrase?: PhraseFault
}

export interface CheckedServer {
  /** Without a path and without a slash at its end: `https://sync.example.org`. */
  readonly url: string
  readonly version: string
  /** https, or this very machine. */
  readonly isSecure: boolean
  /** Hash of the web app that it says to serve; null where it serves none. */
  readonly webAppSha256: string | null
}

export type PairingFailure = 'expired' | 'words-differ' | 'cancelled' | 'network' | 'code-wrong' | 'refused' | 'storage-failed'

export type PairingState =
  | { readonly kind: 'opening' }
  /** On the device that shows the code. */
  | { readonly kind: 'waiting'; readonly code: string; readonly link: string; readonly expiresAt: number }
  | { readonly kind: 'compare'; readonly words: readonly [string, string, string]; readonly otherName: string }
  /** The person here has said that the words are the same; the other device, or the server, is waited for. */
  | { readonly kind: 'finishing' }
  | { readonly kind: 'done'; readonly deviceName: string }
  | { readonly kind: 'failed'; readonly reason: PairingFailure }

/** One attempt at pairing; a new one is begun by asking anew. */
export interface PairingOffer {
  readonly state: Observable<PairingState>
  /** Only in `compare`. False ends the attempt on both sides. */
  confirm(isSame: boolean): void
  cancel(): void
}
export type PairingJoin = PairingOffer

export interface UnseenPhrase {
  readonly phrase: string
  readonly madeAt: number
}

export interface DrillReport {
  /** Lines of memory and profile. */
  readonly entries: number
  readonly sessions: number
  readonly messages: number
}

export interface Sync {
  readonly status: Observable<SyncStatus>
  /** null while sync is off. */
  readonly vault: Observable<VaultView | null>
  /** Newest first, at most 200. */
  readonly log: Observable<readonly SyncLogRow[]>
  readonly writingElsewhere: Observable<ReadonlyMap<SessionId, WritingElsewhere>>

  /** Takes an address as typed: trimmed, `https://` added, `wss:` read as `https:`, paths dropped; plain http for this machine only. */
  checkServer(address: string): Promise<Result<CheckedServer, SyncFailure>>
  /** Takes an address as `checkServer` does. `reloading`: the desktop takes it into the page's policy and loads the page again; come back after it. */
  allowServer(url: string | null): Promise<'ready' | 'reloading'>

  turnOn(input: { readonly serverUrl: string; readonly setupToken: string; readonly deviceName: string }): Promise<Result<{ readonly phrase: string }, SyncFailure>>
  /** The phrase of a vault that was made here, where the app ended before the person had seen it; null otherwise. */
  unseenPhrase(): Promise<UnseenPhrase | null>
  /** After the person has typed the asked words back. */
  confirmPhrase(): Promise<void>
  /** The person has seen the phrase, and checks it later. */
  putPhraseAway(): Promise<void>
  /** Adds a device: on one that is paired. */
  offer(): PairingOffer
  /** On the new device. What the profile holds already is merged. */
  join(input: { readonly serverUrl: string; readonly code: string; readonly deviceName: string }): PairingJoin
  recover(input: { readonly serverUrl: string; readonly phrase: string; readonly deviceName: string }): Promise<Result<null, SyncFailure>>
  /** Reads the vault with the phrase alone, in memory, and changes nothing. */
  drill(phrase: string): Promise<Result<DrillReport, SyncFailure>>
  pause(): Promise<void>
  resume(): Promise<void>
  syncNow(): void
  setOptions(options: Partial<SyncOptions>): Promise<Result<null, SyncFailure>>
  renameDevice(name: string): Promise<Result<null, SyncFailure>>
  /** Its token dies at the server and the key rotates: it reads nothing that is written afterwards. */
  removeDevice(id: DeviceId): Promise<Result<null, SyncFailure>>
  /** The data stays here. `deleteOnServer` takes the vault away from every device. */
  leave(input: { readonly deleteOnServer: boolean }): Promise<Result<null, SyncFailure>>
  /** Sealed to the other device, which has to be there; asks the person by a dialog of the system where there is one. */
  sendCredentials(to: DeviceId, ids: readonly CredentialId[]): Promise<Result<null, SyncFailure>>
  /** Fetches an attachment that is not on this device; false where it is nowhere, or cannot be had now. */
  fetchFile(hash: FileHash): Promise<boolean>
  /** Whether this device does the work that one device should do for all: folding memory, carrying over. */
  isCompactor(): boolean
}

export const defaultSyncOptions: SyncOptions = {
  memory: true,
  sessions: true,
  attachments: true,
  attachmentLimitBytes: 8 * 1024 * 1024,
}
