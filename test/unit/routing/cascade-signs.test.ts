import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkSums } from '../../../shared/routing/cascade/arithmetic'
import { type GivenAnswer, hardSignsIn, signsOf } from '../../../shared/routing/cascade/signs'

const given = (text: string, rest: Partial<GivenAnswer> = {}): GivenAnswer => ({ question: '', text, isCut: false, hasToolFailed: false, ...rest })
const hard = (answer: GivenAnswer): readonly string[] => hardSignsIn(signsOf(answer))

test('cascade signs: a whole answer has no hard sign', () => {
  expect(hard(given('Paris is the capital of France.'))).toEqual([])
  expect(hard(given('```ts\nconst a = 1\n```\nThat is all.'))).toEqual([])
  expect(hard(given('巴黎是法国的首都。'))).toEqual([])
})

test.each([
  ['isEmpty', given(' \n')],
  ['isCut', given('Once upon a', { isCut: true })],
  ['hasToolFailed', given('The file is gone.', { hasToolFailed: true })],
  ['isRefusal', given('I’m sorry, but I can’t help with that.')],
  ['isRefusal', given('抱歉，我无法回答这个问题。')],
  ['isUnsure', given("It may be 1912, but I'm not sure.")],
  ['isUnsure', given('我不确定，可能是三点。')],
  ['isUnclosed', given('```py\nprint(1)')],
])('cascade signs: %s is a sign that needs no weighing', (sign, answer) => {
  expect(hard(answer)).toEqual([sign])
})

test('cascade signs: a refusal quoted far into an answer is none', () => {
  expect(hard(given(`${'The story goes on. '.repeat(20)}"I'm sorry, but no," he said.`))).toEqual([])
})

test.each([
  ['9 * $2 = $<<9*2=18>>18.', { stated: 1, wrong: 0 }],
  ['so 4 + 20 + 7 + 8 = <<4+20+7+8=49>>49 pages', { stated: 1, wrong: 1 }],
  ['3 + 4 = 8', { stated: 1, wrong: 1 }],
  ['He had 5. 3 + 4 = 7', { stated: 1, wrong: 0 }],
  ['1,000 x 3 = 3,000', { stated: 1, wrong: 0 }],
  ['100 / 3 = 33.33', { stated: 1, wrong: 0 }],
  ['(2 + 3) × 4 = 5 × 4 = 20', { stated: 2, wrong: 0 }],
  ['30% * 50 = 15', { stated: 1, wrong: 0 }],
  ['5 apples + 3 = 8 apples', { stated: 0, wrong: 0 }],
  ['x = 4', { stated: 0, wrong: 0 }],
])('cascade signs: the sums of %j are checked', (text, sums) => {
  expect(checkSums(text)).toEqual(sums)
})

test('cascade signs: a right sum is never called wrong, and one that is off by a tenth always', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 9999 }), fc.constantFrom('+', '*'), (left, right, sign) => {
      const result = sign === '+' ? left + right : left * right
      expect(checkSums(`So it is ${left} ${sign} ${right} = ${result}.`)).toEqual({ stated: 1, wrong: 0 })
      expect(checkSums(`So it is ${left} ${sign} ${right} = ${result + Math.ceil(result / 10)}.`)).toEqual({ stated: 1, wrong: 1 })
    }),
  )
})

test('cascade signs: every text can be read for signs, and shares stay between 0 and 1', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (question, text) => {
      const { unusedNumbers, repetition, wrongSums, sums } = signsOf(given(text, { question }))
      expect(wrongSums).toBeLessThanOrEqual(sums)
      for (const share of [unusedNumbers, repetition]) expect(share >= 0 && share <= 1).toBe(true)
    }),
  )
})

test('cascade signs: numbers of the question that the answer leaves out and lines said again are counted', () => {
  const signs = signsOf(given('4 + 20 = 24\n4 + 20 = 24', { question: 'He reads 4, 20, 1,000 and 8 pages.' }))
  expect(signs.unusedNumbers).toBe(0.5)
  expect(signs.repetition).toBe(0.5)
})
