import { describe, expect, test } from 'vitest'
import { fingerprintOf, languageOf, quoteOccurs, sameStatement, topicOf } from '@shared/memory/words'
import { differentPairs, samePairs, topics, withoutTopic } from '../../../fixtures/words-topics'

describe('topicOf', () => {
  const cases = Object.entries(topics).flatMap(([topic, statements]) => statements.map((statement) => [statement, topic] as const))
  test.each(cases)('%s → %s', (statement, topic) => expect(topicOf(statement)).toBe(topic))
  test.each(withoutTopic.map((statement) => [statement]))('%s → none', (statement) => expect(topicOf(statement)).toBeNull())
})

describe('sameStatement', () => {
  test.each(samePairs)('%s = %s', (a, b) => {
    expect(sameStatement(a, b)).toBe(true)
    expect(fingerprintOf(a)).toBe(fingerprintOf(b))
  })
  test.each(differentPairs)('%s ≠ %s', (a, b) => {
    expect(sameStatement(a, b)).toBe(false)
    expect(fingerprintOf(a)).not.toBe(fingerprintOf(b))
  })
  test('fingerprints stay what they are, since they are stored', () => {
    expect([fingerprintOf('I live in Lyon'), fingerprintOf('我住在里昂')]).toEqual(['4orHuoyJHqP', 'Bec7bUx3CPY'])
  })
})

describe('quoteOccurs', () => {
  const occurring = [
    ['I live in Lyon', 'Hi, I live in Lyon now.'], ['i LIVE in lyon', 'I live in Lyon'], ['I  live\nin Lyon', 'I live in Lyon'], ["I'm a nurse", 'I’m a nurse'], ['"best" – ever', '“best” — ever'],
    ['我住在里昂', '你好，我住在里昂。'], ['我用 Vim', '我用Vim写代码'], ['里昂', '我住在里昂'], ['Ｌｙｏｎ', 'I live in Lyon'], ['I live in Lyon', 'I li\u200bve in Ly\u2060on'], ['tea', 'I like tea.'], ['café au lait', 'cafe\u0301 au lait'],
  ] as const
  const missing = [
    ['I live in Paris', 'I live in Lyon'], ['art', 'a party'], ['I', 'I live'], ['in', 'I live in Lyon'], ['', 'I live in Lyon'], ['...', 'I live...'], ['我', '我住在里昂'], ['live in Ly', 'I live in Lyon'], ['12', 'I am 12'],
    ['I live in Lyon', 'I live in\u{e0050}\u{e0061} Paris'], ['\u{e0049}\u{e0020}\u{e006c}', 'I live'], ['\u200b\u200b\u200b', 'a\u200b\u200b\u200bb'], ['I live, in Lyon', 'I live in Lyon'], ['not in Lyon', 'I live in Lyon'],
  ] as const
  test.each(occurring)('%j in %j', (quote, source) => expect(quoteOccurs(quote, source)).toBe(true))
  test.each(missing)('%j not in %j', (quote, source) => expect(quoteOccurs(quote, source)).toBe(false))
})

describe('languageOf', () => {
  test.each([
    ['I live in Lyon', 'en'], ['我住在里昂', 'zh'], ['我在 Google 工作', 'zh'], ['I love 火锅 and tea', 'en'], ['', 'other'], ['123 !!', 'other'], ['私はリヨンに住んでいます', 'other'], ['저는 리옹에 살아요', 'other'], ['Я живу в Лионе', 'other'],
    ['帮我把这个 function 改成 async', 'zh'], ['Ok', 'en'], ['好', 'zh'],
  ] as const)('%s: %s', (text, language) => expect(languageOf(text)).toBe(language))
})
