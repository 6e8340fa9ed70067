import { EditorState } from '@codemirror/state'
import { joinLines, readProfileLines } from '@shared/memory/profile-markdown'
import { ProfileBinding } from '@shared/memory/profile-binding'
import type { LineEdit } from '@shared/memory/line-edits'
import type { MemoryWriter } from '@shared/memory/operations'
import { titles } from './memory'

/** A real CodeMirror state without a view, joined to a memory document. */
export function headlessEditor(writer: MemoryWriter) {
  const doc = joinLines(readProfileLines(writer.doc, titles))
  let state = EditorState.create({ doc })
  const binding = new ProfileBinding(
    writer,
    titles,
    (edits) => {
      state = state.update({ changes: [...edits] }).state
    },
    { captureTimeoutMs: 0 },
  )
  return {
    writer,
    binding,
    text: () => state.doc.toString(),
    cursor: () => state.selection.main.head,
    putCursor: (position: number) => {
      state = state.update({ selection: { anchor: position } }).state
    },
    edit: (changes: readonly LineEdit[]) => {
      const transaction = state.update({ changes: [...changes] })
      state = transaction.state
      const edits: LineEdit[] = []
      transaction.changes.iterChanges((from, to, _fromB, _toB, insert) => edits.push({ from, to, insert: insert.toString() }))
      binding.type(edits)
      binding.showStored()
    },
  }
}

export type HeadlessEditor = ReturnType<typeof headlessEditor>

/** Replaces the only occurrence of some text. */
export function replaceIn(editor: HeadlessEditor, search: string, replacement: string): void {
  const from = editor.text().indexOf(search)
  if (from === -1) throw new Error(`no "${search}" in the editor`)
  editor.edit([{ from, to: from + search.length, insert: replacement }])
}
