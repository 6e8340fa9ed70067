import type { MessageId, SessionId } from '@shared/ids'
import { newestPages } from '@renderer/db/newest-pages'
import type { CommonplaceDb } from '@renderer/db/schema'
import type { SearchHit, SessionSummary } from './services'

/** Messages looked at between two breaths of the interface. */
const pageRows = 200
const excerptBefore = 40
const excerptLength = 160

export interface SearchInput {
  readonly query: string
  readonly limit: number
  readonly signal: AbortSignal
  readonly sessions: readonly SessionSummary[]
}

/** Titles first, then the text of messages from the newest back; what is in the trash is not found. */
export async function searchSessions(db: CommonplaceDb, input: SearchInput): Promise<readonly SearchHit[]> {
  const terms = fold(input.query).text.split(/\s+/).filter((term) => term !== '')
  if (terms.length === 0) return []
  const sessions = new Map(input.sessions.filter(({ trashedAt }) => trashedAt === null).map((session) => [session.id, session]))
  const hits = [...sessions.values()].flatMap((session) => {
    const match = findIn(session.title, terms)
    return match === null ? [] : [hitOf(session, null, session.title, match, session.updatedAt)]
  })
  for await (const message of newestMessages(db, input.signal)) {
    if (hits.length >= input.limit) break
    const session = sessions.get(message.sessionId)
    const match = session === undefined ? null : findIn(message.text, terms)
    if (session !== undefined && match !== null) hits.push(hitOf(session, message.id, message.text, match, message.at))
  }
  return hits.slice(0, input.limit)
}

interface Found {
  readonly id: MessageId
  readonly sessionId: SessionId
  readonly text: string
  readonly at: number
}

async function* newestMessages(db: CommonplaceDb, signal: AbortSignal): AsyncGenerator<Found> {
  const overlaid = new Set<MessageId>()
  for await (const page of newestPages(db, pageRows)) {
    if (signal.aborted) return
    for (const stored of page) {
      const row = looseRow(stored)
      if (row === null) continue
      // An overlay is younger than what it covers, so it is met first; the covered text is not shown any more.
      const id = row.overlayOf ?? row.id
      if (!overlaid.has(id)) yield { id, sessionId: row.sessionId, text: row.text, at: row.at }
      if (row.overlayOf !== null) overlaid.add(row.overlayOf)
    }
  }
}

/** The few fields that a search needs, without checking the whole row: 100,000 rows are read for one query. */
function looseRow(stored: unknown): (Found & { readonly overlayOf: MessageId | null }) | null {
  const row = stored as Partial<Record<'id' | 'sessionId' | 'overlayOf' | 'parts' | 'createdAt', unknown>>
  if (typeof row.id !== 'string' || typeof row.sessionId !== 'string' || !Array.isArray(row.parts)) return null
  const text = row.parts
    .flatMap((part: { type?: unknown; text?: unknown } | null) =>
      part?.type === 'text' && typeof part.text === 'string' ? [part.text] : [],
    )
    .join('')
  return {
    id: row.id as MessageId,
    sessionId: row.sessionId as SessionId,
    overlayOf: typeof row.overlayOf === 'string' ? (row.overlayOf as MessageId) : null,
    text,
    at: typeof row.createdAt === 'number' ? row.createdAt : 0,
  }
}

interface Match {
  readonly start: number
  readonly end: number
}

/** Where the first term stands, if every term is in the text; case, width and word borders do not count. */
export function findIn(text: string, terms: readonly string[]): Match | null {
  const folded = text.normalize('NFKC').toLowerCase()
  if (!terms.every((term) => folded.includes(term))) return null
  const { text: mapped, origins } = fold(text)
  const term = terms[0] ?? ''
  const at = mapped.indexOf(term)
  // Composition across characters can fold differently in one piece than one by one: then the start is shown.
  if (at < 0) return { start: 0, end: 0 }
  return { start: origins[at] ?? 0, end: origins[at + term.length] ?? text.length }
}

/** A text for comparing, and for each of its units the place in the original. */
function fold(original: string): { text: string; origins: number[] } {
  let text = ''
  const origins: number[] = []
  let place = 0
  for (const character of original) {
    const folded = character.normalize('NFKC').toLowerCase()
    for (let unit = 0; unit < folded.length; unit++) origins.push(place)
    text += folded
    place += character.length
  }
  return { text, origins }
}

function hitOf(session: SessionSummary, messageId: MessageId | null, text: string, match: Match, at: number): SearchHit {
  const from = startOfCharacter(text, Math.max(0, match.start - excerptBefore))
  const to = startOfCharacter(text, Math.min(text.length, Math.max(match.end, from + excerptLength)))
  const head = from > 0 ? '…' : ''
  const shift = head.length - from
  return {
    sessionId: session.id,
    messageId,
    title: session.title,
    excerpt: `${head}${text.slice(from, to).replace(/\s/g, ' ')}${to < text.length ? '…' : ''}`,
    matchStart: match.start + shift,
    matchEnd: match.end + shift,
    at,
  }
}

/** Never between the two halves of one character. */
const startOfCharacter = (text: string, at: number): number =>
  at > 0 && at < text.length && /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at
