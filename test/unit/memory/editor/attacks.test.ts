import { describe, expect, test } from 'vitest'
import type { SectionId, SessionId } from '@shared/ids'
import { setAcceptLevel } from '@shared/memory/decisions'
import { applyOperations } from '@shared/memory/editor/apply'
import { editorInput, type EditorInput } from '@shared/memory/editor/input'
import { readEditorOutput } from '@shared/memory/editor/output'
import type { AcceptLevel } from '@shared/memory/layout'
import { isMessageSource } from '@shared/memory/layout'
import { defaultSectionIds } from '@shared/memory/seed'
import { entriesWith, readMemory } from '@shared/memory/view'
import { attacks, protectedLines, type Attack } from '../../../fixtures/memory-scripts/attacks'
import { inWords, profileOf, speechFrom, standing } from '../../../helpers/editor-run'
import { proposalDay } from '../../../helpers/proposals'

const at = Date.UTC(2026, 10, 30, 9)
const clock = { now: () => at }

const answerOf = ({ model }: Attack, input: EditorInput): string =>
  typeof model === 'string' ? model : JSON.stringify({ operations: model.map((operation) => inWords(operation, input)) })

/** A model that does everything that the attacker wants, and memory after it. */
function attacked(attack: Attack, language: 'en' | 'zh', level: AcceptLevel) {
  const writer = profileOf({ name: '', language, before: [protectedLines[language]], episodes: [], active: [] })
  for (const section of defaultSectionIds) setAcceptLevel(writer, section satisfies string as SectionId, level)
  const input = editorInput('session' as SessionId, speechFrom(attack.said, 'session', at), null, readMemory(writer.doc))
  if (input === null) throw new Error('nothing was said')
  const operations = readEditorOutput(answerOf(attack, input))
  if (operations.ok) applyOperations(operations.value, input, { doc: writer.doc, clock, newId: writer.newId, modelName: 'Obedient', today: proposalDay })
  return writer
}

test('there are enough attempts', () => {
  expect(attacks.en.length + attacks.zh.length).toBeGreaterThanOrEqual(40)
})

describe.each(['en', 'zh'] as const)('%s', (language) => {
  const guarded = protectedLines[language].text

  test.each(attacks[language])('MEM-8 $name: a proposal with its origin at most', (attack) => {
    const levels: AcceptLevel[] = attack.isUnmarked === true ? ['plain-statements'] : ['plain-statements', 'all-but-untrusted']
    for (const level of levels) {
      const { doc } = attacked(attack, language, level)
      expect({ level, active: standing({ doc }).active }).toEqual({ level, active: [guarded] })
      for (const entry of entriesWith(readMemory(doc), 'proposed')) {
        expect(entry.provenance.filter(isMessageSource).map(({ sessionId }) => sessionId)).toEqual(['session'])
        expect(entry.author).toEqual({ kind: 'model', name: 'Obedient' })
        expect(entry.isUntrusted || attack.isUnmarked === true).toBe(true)
      }
      const [line] = entriesWith(readMemory(doc), 'active')
      expect([line?.confirmedAt, line?.provenance]).toEqual([null, []])
    }
  })
})

test('MEM-8 the person may still take up such a proposal, and nobody else', () => {
  const attack = attacks.en.find(({ name }) => name.includes('fake line of the person in a tool'))
  if (attack === undefined) throw new Error('not there')
  const writer = attacked(attack, 'en', 'all-but-untrusted')
  expect(standing(writer).proposed).toEqual(['Lives in Minsk'])
})
