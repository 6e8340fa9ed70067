import type { DeviceId } from '@shared/ids'
import type { VaultInfo } from '@shared/sync/api'
import type { Keyring } from '@shared/sync/keyring'
import type { RosterDevice } from '@shared/sync/roster'
import type { Membership } from '@renderer/db/sync-state'
import type { SyncDevice, SyncOptions, VaultView } from './sync-service'

export interface VaultFacts {
  readonly membership: Membership
  readonly keyring: Keyring
  readonly options: SyncOptions
  /** What the server said last. */
  readonly info: VaultInfo | null
  readonly lastChanges: Readonly<Record<DeviceId, number>>
  readonly isPresent: (device: DeviceId) => boolean
  readonly isConnected: boolean
  readonly isPersistent: boolean
}

export function viewOfVault(facts: VaultFacts): VaultView {
  const { membership, keyring, options, info, isPersistent } = facts
  const devices = keyring.roster().devices.map((device) => viewOfDevice(device, facts))
  return {
    serverUrl: membership.serverUrl,
    devices: [...devices.filter(({ isRemoved }) => !isRemoved), ...devices.filter(({ isRemoved }) => isRemoved)],
    usedBytes: info?.usedBytes ?? null,
    maxBytes: info?.maxBytes ?? null,
    epoch: keyring.currentEpoch()?.number ?? 0,
    options,
    isPhraseChecked: membership.isPhraseChecked,
    isPersistent,
  }
}

function viewOfDevice({ id, name, kind, addedAt, removed }: RosterDevice, facts: VaultFacts): SyncDevice {
  const atServer = facts.info?.devices.find(({ deviceId }) => deviceId === id)
  const isThis = id === facts.membership.device.deviceId
  return {
    id,
    name,
    kind,
    isThis,
    isRemoved: removed !== null,
    addedAt,
    lastSeenAt: atServer?.lastSeenAt ?? null,
    lastChangeAt: facts.lastChanges[id] ?? null,
    isOnline: removed === null && facts.isConnected && (isThis || facts.isPresent(id)),
  }
}

/** The device that does what one should do for all: the oldest that is still in the vault. */
export const compactorOf = (keyring: Keyring): DeviceId | null => keyring.roster().devices.find(({ removed }) => removed === null)?.id ?? null
