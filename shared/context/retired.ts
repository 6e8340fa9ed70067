import { localDateAt } from '../clock'
import type { EntryId, MessageId } from '../ids'
import { topicOfEntry } from '../memory/conflicts'
import { isGrounded } from '../memory/grounded'
import { isMessageSource, type EntryStatus } from '../memory/layout'
import { statementOf } from '../memory/profile-markdown'
import { fingerprintOf, topicOf } from '../memory/words'
import { predicateOf } from '../memory/words/predicate'
import { liveSuccessor, type EntryView, type MemoryView } from '../memory/view'
import { SaidText, statementForm, type StatementForm } from './statement-form'

/** A text that may state what does not hold any more. */
export interface StatingText {
  /** null: the text of no message, as a line of a summary. */
  readonly messageId: MessageId | null
  readonly text: string
  /** Milliseconds since the epoch; null: written with what is known today in mind, which does not make it right. */
  readonly createdAt: number | null
}

export interface RetiredStatement {
  readonly id: EntryId
  readonly status: 'superseded' | 'deleted' | 'expired' | 'archived' | 'rejected'
  readonly statement: string
  /** What holds in its place. */
  readonly replacement: string | null
  /** Milliseconds since the epoch: what was said later may be news that memory does not have yet. */
  readonly retiredAt: number
  /** The person's day from which on the replacement holds, where an entry says so. */
  readonly since: string | null
}

/** The statements of a memory that hold no more, and how they are found in texts (MEM-17). */
export interface RetiredStatements {
  /** Those that the text states, in the order of the memory. */
  in(text: StatingText): readonly RetiredStatement[]
}

interface Retired extends RetiredStatement {
  readonly forms: readonly StatementForm[]
  /** Messages that say what holds instead: they need no note. */
  readonly announcedIn: ReadonlySet<string>
}

const mostNotes = 3

export function readRetired(view: MemoryView): RetiredStatements {
  const entries = [...view.entries.values()]
  const holding = new Set(entries.filter(({ status }) => status === 'active').map(({ facts }) => facts.of(fingerprintOf)))
  const retired = entries
    .flatMap((entry) => (isOver(entry.status) && !holding.has(entry.facts.of(fingerprintOf)) ? retire(entry, view) : changedByHand(entry)))
    .sort((a, b) => over.indexOf(a.status) - over.indexOf(b.status))
  return {
    in({ messageId, text, createdAt }) {
      if (retired.length === 0) return []
      const said = new SaidText(text)
      const isMeant = ({ retiredAt, announcedIn }: Retired): boolean =>
        (createdAt === null || createdAt <= retiredAt) && !(messageId !== null && announcedIn.has(messageId))
      return retired.filter((statement) => isMeant(statement) && statement.forms.some((form) => said.states(form))).slice(0, mostNotes)
    },
  }
}

/** Those that say more first: a note has room for a few. What waits is no statement of memory yet. */
const over = ['superseded', 'deleted', 'expired', 'archived', 'rejected'] as const satisfies readonly EntryStatus[]

const isOver = (status: EntryStatus): status is RetiredStatement['status'] => over.some((known) => known === status)

function retire(entry: EntryView, view: MemoryView): Retired[] {
  const statement = statementOf(entry.text)
  const { status } = entry
  if (statement === '' || !isOver(status)) return []
  // A line that was joined to another one, or became a heading, was not taken back.
  if (entry.mergedInto !== null) return []
  const successor = status === 'superseded' ? liveSuccessor(view, entry.id) : null
  const live = successor?.status === 'active' && successor.id !== entry.id ? successor : null
  const sources = (live?.provenance ?? []).flatMap((source) => (isMessageSource(source) ? [source.messageId] : []))
  return [
    {
      id: entry.id,
      status,
      statement,
      replacement: live === null ? null : statementOf(live.text),
      since: live?.validFrom ?? null,
      retiredAt: retiredAt(entry, view),
      // The words that a rejected conclusion was drawn from may be as true as ever.
      forms: [statement, ...(status === 'rejected' ? [] : entry.provenance.map(({ quote }) => quote))].flatMap((form) => statementForm(form) ?? []),
      announcedIn: new Set(sources),
    },
  ]
}

/** A line that the person gave another value says no more what the message says that it came from. */
function changedByHand(entry: EntryView): Retired[] {
  const { id, status, updatedAt, text } = entry
  if (status !== 'active' || updatedAt === null) return []
  const topic = topicOfEntry(entry)
  if (topic === null) return []
  return entry.provenance.flatMap((source) => {
    if (source.at > updatedAt || topicOf(source.quote) !== topic || saysAsMuch(statementOf(text), source.quote)) return []
    const statement = source.quote.trim().replace(/[.!。！]+$/, '')
    const forms = [source.quote, predicateOf(source.quote)].flatMap((form) => statementForm(form) ?? [])
    return [{ id, status: 'superseded' as const, statement, replacement: statementOf(text), since: null, retiredAt: updatedAt, forms, announcedIn: new Set<string>() }]
  })
}

const saysAsMuch = (statement: string, quote: string): boolean => isGrounded(predicateOf(quote), statement) || isGrounded(statement, quote)

const dayMs = 86_400_000

function retiredAt(entry: EntryView, view: MemoryView): number {
  if (entry.status === 'deleted') return entry.deletedAt ?? 0
  if (entry.status === 'archived') return entry.archivedAt ?? 0
  if (entry.status === 'rejected') return entry.rejectedAt ?? 0
  // The end of the day where it ends first.
  if (entry.status === 'expired') return entry.effectiveExpiry === null ? 0 : Date.parse(entry.effectiveExpiry) + dayMs
  const by = entry.supersededBy === null ? undefined : view.entries.get(entry.supersededBy)
  return Math.max(by?.acceptedAt ?? 0, by?.supersedes.find(({ id }) => id === entry.id)?.at ?? 0)
}

/** What stands behind a text that states these; '' where it states none. The same memory gives the same bytes. */
export function noteOn(statements: readonly RetiredStatement[], timeZone?: string): string {
  return statements.map((statement) => `[Note: ${wordingOf(statement, timeZone)}]`).join(' ')
}

function wordingOf({ status, statement, replacement, since, retiredAt }: RetiredStatement, timeZone?: string): string {
  const day = since ?? localDateAt(retiredAt, timeZone)
  switch (status) {
    case 'deleted':
      return `the person has removed this from memory, do not rely on it: "${statement}".`
    case 'archived':
      return `the person has let go of this: "${statement}".`
    case 'rejected':
      return `the person did not want this kept in memory: "${statement}".`
    case 'expired':
      return `no longer holds, it was meant for a time that is over: "${statement}".`
    case 'superseded':
      return replacement === null ? `no longer holds since ${day}: "${statement}".` : `no longer holds: "${statement}". Since ${day}: "${replacement}".`
  }
}
