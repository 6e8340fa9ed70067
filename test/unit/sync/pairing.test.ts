import { describe, expect, test } from 'vitest'
import type { DeviceId } from '@shared/ids'
import { fail, ok, type Result } from '@shared/result'
import { acceptPairing, offerPairing, type PairedDevice, type PairingPayload, type PairingPorts, type PairingStep, type Rendezvous } from '@shared/sync/pairing'
import { createPairingCode, readPairingCode, rendezvousIdOf } from '@shared/sync/pairing-code'
import { createDevice, createVault, hashToken } from '@shared/sync/vault'
import { HeldTime, seededRandom } from '../../helpers/sync-devices'

/** Six slots that are written once. */
class Slots implements Rendezvous {
  readonly slots = new Map<number, Uint8Array>()

  put(slot: number, bytes: Uint8Array) {
    expect(bytes.byteLength).toBeLessThanOrEqual(16 * 1024)
    if (this.slots.has(slot)) return Promise.resolve(fail('taken' as const))
    this.slots.set(slot, bytes)
    return Promise.resolve(ok(null))
  }

  async get(slot: number): Promise<Result<Uint8Array | null, 'expired'>> {
    await new Promise((resolve) => setTimeout(resolve, 1))
    return ok(this.slots.get(slot) ?? null)
  }
}

const random = seededRandom(9)
const vault = createVault(random)
const phone = createDevice({ deviceId: 'phone' as DeviceId, name: 'Phone', kind: 'phone' }, random)
const code = createPairingCode(random)

const payload: PairingPayload = {
  serverUrl: 'https://home.example',
  secrets: vault.secrets,
  oldDeviceName: 'Laptop',
  counters: { memory: { abc: 7 }, 'journal/3': { def: 1 } },
  statementIds: Array.from({ length: 1000 }, (_, index) => `statement-${String(index).padStart(6, '0')}`),
}

/** The person at one device: says what they see, and answers when asked. */
function side(rendezvous: Rendezvous, answer: (run: () => { confirm(isSame: boolean): void; cancel(): void }, words: readonly string[]) => void, time = new HeldTime()) {
  const steps: PairingStep[] = []
  const held: { run?: { confirm(isSame: boolean): void; cancel(): void } } = {}
  const ports: PairingPorts = {
    rendezvous,
    random,
    clock: time,
    expiresAt: time.now() + 300_000,
    onStep: (step) => {
      steps.push(step)
      if (step.kind !== 'compare') return
      queueMicrotask(() => answer(() => held.run ?? { confirm: () => undefined, cancel: () => undefined }, step.words))
    },
  }
  return { ports, steps, held, words: () => steps.flatMap((step) => (step.kind === 'compare' ? step.words : [])) }
}

const yes = (run: () => { confirm(isSame: boolean): void }): void => run().confirm(true)
const no = (run: () => { confirm(isSame: boolean): void }): void => run().confirm(false)
const grantAll = (): Promise<Result<PairingPayload, never>> => Promise.resolve(ok(payload))

function pair(old: ReturnType<typeof side>, fresh: ReturnType<typeof side>, grant: (device: PairedDevice) => Promise<Result<PairingPayload, 'network' | 'refused'>> = grantAll, codes = [code, code]) {
  const offered = offerPairing(codes[0] ?? code, 'Laptop', old.ports, grant)
  const accepted = acceptPairing(codes[1] ?? code, phone, fresh.ports)
  old.held.run = offered
  fresh.held.run = accepted
  return Promise.all([offered.done, accepted.done])
}

