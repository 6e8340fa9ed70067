import type {
  OfflineReason,
  PairingFailure,
  SyncFailureCode,
  SyncLogKind,
  SyncLogReason,
  SyncRefusal,
  SyncRoomName,
} from '@renderer/state/services'

/** A sentence, and the one thing to do about it. */
export interface Told {
  readonly message: string
  readonly action: string
}

const again = 'Try again'
const address = 'Check the address'

export const failures: Record<SyncFailureCode, Told> = {
  unreachable: { message: 'No server answers at this address. Is it running, and is this device on the same network?', action: address },
  'not-our-server': { message: 'Something answers at this address, but it is not a Commonplace server.', action: address },
  'insecure-address': { message: 'Over plain http only a server on this very computer can be used. Others need https; the server’s guide shows how.', action: address },
  'invalid-address': { message: 'This is not an address of a server.', action: address },
  'setup-token-rejected': { message: 'The server does not accept this setup code. Each works once: the server’s command line makes a new one.', action: 'Change the code' },
  exists: { message: 'These devices are set up at this server already.', action: 'Join them' },
  'phrase-wrong': { message: 'This is not a recovery phrase yet. Look at the words again.', action: 'Correct the words' },
  'unknown-vault': { message: 'This server keeps nothing for this phrase. Perhaps your devices used another server.', action: address },
  'token-rejected': { message: 'The server does not know this device any more.', action: 'Join again' },
  removed: { message: 'This device was removed by another of your devices.', action: 'Join again' },
  'quota-full': { message: 'The space that the server gives you is full.', action: again },
  offline: { message: 'This device is offline.', action: again },
  'storage-failed': { message: 'This device could not save it.', action: 'See storage' },
  'protocol-newer': { message: 'The server is newer than this app. Update the app first.', action: again },
  'too-many': { message: 'The server asks to wait: too many attempts. Try again in some minutes.', action: again },
  'wrong-state': { message: 'That does not fit any more: sync was turned on or off meanwhile.', action: again },
  cancelled: { message: 'Stopped. Nothing was sent.', action: again },
  'unknown-device': { message: 'This device is not one of yours any more.', action: again },
  'device-away': { message: 'The other device does not answer. Open Commonplace there, wait until it is connected, and send again. Nothing was sent.', action: again },
  'keys-not-kept': { message: 'The other device could not keep the keys. Look there at Settings, Models: its key storage may be locked. Then send again.', action: again },
  'keys-unconfirmed': { message: 'The other device has not said whether it kept the keys. Look there at Settings, Models, and send again what is missing.', action: again },
  'keys-unreadable': { message: 'These keys cannot be read on this device now. Look at Settings, Models: its key storage may be locked. Nothing was sent.', action: again },
  'too-many-keys': { message: 'These are more keys than can be sent at a time. Choose fewer. Nothing was sent.', action: again },
}

/** For `phrase-wrong`, where it is known what is wrong. */
export const phraseFaults = {
  length: (count: number) => `The phrase has 24 words; these are ${count}.`,
  word: (position: number, word: string) => `Word ${position}, “${word}”, is in no recovery phrase.`,
  meant: (word: string) => `Did you mean “${word}”?`,
  checksum: 'Every word is possible, but they do not belong together. One is another word, or two have changed places.',
}

export const refusals: Record<SyncRefusal, Told> = {
  'token-rejected': { message: 'The server does not know this device any more. What is here stays here; add the device again to go on.', action: 'Join again' },
  removed: { message: 'Another of your devices removed this one. What is here stays here and is no longer synced.', action: 'Turn off sync here' },
  'quota-full': { message: 'The space on the server is full. Changes wait here until there is room; whoever runs the server can give more.', action: again },
  'protocol-newer': { message: 'The server is newer than this app. Changes wait here until the app is updated.', action: again },
  'not-understood': { message: 'The server does not understand what this device sends. Changes wait here; an update of the app or of the server may be needed.', action: again },
  flooded: { message: 'The server asked this device to slow down. It goes on by itself in a moment.', action: again },
  'storage-failed': { message: 'This device cannot save what comes from the others. Nothing is lost: it is fetched again once there is space.', action: 'See storage' },
}

export const offline: Record<OfflineReason, string> = {
  'no-network': 'This device has no network.',
  unreachable: 'The server does not answer.',
  'not-our-server': 'Something else answers in the server’s place, perhaps the sign-in page of a network.',
}

