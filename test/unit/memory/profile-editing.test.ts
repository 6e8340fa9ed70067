import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import type { SectionId } from '@shared/ids'
import { findEntry, readSections } from '@shared/memory/layout'
import { addEntry, deletedEntries, restoreEntry } from '@shared/memory/operations'
import { readProfileLines, renderProfile } from '@shared/memory/profile-markdown'
import { exchange, memoryWriter, titles } from '../../helpers/memory'
import { headlessEditor, replaceIn, type HeadlessEditor } from '../../helpers/profile-editor'

const idOf = (editor: HeadlessEditor, text: string) => editor.binding.lines.find((line) => line.text === text)?.id

/** An editor with three lines under "About me", without the other sections. */
function editorWithLines() {
  const editor = headlessEditor(memoryWriter(1, { isSeeded: false }))
  editor.edit([{ from: 0, to: 0, insert: '# About me\n- lives in Lyon\n- works as a designer\n\n- likes trains' }])
  return editor
}

describe('lines keep who they are', () => {
  test('Enter in the middle of a line: the first half keeps the entry', () => {
    const editor = editorWithLines()
    const id = idOf(editor, '- works as a designer')
    replaceIn(editor, ' as a', '\n- as a')
    expect(idOf(editor, '- works')).toBe(id)
    expect(idOf(editor, '- as a designer')).not.toBe(id)
  })

  test('Enter at the beginning of a line: the text keeps the entry, the empty line is new', () => {
    const editor = editorWithLines()
    const id = idOf(editor, '- works as a designer')
    replaceIn(editor, '- works', '\n- works')
    expect(idOf(editor, '- works as a designer')).toBe(id)
  })

  test('joining lines keeps the first, and the second is no deletion to be given back', () => {
    const editor = editorWithLines()
    const id = idOf(editor, '- lives in Lyon')
    replaceIn(editor, 'Lyon\n- works', 'Lyon- works')
    expect(idOf(editor, '- lives in Lyon- works as a designer')).toBe(id)
    expect(deletedEntries(editor.writer.doc, 10)).toEqual([])
  })

  test('moving a line past a heading changes its section and nothing else', () => {
    const editor = editorWithLines()
    replaceIn(editor, '- likes trains', '- likes trains\n# Work\n- at Globex')
    const id = idOf(editor, '- likes trains')
    replaceIn(editor, '- likes trains\n# Work', '# Work\n- likes trains')
    expect(idOf(editor, '- likes trains')).toBe(id)
    const work = readSections(editor.writer.doc).find((section) => section.title === 'Work')
    const moved = findEntry(editor.writer.doc, id as never)
    expect(moved?.sectionId).toBe(work?.id)
    expect(editor.text()).toContain('# Work\n- likes trains\n- at Globex')
  })

  test('cut here and pasted there, a line is the same entry', () => {
    const editor = editorWithLines()
    const id = idOf(editor, '- lives in Lyon')
    replaceIn(editor, '- lives in Lyon\n', '')
    expect(deletedEntries(editor.writer.doc, 10).map((entry) => entry.text)).toEqual(['- lives in Lyon'])
    replaceIn(editor, '- likes trains', '- likes trains\n- lives in Lyon')
    expect(idOf(editor, '- lives in Lyon')).toBe(id)
    expect(deletedEntries(editor.writer.doc, 10)).toEqual([])
  })

  test('a line that becomes a heading takes the lines below with it, and gives them back', () => {
    const editor = editorWithLines()
    replaceIn(editor, '- works as a designer', '## works as a designer')
    expect(deletedEntries(editor.writer.doc, 10)).toEqual([])
    const heading = readSections(editor.writer.doc).find((section) => section.level === 2)
    expect(readProfileLines(editor.writer.doc, titles).at(-1)).toMatchObject({ text: '- likes trains', sectionId: heading?.id })
    replaceIn(editor, '## works', 'works')
    const last = addEntry(editor.writer, { text: '- one more', sectionId: readSections(editor.writer.doc)[0]?.id ?? ('' as SectionId) })
    expect(editor.text()).toBe('# About me\n- lives in Lyon\nworks as a designer\n\n- likes trains\n- one more')
    expect(idOf(editor, '- one more')).toBe(last)
  })

  test('a line emptied at one stroke can be given back, where it was', () => {
    const editor = editorWithLines()
    replaceIn(editor, '- works as a designer', '')
    const [deleted] = deletedEntries(editor.writer.doc, 10)
    expect(deleted?.text).toBe('- works as a designer')
    if (deleted !== undefined) restoreEntry(editor.writer, deleted.id)
    expect(editor.text()).toContain('- works as a designer')
    expect(deletedEntries(editor.writer.doc, 10)).toEqual([])
  })

  test('a default section keeps its name in every language until it is renamed, and gets it back', () => {
    const editor = headlessEditor(memoryWriter())
    const german = () => renderProfile(editor.writer.doc, (id) => (id === 'people' ? 'Menschen' : id))
    expect(german()).toContain('# Menschen')
    replaceIn(editor, '# People', '# My people')
    expect(german()).toContain('# My people')
    replaceIn(editor, '# My people', '# People')
    expect(german()).toContain('# Menschen')
  })
})

