import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseTexDelimiters } from '@renderer/ui/markdown/tex-delimiters'

const money = [
  '$5 to $10',
  'Only $59(save $100)',
  'R$ 12,29 … R$ 15,83',
  'US$5/US$6 and $1,000-$2,000',
  'costs $5, and 10$ more',
  'between $1 and $2, $3',
  'set $HOME and $PATH',
  'PHP: $x = $y; "$foo"="$bar"',
  '从$5到$10，共$15',
  '价格$5元，优惠$2元',
  '$',
  '$$',
  'a $ b $ c',
  '\\$5 and \\$6',
  '`$x$` and `\\(y\\)`',
  '```\n$x$ \\(y\\)\n```',
  '- item\n  ~~~\n  $a_1$\n  ~~~',
]

test.each(money)('UI-2 %j stays as it is', (text) => {
  expect(normaliseTexDelimiters(text)).toBe(text)
})

test.each([
  ['\\(x\\)', '$$x$$'],
  ['so \\( a^2 + b^2 \\) holds', 'so $$a^2 + b^2$$ holds'],
  ['\\[x\\]', '$$x$$'],
  ['\\[\na\n+ b\n\\]', '$$a + b$$'],
  ['$$x$$', '$$x$$'],
  ['$x$', '$$x$$'],
  ['let $n-1$ be', 'let $$n-1$$ be'],
  ['$\\frac{1}{2}$.', '$$\\frac{1}{2}$$.'],
  ['$2^n$ of $5', '$$2^n$$ of $5'],
  ['\\(x\\)\\(y\\)', '$$x$$\u2060$$y$$'],
  ['`a` \\(x\\) `b`', '`a` $$x$$ `b`'],
])('UI-2 %j is math', (text, expected) => {
  expect(normaliseTexDelimiters(text)).toBe(expected)
})

test('UI-2 prices of every kind stay as they are', () => {
  const amount = fc.tuple(fc.nat(99999), fc.constantFrom('', '.50', ',29', 'k', '/mo')).map(([n, tail]) => `$${n}${tail}`)
  const words = fc.constantFrom(' to ', '-', ', ', ' and ', ' (save ', ') ', ' – ', '到', ' vs. ', '/')
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, words), { minLength: 1, maxLength: 8 }), (list) => {
      const text = list.flat().join('')
      expect(normaliseTexDelimiters(text)).toBe(text)
    }),
    { seed: 3, numRuns: 1000 },
  )
})

test('a text without dollars and TeX brackets is never touched', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }).map((text) => text.replace(/[$\\]/g, '')), (text) => {
      expect(normaliseTexDelimiters(text)).toBe(text)
    }),
    { seed: 5, numRuns: 500 },
  )
})
