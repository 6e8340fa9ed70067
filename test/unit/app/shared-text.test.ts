import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foreignMark, ownProse } from '@shared/memory/words/own-prose'
import { sharedText } from '@renderer/app/shared-text'

const search = (fields: Record<string, string>) => `?${new URLSearchParams(fields)}`

test.each([
  ['nothing', {}, ''],
  ['another parameter', { q: 'x' }, ''],
  ['only blanks', { 'share-text': ' \n ' }, ''],
  ['a page', { 'share-title': 'Tea', 'share-url': 'https://tea.example/a?b' }, '> Tea\n> https://tea.example/a?b'],
  ['a text with its address in it', { 'share-text': 'See https://tea.example', 'share-url': 'https://tea.example' }, '> See https://tea.example'],
  ['a title that the text begins with', { 'share-title': 'Tea', 'share-text': 'Tea is\r\ngood' }, '> Tea is\n> good'],
  ['an address that runs', { 'share-url': 'javascript:alert(1)' }, ''],
  ['an address of a file', { 'share-url': 'file:///etc/passwd' }, ''],
  ['hidden and turning characters', { 'share-text': 'a\u0000b\u202ec\u2066d\ufeff' }, '> abcd'],
])('%s', (_name, fields, expected) => {
  expect(sharedText(search(fields))).toBe(expected)
})

test('whatever is shared, no line of it is the person’s own prose, and it is not endless (random)', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 })
  fc.assert(
    fc.property(text, text, text, (title, body, url) => {
      const shared = sharedText(search({ 'share-title': title, 'share-text': body, 'share-url': url }))
      expect(shared.split('\n').every((line) => line === '' || line.startsWith('>'))).toBe(true)
      expect(ownProse(shared).replaceAll(foreignMark, '').trim()).toBe('')
    }),
  )
  expect([...sharedText(search({ 'share-text': '茶'.repeat(50_000) }))].length).toBeLessThan(20_100)
})
