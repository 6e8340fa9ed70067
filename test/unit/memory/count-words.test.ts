import { expect, test } from 'vitest'
import { countWords } from '@renderer/features/profile/count-words'

test.each([
  ['', 0],
  ["- I don't fly; I take trains.", 6],
  ['我住在苏州。', 5],
  ['我用 Vim 写 TypeScript', 5],
  ['# ** -', 0],
])('words in %j: %i', (text, count) => {
  expect(countWords(text)).toBe(count)
})
