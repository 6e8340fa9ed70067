import { markdown } from '@codemirror/lang-markdown'
import type { Extension } from '@codemirror/state'

/** A line is an entry and never goes on in the next one; so a key press reads one line again, not all that follow each other. */
const lineByLine = { parseBlock: [{ name: 'EntryLine', endLeaf: () => true }] }

/** Markdown as the profile knows it: `# …` alone is a heading; a line is never code or HTML by its indent or brackets. */
export const profileLanguage = (): Extension =>
  markdown({ extensions: [{ remove: ['SetextHeading', 'IndentedCode', 'HTMLBlock', 'FencedCode'] }, lineByLine] })
