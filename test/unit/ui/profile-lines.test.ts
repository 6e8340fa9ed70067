import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { createIdFactory, type SectionId } from '@shared/ids'
import { addEntry } from '@shared/memory/operations'
import { seedMemory } from '@shared/memory/seed'
import { localisationFor } from '@renderer/i18n'
import { originOf } from '@renderer/features/profile/binding/line-origin'
import { profileLanguage } from '@renderer/features/profile/binding/profile-language'

test('every line of the profile is read by itself, so that a key press does not read all of them again', () => {
  const state = EditorState.create({ doc: '# About me\nLives in **Lyon**\nWorks at Acme\n===\n', extensions: [profileLanguage()] })
  const blocks: string[] = []
  ensureSyntaxTree(state, state.doc.length, 5_000)?.iterate({
    enter: ({ name, from, to }) => {
      if (/^(Paragraph|ATXHeading1|SetextHeading1)$/.test(name)) blocks.push(state.sliceDoc(from, to))
    },
  })
  expect(blocks).toEqual(['# About me', 'Lives in **Lyon**', 'Works at Acme', '==='])
})

test('the mark of a line, asked for at every key press, makes no formatter of its own', () => {
  const doc = new Y.Doc()
  seedMemory(doc, 'seed')
  const clock = { now: () => Date.UTC(2026, 10, 30, 12) }
  const id = addEntry({ doc, origin: { author: { kind: 'person' } }, clock, newId: createIdFactory(clock) }, { text: 'Tea', sectionId: 'identity' as SectionId })
  const localisation = localisationFor('en')
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  expect(originOf(doc, { kind: 'entry', id, text: 'Tea' } as Parameters<typeof originOf>[1], localisation)).toMatchObject({ author: 'You', shortDate: 'Nov 30' })
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
})
