import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { entriesOf, mapsIn, readEntry } from '@shared/memory/layout'
import { applyEdits } from '@shared/memory/line-edits'
import { renderProfile } from '@shared/memory/profile-markdown'
import { exchange, memoryWriter, titles } from '../helpers/memory'
import { headlessEditor, type HeadlessEditor } from '../helpers/profile-editor'

const inserted = fc.constantFrom('', 'x', '词', '😀', '\n', '\n\n', '# ', '## New\n', 'one\ntwo\nthree', '- item', '#', ' ')
const action = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('edit' as const), device: fc.nat(1), at: fc.nat(10_000), length: fc.nat(9), insert: inserted }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('two-edits' as const), device: fc.nat(1), at: fc.nat(10_000), length: fc.nat(4), insert: inserted }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('swap' as const), device: fc.nat(1), at: fc.nat(10_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), device: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('redo' as const), device: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('exchange' as const) }) },
)
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

function run(editors: readonly [HeadlessEditor, HeadlessEditor], step: Action): void {
  if (step.kind === 'exchange') return exchange(editors[0].writer.doc, editors[1].writer.doc)
  const editor = editors[step.device] ?? editors[0]
  if (step.kind === 'undo') return void editor.binding.undoManager.undo()
  if (step.kind === 'redo') return void editor.binding.undoManager.redo()
  const { length } = editor.text()
  const from = length === 0 ? 0 : step.at % (length + 1)
  if (step.kind === 'swap') return swapLines(editor, from)
  const to = Math.min(length, from + step.length)
  const first = { from, to, insert: step.insert }
  const second = step.kind === 'two-edits' && to < length ? [{ from: length, to: length, insert: step.insert }] : []
  if (!cutsPair(applyEdits(editor.text(), [first, ...second]))) editor.edit([first, ...second])
}

/** What the editor's "move line" does: two lines change places in one change. */
function swapLines(editor: HeadlessEditor, at: number): void {
  const lines = editor.text().split('\n')
  const index = editor.text().slice(0, at).split('\n').length - 1
  const above = lines[index]
  const below = lines[index + 1]
  if (above === undefined || below === undefined) return
  const from = lines.slice(0, index).join('\n').length + (index === 0 ? 0 : 1)
  editor.edit([{ from, to: from + above.length + 1 + below.length, insert: `${below}\n${above}` }])
}

/** Surrogate halves cannot cross an update: an edit may not cut a pair (no editor does). */
const cutsPair = (text: string): boolean => /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)

test('two editors converge whatever is typed, split, joined, moved, deleted and undone on either', () => {
  let exact = 0
  let edits = 0
  fc.assert(
    fc.property(fc.array(action, { minLength: 1, maxLength: 25 }), fc.boolean(), (steps, isSeeded) => {
      const editors = [headlessEditor(memoryWriter(1, { isSeeded })), headlessEditor(memoryWriter(2, { isSeeded }))] as const
      for (const step of steps) {
        const expected = step.kind === 'edit' ? textAfter(editors[step.device] ?? editors[0], step) : null
        if (expected !== null && cutsPair(expected)) continue
        run(editors, step)
        for (const editor of editors) expect(editor.text()).toBe(renderProfile(editor.writer.doc, titles))
        if (step.kind === 'edit' && expected !== null) {
          edits += 1
          if ((editors[step.device] ?? editors[0]).text() === expected) exact += 1
        }
      }
      exchange(editors[0].writer.doc, editors[1].writer.doc)
      exchange(editors[0].writer.doc, editors[1].writer.doc)
      expect(editors[0].text()).toBe(editors[1].text())
      expect(editors[0].text()).toBe(renderProfile(editors[0].writer.doc, titles))
      for (const editor of editors) editor.binding.close()
    }),
    { numRuns: 400, seed: 4 },
  )
  // What a person types is what they see: no edit was corrected behind their back.
  expect(exact).toBe(edits)
}, 60_000)

function textAfter(editor: HeadlessEditor, step: { at: number; length: number; insert: string }): string {
  const text = editor.text()
  const from = text.length === 0 ? 0 : step.at % (text.length + 1)
  return text.slice(0, from) + step.insert + text.slice(Math.min(text.length, from + step.length))
}

test('an edit writes no line that it does not touch', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(6), inserted, (at, length, insert) => {
      const editor = headlessEditor(memoryWriter(1))
      const writer = editor.writer
      editor.edit([{ from: editor.text().length, to: editor.text().length, insert: '\n- one\n- two\n\n- three\n# Last\n- four' }])
      const before = new Map(mapsIn(entriesOf(writer.doc)).map(([id, fields]) => [id, readEntry(id, fields)]))
      const expected = textAfter(editor, { at, length, insert })
      editor.edit([{ from: at % (editor.text().length + 1), to: Math.min(editor.text().length, (at % (editor.text().length + 1)) + length), insert }])
      const changed = mapsIn(entriesOf(writer.doc)).filter(([id, fields]) => {
        const old = before.get(id)
        return old !== undefined && (old.text !== readEntry(id, fields).text || old.order !== readEntry(id, fields).order)
      })
      expect(editor.text()).toBe(expected)
      expect(changed.length).toBeLessThanOrEqual(2)
    }),
    { numRuns: 300, seed: 5 },
  )
})
