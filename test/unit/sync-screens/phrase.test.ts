import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitPhrase } from '@shared/sync/phrase'
import { syncTextFor } from '@renderer/i18n/sync-text'
import { askedPositions, isWordAt, spreadPasted } from '@renderer/features/settings/sync/asked-words'
import { isWholePhrase, phraseFaultText } from '@renderer/parts/sync/phrase-field'
import { samplePhrase } from '../../helpers/fake-sync'

const text = syncTextFor('en')
const words = splitPhrase(samplePhrase)

test('three words are asked back, one of each third, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 7 }), { minLength: 3, maxLength: 3 }), (draws) => {
      let next = 0
      const positions = askedPositions(24, (limit) => (draws[next++] ?? 0) % limit)
      expect(positions).toHaveLength(3)
      positions.forEach((position, part) => {
        expect(position).toBeGreaterThan(part * 8)
        expect(position).toBeLessThanOrEqual((part + 1) * 8)
      })
    }),
  )
})

test('an asked word is right with its number, capitals and spaces, and wrong when it is another', () => {
  const fifth = words[4] ?? ''
  for (const typed of [fifth, ` ${fifth.toUpperCase()} `, `5. ${fifth}`, `${fifth},`]) expect(isWordAt(typed, 5, words), typed).toBe(true)
  for (const typed of ['', words[5] ?? '', `${fifth} ${fifth}`, `${fifth}s`]) expect(isWordAt(typed, 5, words), typed).toBe(false)
})

test('the whole phrase pasted into one field fills all three; three words fill three; one word stays one', () => {
  const positions = [2, 11, 24]
  const asked = positions.map((position) => words[position - 1])
  const numbered = words.map((word, index) => `${index + 1}. ${word}`).join('\n')
  expect(spreadPasted(samplePhrase, positions, 24)).toEqual(asked)
  expect(spreadPasted(numbered, positions, 24)).toEqual(asked)
  expect(spreadPasted(asked.join(' '), positions, 24)).toEqual(asked)
  expect(spreadPasted(words[0] ?? '', positions, 24)).toBeNull()
})

test('a phrase is whole however it is laid out', () => {
  const numbered = words.map((word, index) => `${index + 1}) ${word.toUpperCase()}`).join('\r\n')
  for (const typed of [samplePhrase, numbered, ` ${samplePhrase.replaceAll(' ', ',  ')} `]) expect(isWholePhrase(typed)).toBe(true)
})

test('a word that no phrase holds is named with its place and what was meant, once the next is begun', () => {
  expect(phraseFaultText('city noise scissrs', false, text)).toBeNull()
  expect(phraseFaultText('city noise scissrs ', false, text)).toBe('Word 3, “scissrs”, is in no recovery phrase. Did you mean “scissors”?')
  expect(phraseFaultText('city noise scissrs', true, text)).toContain('Word 3')
})

test('missing words are said only when the person wants to go on; a wrong order as soon as all are there', () => {
  const short = words.slice(0, 23).join(' ')
  expect(phraseFaultText(short, false, text)).toBeNull()
  expect(phraseFaultText(short, true, text)).toBe(text.phraseFaults.length(23))
  const swapped = [words[1], words[0], ...words.slice(2)].join(' ')
  expect(phraseFaultText(swapped, false, text)).toBe(text.phraseFaults.checksum)
})
