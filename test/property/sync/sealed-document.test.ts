import * as fc from 'fast-check'
import * as Y from 'yjs'
import { expect, test } from 'vitest'
import type { ChainState } from '@shared/sync/chain-state'
import { copyOf, devicesOf, exchange, type TestDevice } from '../../helpers/sync-devices'

const device = fc.nat(2)
const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('edit' as const), device, at: fc.nat(200), times: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('delete' as const), device, at: fc.nat(200) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('meet' as const), device, other: device }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('hear' as const), device, other: device }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('compact' as const), device }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('compact-at-once' as const), device, other: device }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), device, ms: fc.constantFrom(50, 300, 3000, 20_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const), device }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill' as const), device, lostUpdates: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('back-up' as const), device }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), device }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rotate' as const), device }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Copy {
  readonly outer: Y.Doc
  readonly inner: Y.Doc
  readonly chain: ChainState
}

/** Three devices, what was written on them, and what was kept of them. */
class World {
  readonly devices: readonly TestDevice[]
  readonly written = new Set<string>()
  private readonly backups = new Map<TestDevice, Copy>()
  private count = 0

  constructor(seed: number) {
    this.devices = devicesOf(['a', 'b', 'c'], seed)
    for (const each of this.devices) each.start()
  }

  run(step: Step): void {
    const subject = this.at(step.device)
    if (step.kind === 'edit') for (let time = 0; time < step.times; time += 1) this.edit(subject, step.at)
    if (step.kind === 'delete' && subject.text.length > 0) subject.text.delete(step.at % subject.text.length, 1)
    if (step.kind === 'meet') exchange(subject, this.at(step.other))
    // One way only: what the other has to say is lost on the way, for now.
    if (step.kind === 'hear') Y.applyUpdate(subject.outer, Y.encodeStateAsUpdate(this.at(step.other).outer), 'wire')
    if (step.kind === 'compact') subject.room.compact()
    if (step.kind === 'compact-at-once') this.compactAtOnce(subject, this.at(step.other))
    if (step.kind === 'wait') subject.time.pass(step.ms)
    if (step.kind === 'restart') subject.restart()
    if (step.kind === 'kill') this.kill(subject, step.lostUpdates)
    if (step.kind === 'back-up') this.backups.set(subject, copyOfDevice(subject))
    if (step.kind === 'restore') this.restore(subject)
    if (step.kind === 'rotate') subject.keyring.rotate()
  }

  settle(): void {
    for (let round = 0; round < 4; round += 1) {
      for (const each of this.devices) each.time.pass(15_000)
      exchange(...this.devices)
    }
  }

  private edit(subject: TestDevice, at: number): void {
    this.count += 1
    const key = `edit ${this.count}`
    subject.inner.transact(() => {
      subject.text.insert(at % (subject.text.length + 1), String(this.count % 10))
      subject.inner.getMap('edits').set(key, true)
    })
    this.written.add(key)
  }

  private compactAtOnce(one: TestDevice, other: TestDevice): void {
    exchange(one, other)
    one.room.compact()
    other.room.compact()
    exchange(one, other)
  }

  /** The power goes: the last changes of the document or of the room did not reach the disk. */
  private kill(subject: TestDevice, lostUpdates: number): void {
    if (lostUpdates > 3) subject.inner = this.backups.get(subject)?.inner ?? subject.inner
    subject.restart(true)
    this.forgetLost()
  }

  /** Everything is as in the old copy, this device's own chain with it. */
  private restore(subject: TestDevice): void {
    const backup = this.backups.get(subject)
    if (backup === undefined) return
    Object.assign(subject, { outer: copyOf(backup.outer), inner: copyOf(backup.inner), chain: structuredClone(backup.chain) })
    subject.restart(true)
    this.forgetLost()
  }

  /** What no device has any more was on one that lost it before anybody heard of it. */
  private forgetLost(): void {
    for (const key of this.written) if (!this.devices.some(({ inner }) => inner.getMap('edits').has(key))) this.written.delete(key)
  }

  private at(number: number): TestDevice {
    const found = this.devices[number % this.devices.length]
    if (found === undefined) throw new Error('Three devices were made')
    return found
  }
}

const copyOfDevice = ({ outer, inner, chain }: TestDevice): Copy => ({ outer: copyOf(outer), inner: copyOf(inner), chain: structuredClone(chain) })

const stateOf = ({ inner }: TestDevice) => ({ text: inner.getText('text').toString(), edits: Object.keys(inner.getMap('edits').toJSON()).sort() })

test('SYN-1, SYN-5 three devices that edit, meet, fold, crash and come back from old copies end with the same document, nothing lost', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.array(step, { minLength: 5, maxLength: 45 }), (seed, steps) => {
      const world = new World(seed)
      for (const each of steps) world.run(each)
      world.settle()
      const [first, ...others] = world.devices.map(stateOf)
      expect(first?.edits).toEqual([...world.written].sort())
      for (const other of others) expect(other).toEqual(first)
      // False alarms: without a crash, an old copy or a key that is kept back there is only merging and folding to report.
      const isUntroubled = !steps.some(({ kind }) => kind === 'kill' || kind === 'restore' || kind === 'rotate')
      for (const each of world.devices) {
        const alarms = each.events.filter(({ kind }) => kind !== 'merged' && kind !== 'compacted')
        if (isUntroubled) expect(alarms).toEqual([])
        expect(alarms.filter(({ kind }) => kind === 'rolled-back')).toEqual([])
        expect(each.room.waiting()).toBe(0)
        expect(each.entries().length).toBeLessThanOrEqual(70)
        each.room.close()
      }
    }),
    { numRuns: 40, interruptAfterTimeLimit: 60_000 },
  )
}, 120_000)
