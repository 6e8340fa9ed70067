import { stemEnglish } from '@shared/context/recall/stem'
import { wordsOf } from '@shared/context/recall/words'
import { describe, expect, test } from 'vitest'

describe('English words', () => {
  test('forms of a word meet in one stem, or a question would miss what was said in another tense', () => {
    const families = [
      ['paint', 'painted', 'painting', 'paintings', 'paints'],
      ['hope', 'hoped', 'hoping', 'hopes'],
      ['run', 'ran', 'running', 'runs'],
      ['go', 'went', 'gone', 'going'],
      ['child', 'children'],
      ['community', 'communities'],
      ['adopt', 'adopted', 'adopting', 'adoption'],
      ['happy', 'happiness'],
    ]
    const apart = families.filter((family) => new Set(family.map(stemEnglish)).size > 1)
    expect(apart).toEqual([])
  })

  test('different words stay apart, or a question would meet what nobody asked about', () => {
    const pairs = [['news', 'new'], ['hop', 'hope'], ['general', 'generous'], ['bed', 'b']] as const
    expect(pairs.filter(([one, other]) => stemEnglish(one) === stemEnglish(other))).toEqual([])
  })

  test('names of object properties are words like others, or a message about constructors would crash the index', () => {
    expect(wordsOf('constructor toString __proto__ hasOwnProperty')).toEqual(['constructor', 'tostr', 'proto', 'hasownproperti'])
  })

  test('accents, full width and a possessive do not hide a word', () => {
    expect(wordsOf("Ｃａｆｅ's CAFÉ cafés")).toEqual(['cafe', 'cafe', 'cafe'])
  })
})

describe('words without spaces', () => {
  test('Chinese is found by pairs that do not cross particles, and by single characters', () => {
    expect(wordsOf('搬到了杭州')).toEqual(['搬', '到', '搬到', '杭', '州', '杭州'])
  })

  test('Japanese and Korean are found by pairs', () => {
    expect(wordsOf('タワー')).toEqual(['タワ', 'ワー'])
    expect(wordsOf('한국어')).toEqual(['한국', '국어'])
  })

  test('scripts in one sentence are cut from each other, or "用PostGIS" would be one unknown word', () => {
    expect(wordsOf('用PostGIS查')).toEqual(['用', 'postgi', '查'])
  })

  test('control characters, lone surrogates and endless runs give no word and no error', () => {
    expect(wordsOf(`\u0000\u0007\u202e ${'\ud800'} ${'x'.repeat(5000)} ok`)).toEqual(['ok'])
  })
})