describe('pairing', () => {
  test('both sides show the same words, and the vault crosses once both said so', async () => {
    const slots = new Slots()
    const [old, fresh] = [side(slots, yes), side(slots, yes)]
    const [offered, accepted] = await pair(old, fresh)
    expect(old.words()).toEqual(fresh.words())
    expect(new Set(old.words()).size).toBeGreaterThan(1)
    expect(accepted).toEqual(ok({ ...payload, statementIds: payload.statementIds.slice(-400) }))
    expect(offered).toMatchObject(ok({ statement: { deviceId: 'phone', name: 'Phone', kind: 'phone' }, tokenHash: hashToken(phone.token) }))
    expect(old.steps.map((step) => step.kind)).toEqual(['waiting', 'compare', 'finishing'])
    expect(fresh.steps).toMatchObject([{ kind: 'waiting' }, { kind: 'compare', otherName: 'Laptop' }, { kind: 'finishing' }])
  })

  test('one person says that the words differ: nothing crosses, and both hear of it', async () => {
    for (const [first, second] of [[yes, no], [no, yes]] as const) {
      let granted = 0
      const slots = new Slots()
      const [offered, accepted] = await pair(side(slots, first), side(slots, second), () => {
        granted += 1
        return grantAll()
      })
      expect(granted).toBe(0)
      expect(offered).toEqual(fail('words-differ'))
      expect(accepted).toEqual(fail(second === no ? 'words-differ' : 'refused'))
    }
  })

  test('what the old device cannot do is said on both', async () => {
    const slots = new Slots()
    const [offered, accepted] = await pair(side(slots, yes), side(slots, yes), () => Promise.resolve(fail('network')))
    expect([offered, accepted]).toEqual([fail('network'), fail('refused')])
  })

  test('a wrong code, a slot that somebody else filled, a cut connection and a cancelled run end with their reason', async () => {
    const slots = new Slots()
    await slots.put(0, seededRandom(1)(100))
    expect(await acceptPairing(code, phone, side(slots, yes).ports).done).toEqual(fail('code-wrong'))
    expect(await offerPairing(code, 'Laptop', side(slots, yes).ports, grantAll).done).toEqual(fail('words-differ'))
    const cut: Rendezvous = { put: () => Promise.resolve(fail('network')), get: () => Promise.resolve(fail('network')) }
    expect(await acceptPairing(code, phone, side(cut, yes).ports).done).toEqual(fail('network'))
    const gone: Rendezvous = { put: () => Promise.resolve(fail('unknown')), get: () => Promise.resolve(fail('unknown')) }
    expect(await acceptPairing(code, phone, side(gone, yes).ports).done).toEqual(fail('code-wrong'))
    const run = offerPairing(code, 'Laptop', side(new Slots(), yes).ports, grantAll)
    run.cancel()
    expect(await run.done).toEqual(fail('cancelled'))
  })

  test('it ends when the time is up', async () => {
    const time = new HeldTime()
    const run = offerPairing(code, 'Laptop', side(new Slots(), yes, time).ports, grantAll)
    time.pass(300_001)
    expect(await run.done).toEqual(fail('expired'))
  })

  test('SYN-7 somebody between who knows the code is given away by the words, and learns nothing', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [left, right] = [new Slots(), new Slots()]
      const [old, fresh] = [side(left, () => undefined), side(right, () => undefined)]
      // In the middle sits a whole old device towards the new one, and a whole new device towards the old one.
      const [falseOld, falseNew] = [side(right, yes), side(left, yes)]
      let granted = 0
      const runs = [
        offerPairing(code, 'Laptop', old.ports, () => (granted += 1, grantAll())),
        acceptPairing(code, phone, fresh.ports),
        offerPairing(code, 'Laptop', falseOld.ports, grantAll),
        acceptPairing(code, createDevice({ deviceId: 'phone' as DeviceId, name: 'Phone', kind: 'phone' }, random), falseNew.ports),
      ]
      for (let wait = 0; wait < 500 && (old.words().length === 0 || fresh.words().length === 0); wait += 1) await new Promise((resolve) => setTimeout(resolve, 1))
      expect(old.words()).toHaveLength(3)
      expect(old.words()).not.toEqual(fresh.words())
      for (const run of runs) run.cancel()
      await Promise.all(runs.map((run) => run.done))
      expect(granted).toBe(0)
    }
  })

  test('SYN-7 somebody between who passes everything on and puts another device in the place of the new one is given away', async () => {
    const [left, right] = [new Slots(), new Slots()]
    const [old, fresh] = [side(left, () => undefined), side(right, () => undefined)]
    const accomplice = createDevice({ deviceId: 'phone' as DeviceId, name: 'Phone', kind: 'phone' }, random)
    const runs = [
      offerPairing(code, 'Laptop', old.ports, grantAll),
      acceptPairing(code, phone, fresh.ports),
      acceptPairing(code, accomplice, side(left, yes).ports),
    ]
    // What the old device says arrives unchanged at the new one.
    for (let wait = 0; wait < 500 && (old.words().length === 0 || fresh.words().length === 0); wait += 1) {
      for (const slot of [0, 2]) {
        const said = left.slots.get(slot)
        if (said !== undefined) right.slots.set(slot, said)
      }
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    expect(old.words()).toHaveLength(3)
    expect(fresh.words()).toHaveLength(3)
    expect(old.words()).not.toEqual(fresh.words())
    for (const run of runs) run.cancel()
    await Promise.all(runs.map((run) => run.done))
  })

  test('SYN-7 whoever changes what the other reveals is found out before any words are shown', async () => {
    const slots = new Slots()
    const old = side(slots, () => undefined)
    const offered = offerPairing(code, 'Laptop', old.ports, grantAll)
    const other = new Slots()
    // The promise of one device with the reveal of another.
    const liar = offerPairing(code, 'Laptop', side(other, () => undefined).ports, grantAll)
    const mixed: Rendezvous = {
      put: async (slot, bytes) => {
        await other.put(slot, bytes)
        return slots.put(slot, bytes)
      },
      get: (slot) => (slot === 2 ? other : slots).get(slot),
    }
    const fresh = side(mixed, yes)
    expect(await acceptPairing(code, phone, fresh.ports).done).toEqual(fail('words-differ'))
    expect(fresh.words()).toEqual([])
    offered.cancel()
    liar.cancel()
    await Promise.all([offered.done, liar.done])
  })
})

describe('the code', () => {
  test('is read as it is typed: case, spaces, dashes, letters that look like digits', () => {
    expect(readPairingCode('4kd2 9qtm71xc')).toBe('4KD2-9QTM-71XC')
    expect(readPairingCode(' 4KD2–9QTM–7IXC ')).toBe('4KD2-9QTM-71XC')
    expect(readPairingCode('okd2-9qtm-7lxc')).toBe('0KD2-9QTM-71XC')
    expect(readPairingCode('4KD2-9QTM-71X')).toBeNull()
    expect(readPairingCode('4KD2-9QTM-71XU')).toBeNull()
    expect(readPairingCode('')).toBeNull()
  })

  test('leads to a rendezvous that says nothing of it', () => {
    expect(rendezvousIdOf('4KD2-9QTM-71XC')).toMatch(/^[\w-]{22}$/)
    expect(rendezvousIdOf('4KD2-9QTM-71XD')).not.toBe(rendezvousIdOf('4KD2-9QTM-71XC'))
  })
})
