import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describe as describeQuestion, longReadingTokens, type Question } from '@shared/routing/describe/describe'
import { languageOf } from '@shared/routing/describe/language'

const question = (text: string, more: Partial<Question> = {}): Question => ({
  text, promptTokens: 300, answerTokens: 600, attachments: [], usesTools: false, isStructured: false, isImportant: false, assistantId: null, classifierScore: null, keywords: [], ...more,
})
const taskOf = (text: string, more: Partial<Question> = {}) => describeQuestion(question(text, more)).task

describe('the task of a question', () => {
  test.each([
    ['What should I cook tonight?', 'everyday'],
    ['Thank you!', 'everyday'],
    ['Write a birthday card for my aunt, who likes trains.', 'everyday'],
    ['Is it better to fly or to take the train to Turin?', 'everyday'],
    ['Why does this fail?\n```ts\nconst a = b.c\n```', 'code'],
    ['Traceback (most recent call last):\n  File "a.py", line 1', 'code'],
    ['How do I write a unit test for a TypeScript function?', 'code'],
    ['帮我看看这段代码为什么报错', 'code'],
    ['Prove that the square root of two is irrational.', 'hard'],
    ['证明根号二是无理数', 'hard'],
    ['In how many ways can eight rooks be placed on a board?', 'hard'],
    ['Think hard: should a town of 3,000 people buy its grid?', 'hard'],
    ['Classify each of these reviews as good or bad.', 'extraction'],
    ['Extract all dates from this letter.', 'extraction'],
    ['从这封信里提取所有日期', 'extraction'],
    ['今天晚上吃什么好？', 'language'],
    ['Was soll ich heute kochen, wenn es schnell gehen muss und ich nicht viel da habe?', 'language'],
  ])('%s → %s', (text, task) => expect(taskOf(text)).toBe(task))

  test('what only some models can do comes before what the words say', () => {
    const words = 'Prove it.\n```ts\nlet a = 1\n```'
    expect(taskOf(words, { promptTokens: longReadingTokens })).toBe('long')
    expect(taskOf(words, { promptTokens: longReadingTokens, usesTools: true })).toBe('tools')
    expect(taskOf(words, { usesTools: true, attachments: ['image'] })).toBe('images')
    expect(taskOf(words, { attachments: ['image', 'video', 'pdf'] })).toBe('video')
    expect(taskOf('Hello', { attachments: ['pdf'] })).toBe('everyday')
  })

  test('every sign is told, the one that decides first, and code counts as code whatever the task', () => {
    const { signs, hasCode } = describeQuestion(question('Prove that this ends:\n```py\nx = 1\n```', { usesTools: true }))
    expect(signs).toEqual([{ kind: 'tools' }, { kind: 'code', found: 'fence' }, { kind: 'hard', found: 'proof' }])
    expect(hasCode).toBe(true)
  })

  test('keywords are found in any case, and only those that are looked for', () => {
    expect(describeQuestion(question('My Tax return, 报税', { keywords: ['tax', '报税', 'boat', 'tax'] })).keywords).toEqual(['tax', '报税'])
  })

  test('the same question is described alike, and a megabyte of anything in little time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        expect(describeQuestion(question(text))).toEqual(describeQuestion(question(text)))
      }),
      { numRuns: 50 },
    )
    for (const piece of ['a', ' ', '\n', '{}\n', 'select ', 'show that ', 'weigh ', '```\n', '字', '\t ;']) {
      const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
      const startedAt = performance.now()
      describeQuestion(question(text))
      expect([piece, performance.now() - startedAt < 500]).toEqual([piece, true])
    }
  })
})

test.each([
  ['The weather is nice and I like it', 'en'],
  ['', 'en'],
  ['2 + 2 = ?', 'en'],
  ['今天天气很好，我用 iPhone 拍了照片', 'zh'],
  ['東京の天気はどうですか', 'ja'],
  ['오늘 날씨가 어때요', 'ko'],
  ['Какая сегодня погода?', 'ru'],
  ['كيف الطقس اليوم', 'ar'],
  ['Wie ist das Wetter und was soll ich anziehen?', 'de'],
  ['Quel temps fait-il dans la ville et que faire avec les enfants ?', 'fr'],
  ['¿Qué tiempo hace en la ciudad y cómo es el hotel?', 'es'],
  ['Che tempo fa oggi e cosa mi metto per la gita con gli amici?', 'it'],
  ['Como está o tempo e o que eu faço com meu filho?', 'pt'],
  ['Hoe is het weer en wat moet ik aan naar mijn werk?', 'nl'],
])('the language of “%s” is %s', (text, language) => expect(languageOf(text)).toBe(language))
