import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headerProblem } from '@renderer/parts/provider-presets'

test.each([
  ['', '', null],
  [' ', ' ', null],
  ['X-Team', 'blue', null],
  [' x-team ', ' blue ', null],
  ['HTTP-Referer', 'https://example.org', null],
  ['x-empty', '', null],
  ['x-latin', 'café', null],
  ['', 'blue', 'name'],
  ['X Team', 'blue', 'name'],
  ['X-Team:', 'blue', 'name'],
  ['团队', 'blue', 'name'],
  ['x'.repeat(129), 'blue', 'name'],
  ['Authorization', 'anything', 'owned'],
  ['x-api-key', 'anything', 'owned'],
  ['Api-Key', 'anything', 'owned'],
  ['X-Goog-Api-Key', 'anything', 'owned'],
  ['Host', 'example.org', 'owned'],
  ['Content-Length', '1', 'owned'],
  ['X-Team', 'Bearer abc', 'key'],
  ['X-Team', 'sk-0123456789', 'key'],
  ['X-Team', ' AIzaSy0123 ', 'key'],
  ['X-Team', 'one\r\nX-Other: two', 'value'],
  ['X-Team', '蓝', 'value'],
  ['X-Team', 'x'.repeat(4097), 'value'],
] as const)('a header %j: %j is %j', (name, value, problem) => {
  expect(headerProblem({ name, value })).toBe(problem)
})

/** What is let through and what is not, side by side. */
const piece = fc.constantFrom('x', 'T', '-', '_', '7', '!', ' ', ':', '\t', '\r', '\n', '\0', 'é', 'ÿ', '蓝', '"', ';', '\u00a0')

test('what is let through can be sent, and arrives as it was typed', () => {
  let sent = 0
  fc.assert(
    fc.property(fc.string({ unit: piece, maxLength: 5 }), fc.string({ unit: piece, maxLength: 6 }), (name, value) => {
      if (name.trim() === '' || headerProblem({ name, value }) !== null) return
      sent++
      expect(new Headers([[name.trim(), value.trim()]]).get(name.trim())).toBe(value.trim())
    }),
    { numRuns: 5000 },
  )
  expect(sent).toBeGreaterThan(100)
})
