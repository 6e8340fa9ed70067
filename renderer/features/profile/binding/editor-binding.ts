import { Annotation, type Extension, type Transaction } from '@codemirror/state'
import { keymap, ViewPlugin, type EditorView, type ViewUpdate } from '@codemirror/view'
import type { LineEdit } from '@shared/memory/line-edits'
import type { MemoryWriter } from '@shared/memory/operations'
import { ProfileBinding } from '@shared/memory/profile-binding'
import type { SectionTitles } from '@shared/memory/profile-markdown'

/** Marks what came from the document, so that it is not sent back there. */
const fromDocument = Annotation.define<boolean>()

class BindingPlugin {
  readonly binding: ProfileBinding
  private isOpen = true

  constructor(
    private readonly view: EditorView,
    writer: MemoryWriter,
    titles: SectionTitles,
  ) {
    this.binding = new ProfileBinding(writer, titles, (edits) => {
      view.dispatch({ changes: [...edits], annotations: [fromDocument.of(true)] })
    })
  }

  update(update: ViewUpdate): void {
    for (const transaction of update.transactions) {
      if (!transaction.docChanged || transaction.annotation(fromDocument) === true) continue
      this.binding.type(editsOf(transaction))
      // An update may not start another one: where the document has it differently, the editor follows right after.
      queueMicrotask(() => this.isOpen && this.binding.showStored())
    }
  }

  /** One step back or forth; the cursor goes to where it happened. */
  step(kind: 'undo' | 'redo'): boolean {
    const before = this.view.state.doc
    this.binding.undoManager[kind]()
    const after = this.view.state.doc
    if (after === before) return true
    const change = lastDifference(before.toString(), after.toString())
    this.view.dispatch({ selection: { anchor: change }, scrollIntoView: true })
    return true
  }

  destroy(): void {
    this.isOpen = false
    this.binding.close()
  }
}

const bindingPlugin = ViewPlugin.define<BindingPlugin, { writer: MemoryWriter; titles: SectionTitles }>(
  (view, { writer, titles }) => new BindingPlugin(view, writer, titles),
)

/** Joins the editor to the memory document; its text has to be the rendered profile at the start. */
export function profileBinding(writer: MemoryWriter, titles: SectionTitles): Extension {
  return [
    bindingPlugin.of({ writer, titles }),
    keymap.of([
      { key: 'Mod-z', run: (view) => stepIn(view, 'undo'), preventDefault: true },
      { key: 'Mod-y', mac: 'Mod-Shift-z', run: (view) => stepIn(view, 'redo'), preventDefault: true },
      { key: 'Ctrl-Shift-z', run: (view) => stepIn(view, 'redo'), preventDefault: true },
    ]),
  ]
}

export const bindingIn = (view: EditorView): ProfileBinding | null => view.plugin(bindingPlugin)?.binding ?? null

const stepIn = (view: EditorView, kind: 'undo' | 'redo'): boolean => view.plugin(bindingPlugin)?.step(kind) ?? false

function editsOf(transaction: Transaction): LineEdit[] {
  const edits: LineEdit[] = []
  transaction.changes.iterChanges((from, to, _newFrom, _newTo, insert) => edits.push({ from, to, insert: insert.toString() }))
  return edits
}

/** Where the last changed character of `after` ends. */
function lastDifference(before: string, after: string): number {
  let same = 0
  const shorter = Math.min(before.length, after.length)
  while (same < shorter && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1
  return after.length - same
}
