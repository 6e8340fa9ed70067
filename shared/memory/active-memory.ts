import type * as Y from 'yjs'
import type { LocalDate } from '../clock'
import type { EntryId, SectionId } from '../ids'
import { entriesOf, readScope, readSections, type Scope } from './layout'
import { expiryOf, readLifetimes } from './lifetime'
import { headingLine, readProfileLines, statementOf, titleOf, type SectionTitles } from './profile-markdown'

export interface ActiveMemoryOptions {
  readonly titles: SectionTitles
  /** The person's day: what expired before it is left out. */
  readonly today: LocalDate
  /** Where the prompt goes; entries of another assistant or session are left out. */
  readonly scope: { readonly assistant: string | null; readonly session: string | null }
  /** Most tokens; pinned entries and constraints are whole whatever it is. */
  readonly tokenLimit: number
  readonly estimateTokens: (text: string) => number
}

export interface MemoryPiece {
  readonly kind: 'memory-section' | 'memory-entry'
  readonly id: SectionId | EntryId
  readonly text: string
  readonly tokens: number
}

export interface ActiveMemory {
  /** Markdown; '' where there is nothing to say. */
  readonly text: string
  readonly pieces: readonly MemoryPiece[]
  /** Entries that did not fit. */
  readonly omitted: readonly MemoryPiece[]
  readonly tokens: number
}

interface Candidate {
  readonly isPinned: boolean
  readonly sectionId: SectionId | null
  readonly piece: MemoryPiece
}

/**
 * The memory part of a prompt. MEM-12: the same bytes for as long as the memory, the scope and the limit are the
 * same: document order, no times, nothing chosen by chance. MEM-1: only active entries that hold today.
 */
export function renderActiveMemory(doc: Y.Doc, options: ActiveMemoryOptions): ActiveMemory {
  const candidates = readCandidates(doc, options)
  const headings = readHeadings(doc, options)
  const chosen = choose(candidates, headings, options.tokenLimit)
  const pieces: MemoryPiece[] = []
  let current: SectionId | null = null
  for (const { piece, sectionId } of candidates.filter((candidate) => chosen.has(candidate))) {
    const heading = sectionId !== current && sectionId !== null ? headings.get(sectionId) : undefined
    if (heading !== undefined) pieces.push(heading)
    current = sectionId
    pieces.push(piece)
  }
  return {
    text: pieces.map((piece, index) => (index > 0 && piece.kind === 'memory-section' ? `\n${piece.text}` : piece.text)).join('\n'),
    pieces,
    omitted: candidates.filter((candidate) => !chosen.has(candidate)).map((candidate) => candidate.piece),
    tokens: pieces.reduce((sum, piece) => sum + piece.tokens, 0),
  }
}

function readHeadings(doc: Y.Doc, options: ActiveMemoryOptions): ReadonlyMap<SectionId, MemoryPiece> {
  const live = readSections(doc).filter((section) => !section.isDeleted)
  return new Map(
    live.map((section) => {
      const text = headingLine({ level: section.level, title: titleOf(section, options.titles).trim() })
      return [section.id, { kind: 'memory-section', id: section.id, text, tokens: options.estimateTokens(`${text}\n\n`) }]
    }),
  )
}

function readCandidates(doc: Y.Doc, options: ActiveMemoryOptions): Candidate[] {
  const candidates: Candidate[] = []
  const lifetimes = readLifetimes(doc)
  let sectionId: SectionId | null = null
  for (const line of readProfileLines(doc, options.titles)) {
    if (line.kind === 'heading') {
      sectionId = line.id
      continue
    }
    const statement = statementOf(line.text)
    const fields = statement === '' ? undefined : entriesOf(doc).get(line.id)
    if (fields === undefined) continue
    if (!isInScope(readScope(fields), options.scope) || hasExpired(expiryOf(fields, lifetimes), options.today)) continue
    const text = `- ${statement}`
    candidates.push({ isPinned: fields.get('pinned') === true, sectionId, piece: { kind: 'memory-entry', id: line.id, text, tokens: options.estimateTokens(`${text}\n`) } })
  }
  return candidates
}

function isInScope(scope: Scope, wanted: ActiveMemoryOptions['scope']): boolean {
  switch (scope.kind) {
    case 'everywhere':
      return true
    case 'assistant':
      return scope.id === wanted.assistant
    case 'session':
      return scope.id === wanted.session
  }
}

/** The last day still counts; a date that could not be read is none. */
const hasExpired = (expiresOn: LocalDate | null, today: LocalDate): boolean => expiresOn !== null && expiresOn < today

/** Pinned entries and constraints first, whatever they take; then document order, for as long as it fits. */
function choose(candidates: readonly Candidate[], headings: ReadonlyMap<SectionId, MemoryPiece>, limit: number): Set<Candidate> {
  const isAlwaysIn = ({ isPinned, sectionId }: Candidate) => isPinned || sectionId === 'constraints'
  const chosen = new Set<Candidate>()
  const paidHeadings = new Set<SectionId>()
  let used = 0
  const take = (candidate: Candidate, isFree: boolean) => {
    const { sectionId, piece } = candidate
    const heading = sectionId === null || paidHeadings.has(sectionId) ? 0 : (headings.get(sectionId)?.tokens ?? 0)
    const cost = heading + piece.tokens
    if (!isFree && used + cost > limit) return
    used += cost
    chosen.add(candidate)
    if (sectionId !== null) paidHeadings.add(sectionId)
  }
  for (const candidate of candidates.filter(isAlwaysIn)) take(candidate, true)
  for (const candidate of candidates) if (!chosen.has(candidate)) take(candidate, false)
  return chosen
}
