import * as Y from 'yjs'
import { expect, test } from 'vitest'
import type { DeviceId } from '@shared/ids'
import { describeDevice, openKeyring } from '@shared/sync/keyring'
import { createDevice, createVault } from '@shared/sync/vault'
import { seededRandom } from '../../helpers/sync-devices'

test('SYN-8 a device is renamed also where the clock of the one that let it in is a day ahead', () => {
  const random = seededRandom(7)
  const { secrets, recovery } = createVault(random)
  const [old, fresh] = ['old', 'fresh'].map((id) => createDevice({ deviceId: id as DeviceId, name: id, kind: 'phone' }, random))
  if (old === undefined || fresh === undefined) throw new Error('two devices')
  const outer = new Y.Doc()
  const ahead = { now: () => 2 * 86_400_000 }
  openKeyring({ outer, vault: secrets, device: old, recovery, clock: ahead, random }).found()
  openKeyring({ outer, vault: secrets, device: old, recovery: null, clock: ahead, random }).addDevice(describeDevice(fresh))
  let now = 86_400_000
  const keyring = openKeyring({ outer, vault: secrets, device: fresh, recovery: null, clock: { now: () => now++ }, random })
  keyring.rename('Kitchen')
  expect(keyring.roster().find(fresh.deviceId)?.name).toBe('Kitchen')
  keyring.rename('Study')
  expect(keyring.roster().find(fresh.deviceId)?.name).toBe('Study')
})
