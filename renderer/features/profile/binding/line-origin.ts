import { StateEffect, type Extension } from '@codemirror/state'
import { gutter, GutterMarker, type EditorView } from '@codemirror/view'
import type * as Y from 'yjs'
import { findEntry, type Author, type Entry } from '@shared/memory/layout'
import type { ProfileLine } from '@shared/memory/profile-markdown'
import type { Language, Localisation } from '@renderer/i18n'
import { bindingIn } from './editor-binding'

/** Who wrote a line, and when; null for headings, empty lines and lines that do not say. */
export interface LineOrigin {
  readonly author: string
  readonly date: string
  /** Without the year. */
  readonly shortDate: string
}

export function originOf(doc: Y.Doc, line: ProfileLine | undefined, localisation: Localisation): LineOrigin | null {
  if (line?.kind !== 'entry' || line.text.trim() === '') return null
  const entry = findEntry(doc, line.id)
  const at = entry?.updatedAt ?? entry?.createdAt ?? null
  if (entry === null || entry.author === null || at === null) return null
  return { author: authorsOf(entry, entry.author, localisation), date: localisation.format.date(at), shortDate: shortDates[localisation.language].format(at) }
}

/** Made once: making one takes longer than all else that a line's mark needs, and every key press asks for all marks. */
const shortDates: Readonly<Record<Language, Intl.DateTimeFormat>> = { en: shortDatesOf('en'), 'zh-CN': shortDatesOf('zh-CN') }

function shortDatesOf(language: Language): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' })
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
    case 'app':
      return text.profile.byApp
  }
}

/** Sent when the words of the marks changed, or what they say. */
export const originsChanged = StateEffect.define<null>()

class OriginMarker extends GutterMarker {
  constructor(private readonly origin: LineOrigin) {
    super()
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof OriginMarker && isSame(other.origin, this.origin)
  }

  override toDOM(): Node {
    const mark = document.createDocumentFragment()
    for (const part of ['author', 'date'] as const) {
      const element = document.createElement('span')
      element.className = part
      element.textContent = part === 'date' ? this.origin.shortDate : this.origin.author
      element.title = `${this.origin.author} · ${this.origin.date}`
      mark.append(element)
    }
    return mark
  }
}

const isSame = (a: LineOrigin, b: LineOrigin | null): boolean => a.author === b?.author && a.date === b.date

/** Quiet marks behind the lines; the same author and day are named once for a run of lines. */
export function originGutter(doc: Y.Doc, localisation: () => Localisation): Extension {
  const originAt = (view: EditorView, lineNumber: number): LineOrigin | null =>
    originOf(doc, bindingIn(view)?.lines[lineNumber - 1], localisation())
  return gutter({
    class: 'profile-origins',
    side: 'after',
    renderEmptyElements: false,
    lineMarker(view, block) {
      const { number } = view.state.doc.lineAt(block.from)
      const origin = originAt(view, number)
      return origin === null || isSame(origin, originAt(view, number - 1)) ? null : new OriginMarker(origin)
    },
    lineMarkerChange: (update) =>
      update.docChanged || update.transactions.some((transaction) => transaction.effects.some((effect) => effect.is(originsChanged))),
  })
}
