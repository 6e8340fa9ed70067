import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEraser } from '@shared/memory/history/eraser'
import { meetErased } from '@shared/memory/history/meet-erased'

const sentences = ['My number is 4711 8822.', 'The door code reads nine four.', 'I live beside the old mill.', 'We met in the garden yesterday.', '我的地址是南京路一百号。', 'Nothing of it matters much'] as const

const said = fc.array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 8 }).map((list) => list.join(' '))
const row = fc.record({ id: fc.constant('1'), parts: fc.array(fc.oneof(said.map((text) => ({ type: 'text', text })), said.map((text) => ({ type: 'tool', args: JSON.stringify({ text }) }))), { minLength: 1, maxLength: 3 }) })
const erasing = fc.subarray([...sentences], { maxLength: 3 })

test('MEM-18 of two states of a row that had different words erased all that was erased is gone, in either order and again', () => {
  fc.assert(
    fc.property(row, erasing, erasing, (whole, ours, theirs) => {
      const a = createEraser(ours).eraseDeep(whole)
      const b = createEraser(theirs).eraseDeep(whole)
      const met = meetErased(a, b)
      expect(meetErased(b, a)).toEqual(met)
      for (const eraser of [createEraser(ours), createEraser(theirs)]) expect(eraser.eraseDeep(met)).toBe(met)
      expect(meetErased(met, a)).toEqual(met)
      expect(meetErased(b, met)).toEqual(met)
    }),
  )
})

test('what neither device erased is still there', () => {
  const whole = { id: '1', parts: [{ type: 'text', text: sentences.join(' ') }] }
  const a = createEraser([sentences[0]]).eraseDeep(whole)
  const b = createEraser([sentences[2]]).eraseDeep(whole)
  expect(meetErased(a, b)).toEqual({ id: '1', parts: [{ type: 'text', text: `[…] ${sentences[1]} […] ${sentences.slice(3).join(' ')}` }] })
})

test('a block that a provider wrote for itself stays away, and an unknown difference is decided the same everywhere', () => {
  const block = { type: 'provider', json: '{"sealed":"x"}' }
  const text = { type: 'text', text: 'Hello.' }
  expect(meetErased({ parts: [text, block] }, { parts: [text] })).toEqual({ parts: [text] })
  expect(meetErased({ at: 2 }, { at: 1 })).toEqual(meetErased({ at: 1 }, { at: 2 }))
})
