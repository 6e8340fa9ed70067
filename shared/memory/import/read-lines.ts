import type { LocalDate } from '../../clock'
import { headingIn } from './headings'

/** One statement of a text, without its bullet, its date and its marks. */
export interface TextLine {
  readonly heading: string | null
  readonly text: string
  readonly date: LocalDate | null
}

/** Control, invisible and direction-changing characters: nobody typed them, and they hide what a line says. */
const invisible = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu

const bullet = /^(?:[-*+•‣◦▪·–—]\s+|\(?\d{1,4}[.)、）](?!\d)\s*|[（(]\d{1,3}[)）]\s*|\[[ xX]\]\s+|>\s+)/
const fence = /^(?:```|~~~)/
const rule = /^(?:[-*_=|:\s]{3,})$/

/** Longer than this and without a bullet, a line is a paragraph and is cut into its sentences. */
const paragraphFrom = 200

/** The statements of Markdown or plain text, in order, each below the last heading. */
export function readTextLines(source: string, firstHeading: string | null = null): readonly TextLine[] {
  const lines: TextLine[] = []
  let heading = firstHeading
  for (const raw of source.replace(invisible, '').split(/\r\n?|\n/)) {
    const line = raw.trim()
    if (line === '' || fence.test(line) || rule.test(line)) continue
    const title = headingIn(line)
    if (title === null) lines.push(...statementsOf(line, heading))
    else heading = title
  }
  return lines
}

function statementsOf(line: string, heading: string | null): readonly TextLine[] {
  const bare = withoutBullets(line)
  const { date, text } = splitDate(bare)
  const isListed = bare !== line || date !== null
  const pieces = !isListed && text.length > paragraphFrom ? sentencesOf(text) : [text]
  return pieces.map((piece) => ({ heading, text: plain(piece), date })).filter((piece) => piece.text !== '')
}

/** `- 1. [ ] text`: marks may stand behind one another. A number that opens a date is none. */
function withoutBullets(line: string): string {
  let rest = line
  for (let marks = 0; marks < 3 && bullet.test(rest) && !datePrefix.test(rest); marks++) rest = rest.replace(bullet, '')
  return rest.trim()
}

const datePrefix = /^\[?\(?(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ][\d:.Z+-]*)?\]?\)?\s*(?:[-–—:：]\s*)?/
const unknownDatePrefix = /^\[(?:unknown|no date|n\/a|date unknown|undated|未知|无日期)[^\]]*\]\s*(?:[-–—:：]\s*)?/i

/** "[2025-03-01] - text", "2025/3/1: text", "[unknown] - text". */
function splitDate(line: string): { readonly date: LocalDate | null; readonly text: string } {
  const match = datePrefix.exec(line)
  if (match === null) return { date: null, text: line.replace(unknownDatePrefix, '') }
  const [all, year, month, day] = match
  const rest = line.slice(all.length)
  return rest === '' ? { date: null, text: line } : { date: dateOf(year, month, day), text: rest }
}

/** null where the calendar has no such day. */
export function dateOf(year = '', month = '', day = ''): LocalDate | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const parsed = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== text ? null : (text as LocalDate)
}

/** Emphasis and links say nothing here; what they hold does. */
const plain = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\((?:[^()\s]|\([^()\s]*\))*\)/g, '$1')
    .replace(/\*\*(.+?)\*\*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

const sentencesOf = (text: string): readonly string[] =>
  Array.from(new Intl.Segmenter('und', { granularity: 'sentence' }).segment(text), ({ segment }) => segment.trim()).filter((sentence) => sentence !== '')
