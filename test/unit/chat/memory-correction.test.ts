import { expect, test } from 'vitest'
import type { EntryId } from '@shared/ids'
import { explicitRequest } from '@shared/memory/words'
import { resolveCorrection, type LastTalk } from '@renderer/state/resolve-correction'

const linesOf = (texts: readonly string[]) => texts.map((text, index) => ({ id: `e${index}` as EntryId, text }))
const english = linesOf(['I live in Lyon', 'My sister lives in Turin', 'Meets Alex every Friday'])
const chinese = linesOf(['我住在上海', '我妹妹住在苏州'])

function corrected(words: string, talk: LastTalk | null = null): string | null {
  const request = explicitRequest(words)
  if (request?.kind !== 'correct') return null
  const line = resolveCorrection(request, /\p{Script=Han}/u.test(words) ? chinese : english, talk)
  return line === null ? null : `${line.id}: ${line.text}`
}

const whereInLyon: LastTalk = { question: 'Where do I live?', answer: 'You live in Lyon, on the Rhône.', noted: [] }
const whereInShanghai: LastTalk = { question: '我住在哪里？', answer: '你住在上海。', noted: [] }
const justNoted = (question: string, line: string): LastTalk => ({ question, answer: 'Noted.', noted: [line as EntryId] })

test.each([
  ['No, I live in Paris', null, 'e0: I live in Paris'],
  ["It's Milan, not Turin", null, 'e1: My sister lives in Milan'],
  ["No, it's Paris", whereInLyon, 'e0: I live in Paris'],
  ["No, it's Paris", null, null],
  ['不对，我住在北京', null, 'e0: 我住在北京'],
  ['不对，是北京', whereInShanghai, 'e0: 我住在北京'],
  ['不是苏州，是杭州', null, 'e1: 我妹妹住在杭州'],
  ["No, it's Paris", justNoted('Remember that I live in Lyon', 'e0'), 'e0: I live in Paris'],
  ["No, it's Paris", justNoted('Remember that I meet Alex every Friday', 'e2'), null],
  ['不对，是北京', justNoted('记住我住在上海', 'e0'), 'e0: 我住在北京'],
  ['不对，是扬州', justNoted('记住我妹妹住在苏州', 'e1'), 'e1: 我妹妹住在扬州'],
])('%s', (words, talk, line) => {
  expect(corrected(words, talk)).toBe(line)
})

test('a bare value corrects nothing where the answer told nothing of memory, or two things of it', () => {
  expect(corrected("No, it's Paris", { question: 'Where do I live?', answer: 'I do not know.', noted: [] })).toBeNull()
  expect(corrected("No, it's Paris", { question: 'Who lives where?', answer: 'You live in Lyon, your sister in Turin.', noted: [] })).toBeNull()
})

test('what the question asked about is not what the answer told', () => {
  expect(corrected("No, it's Thursday", { question: 'When do I meet Alex?', answer: 'You meet Alex every Friday.', noted: [] })).toBe('e2: Meets Alex every Thursday')
})
