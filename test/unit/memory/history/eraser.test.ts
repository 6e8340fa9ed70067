import { describe, expect, test } from 'vitest'
import { createEraser } from '@shared/memory/history/eraser'

const phrases = ['- Keeps the spare key under the blue flowerpot', 'I keep my spare key under the blue flowerpot']

describe('erasing a sentence', () => {
  const { erase, eraseDeep, occursIn } = createEraser(phrases)

  test.each([
    ['Hello. I keep my spare key under the blue flowerpot! Ok?', 'Hello. […] Ok?'],
    ['Noted: your SPARE  key under the\u00a0blue flowerpot. I will remember.', '[…] I will remember.'],
    ['one\nyou keep your spare key under the blue flowerpot\nthree', 'one\n[…]\nthree'],
    ['The flowerpot is blue. The key is spare.', 'The flowerpot is blue. The key is spare.'],
    ['', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(erase(text)).toBe(expected)
    expect(occursIn(erase(text))).toBe(false)
  })

  test('a sentence that a line break cuts in two goes whole', () => {
    expect(erase('First.\nI keep my spare key under\nthe blue flowerpot.\nLast.')).not.toMatch(/flowerpot/)
    expect(erase('First.\nI keep my spare key under\nthe blue flowerpot.\nLast.')).toMatch(/^First\.\n.*\nLast\.$/s)
  })

  test('text inside JSON stays JSON, and a provider block goes whole', () => {
    const call = { type: 'tool-call', argumentsText: '{"fact":"I keep my spare key under the blue flowerpot.","n":1}' }
    const provider = { type: 'provider', api: 'x', model: 'y', json: '{"thinking":"the spare key under the blue flowerpot"}' }
    const other = { type: 'provider', api: 'x', model: 'y', json: '{"thinking":"nothing"}' }
    expect(eraseDeep([call, provider, other])).toEqual([{ type: 'tool-call', argumentsText: '{"fact":"[…]","n":1}' }, other])
  })

  test('what does not say it keeps its identity', () => {
    const row = { parts: [{ type: 'text', text: 'Good morning' }], at: 1, bytes: new Uint8Array([1]) }
    expect(eraseDeep(row)).toBe(row)
  })
})

test('Chinese sentences are found without spaces', () => {
  const { erase } = createEraser(['备用钥匙放在蓝色花盆下面'])
  expect(erase('你好。我的备用钥匙放在蓝色花盆下面。晚安。')).toBe('你好。[…]晚安。')
  expect(erase('蓝色的花很好看。')).toBe('蓝色的花很好看。')
})

test('a short phrase is erased only where it stands as words of its own', () => {
  const { erase } = createEraser(['- Vegan'])
  expect(erase('She is vegan. He eats Vegannaise.')).toBe('[…] He eats Vegannaise.')
})
