import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CompactionModel, entryIds, flags } from '../helpers/compaction-model'

const device = fc.nat(2)
const id = fc.constantFrom(...entryIds)
const flag = fc.constantFrom(...flags)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('say' as const), device, id, at: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('unsay' as const), device, id, at: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('mark' as const), device, id, key: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('flag' as const), device, id, flag, isSet: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('meet' as const, 'send' as const), device, other: device }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('compact' as const), device }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), device }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

function run(model: CompactionModel, action: Step): void {
  const acting = model.device(action.device)
  switch (action.kind) {
    case 'say':
      return void model.say(acting, action.id, action.at)
    case 'unsay':
      return void model.unsay(acting, action.id, action.at)
    case 'mark':
      return model.mark(acting, action.id, `mark-${action.device}-${action.key}`)
    case 'flag':
      return model.flag(acting, action.id, action.flag, action.isSet)
    case 'meet':
    case 'send':
      return action.other === action.device ? undefined : model[action.kind](acting, model.device(action.other))
    case 'compact':
      return model.compact(acting)
    case 'restart':
      return model.restart(acting)
  }
}

/** Clients' numbers decide who wins: each run deals them anew. */
const clientNumbers = (seed: number) => (number: number) => ((Math.imul(number + seed, 2_654_435_761) >>> 0) % 1_000_000) * 1000 + number

test('MEM-2, MEM-16 three devices edit, restart and rebuild entries in any order: they converge, nothing is lost, doubled or back', () => {
  let rebuilt = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 60, size: 'max' }), fc.nat(1_000_000), (steps, seed) => {
      const model = new CompactionModel(3, clientNumbers(seed))
      for (const action of steps) run(model, action)
      for (let round = 0; round < 4; round++) {
        for (const [a, b] of [[0, 1], [1, 2], [0, 2]] as const) model.meet(model.device(a), model.device(b))
      }
      model.expectEnd()
      rebuilt += model.rebuilt
    }),
    { numRuns: process.env['COMMONPLACE_EXHAUSTIVE'] === undefined ? 200 : 5000 },
  )
  expect(rebuilt).toBeGreaterThan(100)
}, 600_000)
