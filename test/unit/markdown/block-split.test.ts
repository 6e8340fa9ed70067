import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptySplit, normaliseText, splitBlocks, type SplitText } from '@renderer/ui/markdown/block-split'

const sources = (split: SplitText) => split.blocks.map((block) => block.source)

const pieces = [
  'A paragraph with *emphasis* and `code`.',
  '# Heading',
  'Setext\n===',
  '- one\n- two',
  '1. one\n\n   more\n2. two',
  '- [x] done',
  '```ts\nconst a = 1\n```',
  '```\nunclosed',
  '~~~py\nprint()\n~~~',
  '> quote\ncontinued',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  '$$\nx^2\n\\frac{a}{b}\n$$',
  '\\[\na\n+ b\n\\]',
  '\\[ unclosed',
  '$5 to $10',
  '[a]: https://example.org',
  '[^1]: a note',
  '---',
  '    indented',
  '<div>\nhtml\n</div>',
  '中文段落，带有标点。',
  '2',
  '-',
  '. b',
  '   ',
  '\t- tab',
  '',
]
const document = fc
  .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom('', '\n', '\n\n', '\n\n\n', '\r\n', ' ')), { maxLength: 14 })
  .map((parts) => parts.map(([piece, gap]) => piece + gap).join(''))
const anyText = fc.oneof(document, fc.string({ unit: 'binary', maxLength: 200 }))

test('no character of a text is lost in its blocks', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const split = splitBlocks(text)
      expect(sources(split).join('')).toBe(normaliseText(text))
      for (const block of split.blocks) expect(split.source.slice(block.start, block.start + block.source.length)).toBe(block.source)
    }),
    { seed: 7, numRuns: 1500 },
  )
})

test('a text that arrives in pieces has the blocks of the whole text', () => {
  fc.assert(
    fc.property(document, fc.array(fc.nat(400), { maxLength: 12 }), (text, cuts) => {
      let split = emptySplit
      for (const cut of [...cuts].sort((a, b) => a - b)) split = splitBlocks(text.slice(0, cut), split)
      expect(splitBlocks(text, split)).toEqual(splitBlocks(text))
    }),
    { seed: 11, numRuns: 3000 },
  )
})

test('every single character of a mixed answer may be the end of an update', () => {
  const text = pieces.join('\n\n')
  let split = emptySplit
  for (let end = 0; end <= text.length; end += 1) {
    split = splitBlocks(text.slice(0, end), split)
    expect(split).toEqual(splitBlocks(text.slice(0, end)))
  }
})

test('settled blocks keep their identity while the tail grows', () => {
  const first = splitBlocks('one\n\ntwo\n\nthree\n\nfour')
  const next = splitBlocks('one\n\ntwo\n\nthree\n\nfour and more', first)
  expect(next.blocks[0]).toBe(first.blocks[0])
})

test('a fence is open until its closing line is whole', () => {
  const kinds = ['```js\na', '```js\na\n``', '```js\na\n```', '```js\na\n```\n', '````\n```\n````'].map((text) => {
    const block = splitBlocks(text).blocks[0]
    return block?.kind === 'code' && { code: block.code, language: block.language, isClosed: block.isClosed }
  })
  expect(kinds).toEqual([
    { code: 'a', language: 'js', isClosed: false },
    { code: 'a\n``', language: 'js', isClosed: false },
    { code: 'a', language: 'js', isClosed: true },
    { code: 'a', language: 'js', isClosed: true },
    { code: '```', language: '', isClosed: true },
  ])
})

test('UI-2 display math on lines of its own is a block, also with signs that would begin a list', () => {
  expect(splitBlocks('\\[\na\n+ b\n\\]\n\nafter').blocks[0]).toMatchObject({ kind: 'math', tex: 'a\n+ b' })
  expect(splitBlocks('$$x$$').blocks[0]).toMatchObject({ kind: 'math', tex: 'x' })
  expect(splitBlocks('$$ is money, $$$ is more').blocks[0]).toMatchObject({ kind: 'markdown' })
})
