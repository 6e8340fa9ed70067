import { defaultKeymap } from '@codemirror/commands'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import type { EntryId, SectionId } from '@shared/ids'
import type { MemoryWriter } from '@shared/memory/operations'
import { joinLines, readProfileLines, type SectionTitles } from '@shared/memory/profile-markdown'
import { useLocalisation, type Localisation } from '@renderer/i18n'
import { bindingIn, profileBinding } from './binding/editor-binding'
import { originGutter, originOf, originsChanged, type LineOrigin } from './binding/line-origin'
import { profileLanguage } from './binding/profile-language'
import { editorTheme } from './editor-theme'

export interface ProfileEditor {
  /** Where the editor goes. */
  readonly place: (element: HTMLElement | null) => void
  /** Who wrote the line with the cursor. */
  readonly origin: LineOrigin | null
  readonly focusEntry: (id: EntryId) => boolean
}

/** One editor over the memory document, for as long as the screen is open. */
export function useProfileEditor(writer: MemoryWriter): ProfileEditor {
  const localisation = useLocalisation()
  const latest = useRef(localisation)
  const [parent, setParent] = useState<HTMLElement | null>(null)
  const [view, setView] = useState<EditorView | null>(null)
  const [origin, setOrigin] = useState<LineOrigin | null>(null)

  useEffect(() => {
    if (parent === null) return
    const made = createEditor(parent, writer, () => latest.current, setOrigin)
    setView(made)
    return () => {
      made.destroy()
      setView(null)
    }
  }, [parent, writer])

  useEffect(() => {
    latest.current = localisation
    if (view === null) return
    bindingIn(view)?.showStored()
    view.contentDOM.setAttribute('aria-label', localisation.text.profile.editorLabel)
    view.dispatch({ effects: originsChanged.of(null) })
  }, [view, localisation])

  return { place: setParent, origin, focusEntry: (id) => view !== null && goTo(view, id) }
}

function createEditor(
  parent: HTMLElement,
  writer: MemoryWriter,
  localisation: () => Localisation,
  onOrigin: (origin: LineOrigin | null) => void,
): EditorView {
  const titles = (id: SectionId) => sectionTitles(localisation())(id)
  const doc = joinLines(readProfileLines(writer.doc, titles))
  const tellOrigin = EditorView.updateListener.of(({ view, state, docChanged, selectionSet, focusChanged }) => {
    if (!docChanged && !selectionSet && !focusChanged) return
    const line = bindingIn(view)?.lines[state.doc.lineAt(state.selection.main.head).number - 1]
    const origin = view.hasFocus ? originOf(writer.doc, line, localisation()) : null
    onOrigin(origin)
  })
  const extensions: Extension[] = [
    profileBinding(writer, titles),
    keymap.of(defaultKeymap),
    profileLanguage(),
    EditorView.lineWrapping,
    highlightActiveLine(),
    originGutter(writer.doc, localisation),
    editorTheme,
    EditorView.contentAttributes.of({ 'aria-label': localisation().text.profile.editorLabel, spellcheck: 'true' }),
    tellOrigin,
    ...nonceOfPage(),
  ]
  return new EditorView({ parent, state: EditorState.create({ doc, extensions }) })
}

/** CodeMirror inserts style sheets: the page's policy lets those with its nonce in. */
function nonceOfPage(): Extension[] {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content
  return nonce === undefined ? [] : [EditorView.cspNonce.of(nonce)]
}

/** Names of the default sections in the language of the app. */
export const sectionTitles = ({ text }: Localisation): SectionTitles => {
  const titles: Readonly<Record<string, string>> = text.profile.sectionTitles
  return (id) => titles[id] ?? ''
}

function goTo(view: EditorView, id: EntryId): boolean {
  const index = bindingIn(view)?.lines.findIndex((line) => line.id === id) ?? -1
  if (index === -1) return false
  view.focus()
  view.dispatch({ selection: { anchor: view.state.doc.line(index + 1).to }, effects: EditorView.scrollIntoView(view.state.doc.line(index + 1).from, { y: 'center' }) })
  return true
}
