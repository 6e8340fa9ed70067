import { expect, test } from 'vitest'
import { continuationOf, joinContinuation } from '@shared/context/continuation'

test.each([
  ['a clean seam', 'The first step is to ', 'open the lid.', 'The first step is to open the lid.'],
  ['the last words repeated', 'The first step is to ', 'step is to open the lid.', 'The first step is to open the lid.'],
  ['the last words behind white space', 'one two three four', '\n\ntwo three four five', 'one two three four five'],
  ['a word cut in the middle', 'an intro', 'duction', 'an introduction'],
  ['one repeated whole word', 'the quick brown', 'brown fox', 'the quick brown fox'],
  ['Chinese repeated', '第一步是打开盖子', '打开盖子，然后倒水', '第一步是打开盖子，然后倒水'],
  ['one letter in common is no repetition', 'a cat', 'tastes it', 'a cattastes it'],
  ['laughter stays', 'ha ', 'ha ha', 'ha ha ha'],
  ['an indented line of code keeps its indent', 'def f():\n', '    return 1', 'def f():\n    return 1'],
  ['the whole answer said again', 'It is a long answer so far', 'It is a long answer so far and more', 'It is a long answer so far and more'],
])('%s', (_, partial, continued, joined) => {
  expect(joinContinuation(partial, continued)).toBe(joined)
})

test('a long repetition costs no more than a short one per character', { retry: 2 }, () => {
  const partial = 'ab'.repeat(100_000)
  const started = performance.now()
  expect(continuationOf(partial, `${'ab'.repeat(900)}c`)).toBe('c')
  expect(performance.now() - started).toBeLessThan(200)
})
