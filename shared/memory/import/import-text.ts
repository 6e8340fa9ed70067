import type { LocalDate } from '../../clock'
import type { DefaultSectionId } from '../seed'
import { sectionOfHeading } from './headings'
import { readExport } from './read-json'
import { dateOf, readTextLines, type TextLine } from './read-lines'

/** One statement that could become a proposal. */
export interface ImportedLine {
  readonly text: string
  /** By its heading; `knowledge` where that says nothing. */
  readonly sectionId: DefaultSectionId
  /** The day on which it was saved there, where the text says so. */
  readonly date: LocalDate | null
}

export type LeftOutReason = 'duplicate' | 'known' | 'secret' | 'too-long' | 'too-many'

/** A statement that is not offered, and why; a secret is never shown again, so its text is not kept. */
export interface LeftOutLine {
  readonly text: string | null
  readonly reason: LeftOutReason
}

export interface ImportPreview {
  readonly lines: readonly ImportedLine[]
  readonly leftOut: readonly LeftOutLine[]
}

export interface ImportContext {
  /** Statements that memory already has. */
  readonly known: readonly string[]
  readonly hasSecret: (text: string) => boolean
  /** Equal for two statements that say the same. */
  readonly fingerprintOf: (text: string) => string
}

/** UTF-16 code units of one statement. */
export const longestStatement = 500
export const mostStatements = 1_000

/**
 * Reads memory text of another assistant: Markdown, plain lines or JSON, pasted or from a file. What it says stays
 * data: nothing in it is acted on, and whatever is kept comes back as a list to choose from.
 */
export function readImport(source: string, context: ImportContext): ImportPreview {
  const known = new Set(context.known.map(context.fingerprintOf))
  const seen = new Set<string>()
  const lines: ImportedLine[] = []
  const leftOut: LeftOutLine[] = []
  for (const { heading, text, date } of statementsIn(source)) {
    const print = context.fingerprintOf(text)
    const reason = refusal(text, print)
    if (reason === null) lines.push({ text, date, sectionId: sectionOf(heading, text) })
    else leftOut.push({ text: reason === 'secret' ? null : text.slice(0, longestStatement), reason })
    seen.add(print)
  }
  return { lines, leftOut }

  function refusal(text: string, print: string): LeftOutReason | null {
    if (context.hasSecret(text)) return 'secret'
    if (text.length > longestStatement) return 'too-long'
    if (seen.has(print)) return 'duplicate'
    if (known.has(print)) return 'known'
    return lines.length >= mostStatements ? 'too-many' : null
  }
}

function statementsIn(source: string): readonly TextLine[] {
  const exported = readExport(source)
  if (exported === null) return readTextLines(source)
  return exported.flatMap(({ heading, text, date }) => {
    const saved = dayOf(date)
    return readTextLines(text, heading).map((line) => ({ ...line, date: line.date ?? saved }))
  })
}

/** ISO text or seconds since the epoch; what cannot be read is no date. */
function dayOf(date: string | null): LocalDate | null {
  if (date === null) return null
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(date) ?? []
  if (year !== undefined) return dateOf(year, month, day)
  const instantMs = Number(date) * (Number(date) > 1e11 ? 1 : 1000)
  const [, y, m, d] = Number.isFinite(instantMs) && Math.abs(instantMs) < 8e15 ? (/^(\d{4})-(\d{2})-(\d{2})/.exec(new Date(instantMs).toISOString()) ?? []) : []
  return y === undefined ? null : dateOf(y, m, d)
}

const allergy = /\ballerg|过敏/i

function sectionOf(heading: string | null, text: string): DefaultSectionId {
  if (allergy.test(text)) return 'constraints'
  return (heading === null ? null : sectionOfHeading(heading)) ?? 'knowledge'
}
