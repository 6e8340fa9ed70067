import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'transparent', fontSize: '1rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-ui)', lineHeight: '1.68', overflow: 'visible' },
  '.cm-content': { padding: '0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 0.5rem', borderRadius: '0.25rem' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--surface-sunken)' },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'var(--text-faint)' },
  '.profile-origins': { width: '9rem' },
  '.profile-origins .cm-gutterElement': {
    fontSize: '0.75rem',
    lineHeight: '1.68rem',
    paddingLeft: '0.5rem',
    display: 'flex',
    gap: '0.375rem',
    whiteSpace: 'nowrap',
  },
  '.profile-origins .author': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '.profile-origins .date': { flexShrink: '0' },
  // On a phone the width is for writing; the line under the editor still says who wrote what.
  '@media (max-width: 719px)': { '.profile-origins.cm-gutter': { display: 'none !important' } },
})

const heading = { fontWeight: '600', color: 'var(--text)' }

const highlighting = HighlightStyle.define([
  { tag: tags.heading1, ...heading, fontSize: '1.3125rem', lineHeight: '2.1' },
  { tag: tags.heading2, ...heading, fontSize: '1.0625rem', lineHeight: '1.9' },
  { tag: tags.heading, ...heading },
  { tag: tags.processingInstruction, color: 'var(--text-faint)', fontWeight: '400' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.monospace, fontFamily: 'var(--font-code)', fontSize: '0.9em' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
])

/** The editor in the app's own colours; both themes, since they are custom properties. */
export const editorTheme: Extension = [theme, syntaxHighlighting(highlighting)]
