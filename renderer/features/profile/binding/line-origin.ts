import { StateEffect, type Extension } from '@codemirror/state'
import { gutter, GutterMarker, type EditorView } from '@codemirror/view'
import type { Localisation } from '@renderer/i18n'
import type { Author, Entry } from '@shared/memory/layout'
import { findEntry } from '@shared/memory/layout'
import type { ProfileLine } from '@shared/memory/profile-markdown'
import type * as Y from 'yjs'
import { bindingIn } from './editor-binding'

/** Who wrote a line, and when; null for headings, empty lines and lines that do not say. */
export interface LineOrigin {
  readonly author: string
  readonly date: string
}

export function originOf(doc: Y.Doc, line: ProfileLine | undefined, localisation: Localisation): LineOrigin | null {
  if (line?.kind !== 'entry' || line.text.trim() === '') return null
  const entry = findEntry(doc, line.id)
  const at = entry?.updatedAt ?? entry?.createdAt ?? null
  if (entry === null || entry.author === null || at === null) return null
  return { author: authorsOf(entry, entry.author, localisation), date: localisation.format.date(at) }
}

function authorsOf(entry: Entry, author: Author, { text }: Localisation): string {
  const name = nameOf(author, text)
  return entry.editedBy === null ? name : text.profile.editedBy(name, nameOf(entry.editedBy, text))
}

function nameOf(author: Author, text: Localisation['text']): string {
  switch (author.kind) {
    case 'person':
      return text.profile.byYou
    case 'model':
      return author.name
    case 'import':
      return text.profile.byImport(author.name)
    case 'tool':
      return text.profile.byTool(author.name)
  }
}

/** Sent when the words of the marks changed, or what they say. */
export const originsChanged = StateEffect.define<null>()

class OriginMarker extends GutterMarker {
  constructor(private readonly label: string) {
    super()
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof OriginMarker && other.label === this.label
  }

  override toDOM(): Node {
    const mark = document.createElement('span')
    mark.textContent = this.label
    mark.title = this.label
    return mark
  }
}

/** Quiet marks behind the lines; the same author and day are named once for a run of lines. */
export function originGutter(doc: Y.Doc, localisation: () => Localisation): Extension {
  const labelAt = (view: EditorView, lineNumber: number): string | null => {
    const origin = originOf(doc, bindingIn(view)?.lines[lineNumber - 1], localisation())
    return origin === null ? null : `${origin.author} · ${origin.date}`
  }
  return gutter({
    class: 'profile-origins',
    side: 'after',
    renderEmptyElements: false,
    lineMarker(view, block) {
      const { number } = view.state.doc.lineAt(block.from)
      const label = labelAt(view, number)
      return label === null || label === labelAt(view, number - 1) ? null : new OriginMarker(label)
    },
    lineMarkerChange: (update) =>
      update.docChanged || update.transactions.some((transaction) => transaction.effects.some((effect) => effect.is(originsChanged))),
  })
}
