import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { CompactionModel, entryIds, type ModelDevice } from '../helpers/compaction-model'

const device = fc.nat(2)
const id = fc.constantFrom(...entryIds)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('say' as const, 'unsay' as const), device, id, at: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sync' as const), device }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rebuild' as const), device: fc.constant(0) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('restart' as const, 'back-up' as const, 'restore' as const, 'hand-over' as const), device }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Something said or unsaid; it counts for good once the device that did it has synced. */
interface Deed {
  isAcknowledged: boolean
  readonly takeBack: () => void
}

interface Synced {
  readonly device: ModelDevice
  deeds: Deed[]
  backup: { readonly state: Uint8Array; readonly deeds: readonly Deed[] } | null
}

/** Three devices that sync with a server, which keeps no more than the documents merged; one of them rebuilds. */
class Vault {
  readonly model: CompactionModel
  private readonly server: ModelDevice
  private readonly devices: Synced[]
  private readonly unsayings = new Map<string, Set<Deed>>()
  private compactor = 0

  constructor() {
    this.model = new CompactionModel(4)
    const [server, ...devices] = this.model.devices
    if (server === undefined) throw new Error('no server')
    const doc = new Y.Doc()
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(server.doc))
    this.server = { doc, heard: new Set() }
    this.devices = devices.map((each) => ({ device: each, deeds: [], backup: null }))
  }

  run(action: Step): void {
    const acting = this.at(action.device)
    switch (action.kind) {
      case 'say':
      case 'unsay':
        return this[action.kind](acting, action.id, action.at)
      case 'sync':
        return this.sync(acting)
      case 'rebuild':
        return this.rebuild(this.at(this.compactor))
      case 'hand-over':
        return void (this.compactor = action.device)
      case 'restart':
        return this.model.restart(acting.device)
      case 'back-up':
        return void (acting.backup = { state: Y.encodeStateAsUpdate(acting.device.doc), deeds: [...acting.deeds] })
      case 'restore':
        return this.restore(acting)
    }
  }

  private at(index: number): Synced {
    const found = this.devices[index]
    if (found === undefined) throw new Error('no such device')
    return found
  }

  private say(acting: Synced, entry: string, at: number): void {
    const word = this.model.say(acting.device, entry, at)
    acting.deeds.push({ isAcknowledged: false, takeBack: () => void this.model.words.get(entry)?.delete(word) })
  }

  private unsay(acting: Synced, entry: string, at: number): void {
    const word = this.model.unsay(acting.device, entry, at)
    if (word === null) return
    const deed: Deed = { isAcknowledged: false, takeBack: () => this.takeBackUnsaying(deed, entry, word) }
    this.unsayings.set(word, (this.unsayings.get(word) ?? new Set()).add(deed))
    acting.deeds.push(deed)
  }

  /** Another device may have taken the word away too. */
  private takeBackUnsaying(deed: Deed, entry: string, word: string): void {
    const deeds = this.unsayings.get(word)
    deeds?.delete(deed)
    if (deeds?.size === 0) this.model.words.get(entry)?.add(word)
  }

  private sync(acting: Synced): void {
    this.model.meet(acting.device, this.server)
    for (const deed of acting.deeds) deed.isAcknowledged = true
    acting.deeds = []
  }

  /** Only a device that is synced rebuilds, and it says so at once. */
  private rebuild(acting: Synced): void {
    this.sync(acting)
    this.model.compact(acting.device)
    this.sync(acting)
  }

  private restore(acting: Synced): void {
    if (acting.backup === null) return
    const { state, deeds } = acting.backup
    for (const deed of acting.deeds.filter((each) => !deeds.includes(each)).reverse()) if (!deed.isAcknowledged) deed.takeBack()
    acting.deeds = deeds.filter(({ isAcknowledged }) => !isAcknowledged)
    acting.device.doc = this.model.open(state)
  }

  end(): void {
    for (let round = 0; round < 3; round++) for (const each of this.devices) this.sync(each)
    this.model.devices.splice(0, 1)
    this.model.expectEnd()
  }
}

test('MEM-2, MEM-4 restarts, a compactor that hands over and devices restored from an old state lose nothing that was synced and bring nothing back', () => {
  let rebuilt = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 60, size: 'max' }), (steps) => {
      const vault = new Vault()
      for (const action of steps) vault.run(action)
      vault.end()
      rebuilt += vault.model.rebuilt
    }),
    { numRuns: process.env['COMMONPLACE_EXHAUSTIVE'] === undefined ? 200 : 4000 },
  )
  expect(rebuilt).toBeGreaterThan(100)
}, 600_000)
