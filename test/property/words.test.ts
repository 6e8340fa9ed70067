import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as words from '@shared/memory/words'

const longest = 20_000
const slowest = 50

/** Pieces that the patterns look for, so that long texts of them find a pattern that goes back and forth. */
const piece = fc.constantFrom(
  ...['I ', "I'm ", 'my ', 'the user', ' lives', ' in ', 'not ', 'but ', 'no, ', 'it is ', 'remember ', 'that ', 'forget ', 'please ', 'actually, ', 'if ', 'you '],
  ...['password ', 'passphrase', ' is ', 'for ', ': ', '=', 'sk-', 'sk-ant-', 'eyJ', '.eyJ', '-----BEGIN PRIVATE KEY-----', 'Bearer ', 'postgres://', 'a:b@', 'AKIA'],
  ...['4242 ', '4', '1-', 'DE89 ', '11010519491231002', 'X', '密码', '是', '我', '我的', '住在', '不是', '而是', '记住', '忘掉', '请', '关于', '的', '，', '。', '？', '吗'],
  ...['"', '“', '”', '「', '`', '```', '\n', '> ', '    ', '\t', '- ', '1. ', 'User: ', '<a>', "'", '*', '(', ')', '[', ' ', ',', '-', '_', 'a', 'Z', '9', '\u200b', '\ud800', '\udfff', 'e\u0301', '\ufdfa'],
)
const short = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
const long = fc.oneof(
  fc.tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: longest })).map(([pieces, length]) => repeated(pieces.join(''), length)),
  fc.array(piece, { minLength: 500, maxLength: 4000 }).map((pieces) => pieces.join('').slice(0, longest)),
  fc.string({ unit: 'binary', maxLength: longest }),
)

const repeated = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length)).slice(0, length)

const functions: readonly (readonly [name: string, run: (text: string) => unknown])[] = [
  ['findSecrets', words.findSecrets],
  ['redactSecrets', words.redactSecrets],
  ['isSensitive', words.isSensitive],
  ['isPlainStatement', (text) => words.isPlainStatement(text.slice(0, 500), text)],
  ['isPlainStatement of a part', (text) => words.isPlainStatement(text.slice(100, 160), text)],
  ['quoteOccurs', (text) => words.quoteOccurs(text.slice(-200), text)],
  ['languageOf', words.languageOf],
  ['topicOf', words.topicOf],
  ['topicOf a line', (text) => words.topicOf(text.slice(0, 300))],
  ['fingerprintOf', words.fingerprintOf],
  ['explicitRequest', words.explicitRequest],
  ['explicitRequest of a message', (text) => words.explicitRequest(text.slice(0, 8000))],
  ['matchesRule', (text) => words.matchesRule({ kind: 'pattern', text: text.slice(0, 200) }, text)],
  ['matchesRule by topic', (text) => words.matchesRule({ kind: 'topic', text: 'my job' }, text)],
  ['matchForget', (text) => words.matchForget(text.slice(0, 300), [{ id: 'a', text }])],
  ['matchCorrection', (text) => words.matchCorrection({ from: null, to: text.slice(0, 300) }, [{ id: 'a', text }])],
]

describe('words take any text', () => {
  test.each(functions)('%s neither throws nor takes long', (_, run) => {
    fc.assert(
      fc.property(long, (text) => {
        expect(fastestOf(3, () => run(text))).toBeLessThan(slowest)
      }),
      { numRuns: 60, seed: 11, endOnFailure: true },
    )
  })

  test('the same statement is one in both directions, and has one fingerprint', () => {
    fc.assert(
      fc.property(short, short, (a, b) => {
        expect(words.sameStatement(a, a)).toBe(true)
        expect(words.sameStatement(a, b)).toBe(words.sameStatement(b, a))
        expect(words.fingerprintOf(a) === words.fingerprintOf(b)).toBe(words.sameStatement(a, b))
        expect(words.fingerprintOf(a)).toMatch(/^[0-9A-Za-z]{11}$/)
      }),
      { numRuns: 1000, seed: 12 },
    )
  })

  test('MEM-11 what is redacted holds no secret, and redacting it again changes nothing', () => {
    fc.assert(
      fc.property(short, (text) => {
        const once = words.redactSecrets(text)
        expect(words.redactSecrets(once)).toBe(once)
      }),
      { numRuns: 1000, seed: 13 },
    )
  })

  test('secrets lie in the text, in order and apart', () => {
    fc.assert(
      fc.property(short, (text) => {
        const ends = words.findSecrets(text).reduce((from, { start, end }) => {
          expect(start).toBeGreaterThanOrEqual(from)
          expect(end).toBeGreaterThan(start)
          return end
        }, 0)
        expect(ends).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 1000, seed: 14 },
    )
  })

  test('a request quotes the message', () => {
    fc.assert(
      fc.property(short, (text) => {
        const request = words.explicitRequest(text)
        if (request !== null) expect(text.replace(/\s+/g, ' ')).toContain(request.quote.replace(/\s+/g, ' '))
      }),
      { numRuns: 2000, seed: 15 },
    )
  })
})

/** In milliseconds of this process, since the machine may be busy; the fastest of a few runs, since it collects garbage. */
function fastestOf(times: number, run: () => unknown): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let time = 0; time < times && fastest >= slowest; time += 1) {
    const start = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(start)
    fastest = Math.min(fastest, (user + system) / 1000)
  }
  return fastest
}