export const pairingFailures: Record<PairingFailure, Told> = {
  expired: { message: 'The code has run out. Codes are good for five minutes.', action: 'New code' },
  'words-differ': { message: 'The words were not the same, so nothing was shared. Someone may have been in between, or two codes were mixed up.', action: 'Start over' },
  cancelled: { message: 'The other device stopped it.', action: 'Start over' },
  network: { message: 'The connection to the server broke off.', action: again },
  'code-wrong': { message: 'The server does not know this code. Compare it with the other screen.', action: 'Change the code' },
  refused: { message: 'The server did not agree to it.', action: again },
  'storage-failed': { message: 'This device could not save its keys.', action: again },
}

const edits = (count: number | null) => (count === null ? 'changes' : count === 1 ? '1 change' : `${count} changes`)
const from = (device: string | null) => (device === null ? '' : ` from ${device}`)

export interface LogFacts {
  readonly device: string | null
  readonly count: number | null
}

export const log: Record<SyncLogKind, (facts: LogFacts) => string> = {
  'turned-on': () => 'Sync was turned on',
  paired: ({ device }) => `Added ${device ?? 'a device'}`,
  joined: ({ device }) => `Joined the devices of ${device ?? 'this person'}`,
  removed: ({ device }) => `Removed ${device ?? 'a device'}`,
  recovered: () => 'Came back with the recovery phrase',
  left: () => 'Sync was turned off here',
  paused: () => 'Paused',
  resumed: () => 'Resumed',
  connected: () => 'Connected',
  disconnected: () => 'Connection lost',
  merged: ({ device, count }) => `Merged ${edits(count)}${from(device)}`,
  conflict: ({ device, count }) => `${count === null || count === 1 ? '1 conflict' : `${count} conflicts`} with ${device ?? 'another device'}, for you to decide`,
  refused: ({ device, count }) => `Refused ${edits(count)}${from(device)}`,
  compacted: ({ count }) => (count === null ? 'Tidied up on the server' : `Tidied up ${count} entries on the server`),
  'rolled-back': () => 'The server had gone back to an older state',
  healed: ({ count }) => `Gave the server back what it had lost${count === null ? '' : ` (${edits(count)})`}`,
  gap: ({ device }) => `Something${from(device)} is missing; it is waited for`,
  forked: ({ device }) => `${device ?? 'A device'} went on from an older copy of itself`,
  'newer-version': ({ device }) => `Kept something${from(device)} that only a newer app can read`,
  'key-rotated': () => 'A new key is in use',
  'options-changed': () => 'What this device syncs was changed',
  'credentials-sent': ({ device, count }) => `Sent ${count === 1 ? 'a key' : `${count ?? 'some'} keys`} to ${device ?? 'another device'}`,
  'credentials-received': ({ device, count }) => `Received ${count === 1 ? 'a key' : `${count ?? 'some'} keys`}${from(device)}`,
  failed: () => 'Something went wrong',
}

export const reasons: Record<SyncLogReason, string> = {
  'token-rejected': 'the server does not know this device',
  removed: 'this device was removed',
  'quota-full': 'the space on the server is full',
  'protocol-newer': 'the server is newer than this app',
  'not-understood': 'the server does not understand this device',
  flooded: 'the server asked to slow down',
  'storage-failed': 'it could not be saved here',
  'no-network': 'no network',
  unreachable: 'the server does not answer',
  'not-our-server': 'something else answers in the server’s place',
  malformed: 'it was damaged',
  'unknown-epoch': 'the key for it is not here yet',
  'unknown-device': 'its device is not one of yours',
  'removed-device': 'its device was removed',
  'bad-signature': 'its signature is not right',
  'bad-seal': 'its seal is broken',
  replayed: 'it had been sent before with other content',
  'newer-version': 'a newer app wrote it',
  'memory-off': 'memory and profile stay on this device',
  'memory-on': 'memory and profile are synced',
  'sessions-off': 'sessions stay on this device',
  'sessions-on': 'sessions are synced',
  'attachments-off': 'attachments stay on this device',
  'attachments-on': 'attachments are synced',
  'continued-after-trash': 'a conversation was put into the trash on one device while another went on with it; it is back in the list',
  'continued-after-deletion': 'a conversation was deleted for good on one device while another went on with it; what was said after that is left',
  busy: 'the server was busy',
  'too-large': 'it is too large for the server',
}

export const rooms: Record<SyncRoomName, string> = {
  memory: 'memory',
  index: 'list of sessions',
  journal: 'messages',
  keys: 'devices and keys',
}
