import { describe, expect, test } from 'vitest'
import { asWritten } from '@shared/context/recall/as-written'
import { excerptOf } from '@shared/context/recall/excerpt'
import { passageLine } from '@shared/context/recall/message'
import { speakersInSession } from '@shared/context/recall/speakers'
import { estimateTokens } from '@shared/providers/estimate-tokens'
import { ask, conversation, indexOf } from '../../helpers/recall'

const limits = { matchedWords: ['ferri'], tokenLimit: 40, countTokens: estimateTokens }
const excerpt = (text: string, more = {}): string => excerptOf({ speaker: 'Person', text }, { ...limits, ...more })

describe('the part of a long message that is recalled', () => {
  test('is all of it where it fits', () => {
    expect(excerpt('The ferry is late.')).toBe('The ferry is late.')
  })

  test('stands around the words, never over the limit, also without sentences and in Chinese', () => {
    const texts = ['One thing. '.repeat(200) + 'The ferry is late. ' + 'Another. '.repeat(200), 'ferry '.repeat(900), 'x'.repeat(9000), '渡轮七点开。'.repeat(400), '渡'.repeat(4000)]
    for (const text of texts) {
      const shown = excerpt(text)
      expect(estimateTokens(passageLine({ speaker: 'Person', text: shown }))).toBeLessThanOrEqual(limits.tokenLimit)
    }
    expect(excerpt(texts[0] ?? '')).toMatch(/^….*The ferry is late\..*…$/)
    expect(excerpt(texts[3] ?? '', { matchedWords: ['渡轮'] })).toMatch(/^渡轮七点开。.*…$/)
  })
})

describe('the words that led to a passage', () => {
  test('are shown as the person wrote them', () => {
    expect(asWritten('Where were we Walking in Lisbon?', ['walk', 'lisbon'])).toEqual(['Walking', 'Lisbon'])
    expect(asWritten('屋顶用哪种材料？', ['屋顶', '屋', '材料'])).toEqual(['屋顶', '材料'])
  })
})

test('the two who talk are no names in a question: "person" and "assistant" are words like others', () => {
  const index = indexOf(conversation({ s: { day: '2026-05-01', lines: ['Person: The assistant manager called.', 'Assistant: Who?', 'Person: The weather is fine.'] } }))
  const found = ask(index, 'Which assistant called that person?', speakersInSession)
  expect(found.passages.find(({ messageId }) => messageId === 's-1')?.matchedWords).toEqual(['assist', 'call'])
})