describe('several writers', () => {
  test('MEM-15 undo takes back what this writer did and leaves what another device and the model did', () => {
    const editor = editorWithLines()
    const phone = memoryWriter(2, { isSeeded: false })
    exchange(editor.writer.doc, phone.doc)
    replaceIn(editor, 'Lyon', 'Paris')
    const other = headlessEditor(phone)
    replaceIn(other, 'likes trains', 'likes night trains')
    exchange(editor.writer.doc, phone.doc)
    const model = { ...editor.writer, origin: { author: { kind: 'model' as const, name: 'Test model' } } }
    const people = readSections(editor.writer.doc)[0]?.id ?? ('' as SectionId)
    addEntry(model, { text: '- speaks Japanese', sectionId: people })
    editor.binding.undoManager.undo()
    expect(editor.text()).toBe('# About me\n- lives in Lyon\n- works as a designer\n\n- likes night trains\n- speaks Japanese')
    editor.binding.undoManager.redo()
    expect(editor.text()).toContain('lives in Paris')
  })

  test('what another device types in the same line leaves the cursor at its letter', () => {
    const editor = editorWithLines()
    const phone = memoryWriter(2, { isSeeded: false })
    exchange(editor.writer.doc, phone.doc)
    const at = editor.text().indexOf('designer') + 3
    editor.putCursor(at)
    const other = headlessEditor(phone)
    replaceIn(other, 'works as a', 'now works as a senior')
    replaceIn(other, '# About me', '# About me\n- first of all')
    exchange(editor.writer.doc, phone.doc)
    expect(editor.text().slice(0, editor.cursor()).endsWith('senior des')).toBe(true)
  })

  test('two devices that type into the same line at once keep both words', () => {
    const editor = editorWithLines()
    const phone = memoryWriter(2, { isSeeded: false })
    exchange(editor.writer.doc, phone.doc)
    const other = headlessEditor(phone)
    replaceIn(editor, 'lives', 'now lives')
    replaceIn(other, 'Lyon', 'Lyon, France')
    exchange(editor.writer.doc, phone.doc)
    expect(editor.text()).toContain('- now lives in Lyon, France')
    expect(other.text()).toBe(editor.text())
  })

  test('a line added under a heading that the other device deletes is still there', () => {
    const editor = editorWithLines()
    replaceIn(editor, '- likes trains', '- likes trains\n# Work\n- at Globex')
    const phone = memoryWriter(2, { isSeeded: false })
    exchange(editor.writer.doc, phone.doc)
    const other = headlessEditor(phone)
    replaceIn(editor, '# Work\n', '')
    replaceIn(other, '- at Globex', '- at Globex\n- since Monday')
    exchange(editor.writer.doc, phone.doc)
    expect(editor.text()).toBe('# About me\n- lives in Lyon\n- works as a designer\n\n- likes trains\n- at Globex\n- since Monday')
    expect(other.text()).toBe(editor.text())
  })
})

test('typing costs a few bytes a letter and not the line again', () => {
  const editor = editorWithLines()
  replaceIn(editor, '- likes trains', `- likes trains ${'and more '.repeat(50)}`)
  const before = Y.encodeStateAsUpdate(editor.writer.doc).length
  let sent = 0
  editor.writer.doc.on('update', (update: Uint8Array) => (sent += update.length))
  for (let index = 0; index < 100; index += 1) {
    const end = editor.text().length
    editor.edit([{ from: end, to: end, insert: 'x' }])
  }
  expect(sent / 100).toBeLessThan(60)
  expect(Y.encodeStateAsUpdate(editor.writer.doc).length - before).toBeLessThan(400)
})
