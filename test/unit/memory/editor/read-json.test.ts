import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJsonAnswer } from '@shared/agent/read-json'

const whole = { operations: [{ op: 'add', text: 'says "yes", {really} [x],}' }] }
const json = JSON.stringify(whole)

describe('a JSON answer', () => {
  test.each([
    ['bare', json],
    ['in a code fence', `\`\`\`json\n${json}\n\`\`\``],
    ['behind a sentence', `Here are the operations:\n\n${json}\n\nLet me know if you need more.`],
    ['behind thoughts with a draft in them', `<think>maybe {"operations": []}?</think>${json}`],
    ['with trailing commas', `{"operations": [{"op": "add", "text": "says \\"yes\\", {really} [x],}",},],}`],
    ['behind another object', `{"thought": "nothing"}\n${json}`],
  ])('is read %s', (_, text) => {
    expect(readJsonAnswer(text, 'operations')).toEqual(whole)
  })

  test.each([
    ['nothing', ''],
    ['prose', 'I could not find anything to remember.'],
    ['an array', '[{"op":"add"}]'],
    ['another key', '{"ops": []}'],
    ['two that could be meant', '{"operations": []} {"operations": [{"op":"add"}]}'],
    ['an inner part of something else', '{"thought": {"operations": []}}'],
    ['more than anybody asked for', `{"operations": ["${'x'.repeat(50_000)}"]}`],
    ['only escapes', `{"operations": "${'\\"'.repeat(19_000)}`],
    ['nested without end', `${'{"operations":['.repeat(2600)}`],
  ])('%s is none', (_, text) => {
    const before = performance.now()
    expect(readJsonAnswer(text, 'operations')).toBeNull()
    expect(performance.now() - before).toBeLessThan(2000)
  })

  test('MEM-9 an answer that was cut anywhere is none', () => {
    for (let end = 0; end < json.length; end++) expect(readJsonAnswer(json.slice(0, end), 'operations')).toBeNull()
  })

  test('any value comes back as it was, whatever stands around it', () => {
    const text = fc.string({ maxLength: 20 }).filter((said) => !/[{}]|think/.test(said))
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), text, text, (value, before, after) => {
        const answer = { operations: value }
        expect(readJsonAnswer(`${before}${JSON.stringify(answer)}${after}`, 'operations')).toEqual(JSON.parse(JSON.stringify(answer)))
      }),
      { numRuns: 300 },
    )
  })
})
