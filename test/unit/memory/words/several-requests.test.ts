import { expect, test } from 'vitest'
import { explicitRequests } from '@shared/memory/words'

test.each([
  ['Please forget that I live in Paris. Remember that I live in Lyon.', ['forget', 'remember']],
  ['Remember that I live in Lyon. Also remember that I have a cat.', ['remember', 'remember']],
  ['I live in Lyon. Remember that.', ['remember']],
  ['No, I live in Paris. Forget that I live in Lyon.', ['correct', 'forget']],
  ['忘掉我住在里昂。请记住我住在巴黎。', ['forget', 'remember']],
  ['Remember this:\n- I live in Lyon\n- I have a cat', ['remember']],
  ['What is the weather?', []],
  ['He said: "Remember that I live in Rome." Remember that I live in Lyon.', ['remember']],
])('%s', (message, kinds) => {
  expect(explicitRequests(message).map(({ kind }) => kind)).toEqual(kinds)
})

test('a list of requests without end is cut off', () => {
  expect(explicitRequests('Remember that I like tea. '.repeat(200))).toHaveLength(8)
})
