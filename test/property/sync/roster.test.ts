import * as fc from 'fast-check'
import * as Y from 'yjs'
import { expect, test } from 'vitest'
import type { DeviceId } from '@shared/ids'
import { describeDevice, openKeyring, type Keyring } from '@shared/sync/keyring'
import type { Roster } from '@shared/sync/roster'
import { createDevice, createVault, type DeviceSecrets } from '@shared/sync/vault'
import { exchangeDocs, HeldTime, seededRandom } from '../../helpers/sync-devices'

const who = fc.nat(4)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), by: who, whom: who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), by: who, whom: who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('tend' as const), by: who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rotate' as const), by: who }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('meet' as const), by: who, whom: who }) },
)

interface Member {
  readonly device: DeviceSecrets
  readonly outer: Y.Doc
  readonly keyring: Keyring
  wasRemovedByRecovery: boolean
}

function membersOf(seed: number): { members: Member[]; removeByPhrase: (id: DeviceId) => void; outer: Y.Doc } {
  const random = seededRandom(seed)
  const time = new HeldTime()
  const created = createVault(random)
  const members = ['a', 'b', 'c', 'd', 'e'].map((name) => {
    const device = createDevice({ deviceId: name as DeviceId, name, kind: 'phone' }, random)
    const outer = new Y.Doc()
    const keyring = openKeyring({ outer, vault: created.secrets, device, recovery: null, clock: { now: () => (time.pass(10), time.now()) }, random })
    return { device, outer, keyring, wasRemovedByRecovery: false }
  })
  const [first] = members
  const outer = first?.outer ?? new Y.Doc()
  const phrase = openKeyring({ outer, vault: created.secrets, device: first?.device ?? null, recovery: created.recovery, clock: time, random })
  phrase.found()
  return { members, outer, removeByPhrase: (id) => phrase.removeDevice(id, new Map()) }
}

const factsOf = (roster: Roster | undefined) => roster?.devices.map(({ removed, ...rest }) => ({ ...rest, removedAt: removed?.at, removedBy: removed?.by }))

test('SYN-7 whoever adds and removes whom in whatever order: all devices see the same roster, and no removed device knows the current key', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.array(step, { minLength: 3, maxLength: 20 }), fc.nat(4), (seed, steps, lost) => {
      const { members, removeByPhrase } = membersOf(seed)
      const at = (index: number): Member => members[index] ?? (members[0] as Member)
      for (const each of steps) {
        const by = at(each.by)
        if (each.kind === 'meet') exchangeDocs([by.outer, at(each.whom).outer])
        // What a device is not entitled to say it may say all the same: it must not count.
        if (each.kind === 'add') by.keyring.addDevice(describeDevice(at(each.whom).device))
        if (each.kind === 'remove') by.keyring.removeDevice(at(each.whom).device.deviceId, new Map())
        if (each.kind === 'tend') by.keyring.tend()
        if (each.kind === 'rotate') by.keyring.rotate()
      }
      removeByPhrase(at(lost).device.deviceId)
      for (let round = 0; round < 3; round += 1) {
        exchangeDocs(members.map(({ outer }) => outer))
        for (const { keyring } of members) keyring.tend()
      }
      exchangeDocs(members.map(({ outer }) => outer))

      const [first, ...others] = members.map(({ keyring }) => keyring.roster())
      for (const other of others) expect(factsOf(other)).toEqual(factsOf(first))
      expect(first?.find(at(lost).device.deviceId)?.removed ?? { by: 'recovery' }).not.toBeNull()
      const active = members.filter(({ device }) => first?.find(device.deviceId)?.removed === null)
      const current = active.map(({ keyring }) => keyring.currentEpoch()?.id)
      expect(new Set(current).size).toBeLessThanOrEqual(1)
      expect(current).not.toContain(undefined)
      for (const { device, keyring } of members) {
        if (active.some((other) => other.device === device)) continue
        expect(keyring.currentEpoch()).toBeNull()
        if (current[0] !== undefined) expect(keyring.epoch(current[0])).toBeNull()
      }
    }),
    { numRuns: 25, interruptAfterTimeLimit: 40_000 },
  )
}, 90_000)
