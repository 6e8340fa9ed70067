import type { LocalDate } from '../../clock'
import type { EntryId } from '../../ids'
import { fail, ok, type Result } from '../../result'
import type { Speech } from '../../sessions/speech'
import { isGrounded } from '../grounded'
import type { Author, MessageSource } from '../layout'
import type { ProposalDraft } from '../submit'
import { languageOf } from '../words/language'
import { foreignSpans, ownProse, proseWithQuotes } from '../words/own-prose'
import { quoteOccurs } from '../words/quote'
import { hasRelativeDay, readDay } from './days'
import type { EditorInput } from './input'
import type { EditorOperation } from './output'

/** Why an operation goes no further; the checks of `submit` come after these. */
export type EditorRefusal =
  | 'unknown-message'
  | 'unknown-entry'
  | 'unknown-section'
  | 'changed-since'
  | 'not-the-person'
  | 'quote-not-in-source'
  | 'wrong-shape'
  | 'wrong-language'
  | 'not-a-day'
  | 'relative-day'

/** An operation that refers to what is there; `confirm` is no proposal. */
export type CheckedOperation =
  | { readonly kind: 'proposal'; readonly draft: ProposalDraft }
  | { readonly kind: 'confirm'; readonly entry: EntryId; readonly source: MessageSource }

type Checked<Value> = Result<Value, EditorRefusal>

/** Turns what a model wrote into what may be submitted. Nothing in it is believed but what can be looked up. */
export function checkOperation(operation: EditorOperation, input: EditorInput, author: Author): Checked<CheckedOperation> {
  const speech = input.messages.find(({ alias }) => alias === operation.message)?.speech
  if (speech === undefined) return fail('unknown-message')
  const source = readSource(operation.quote, speech)
  if (!source.ok) return source
  const entries = operation.entries.map((alias) => input.entries.find((entry) => entry.alias === alias)?.entry)
  const targets = [...new Set(entries.flatMap((entry) => entry?.id ?? []))]
  if (entries.includes(undefined)) return fail('unknown-entry')
  if (!hasShape(operation, targets.length)) return fail('wrong-shape')
  if (operation.op === 'confirm') return confirmation(targets, source.value)
  const section = readSection(operation, entries[0]?.sectionId, input)
  if (!section.ok) return section
  const statement = readStatement(operation, speech)
  if (!statement.ok) return statement
  const days = readDays(operation)
  if (!days.ok) return days
  return ok({
    kind: 'proposal',
    draft: {
      change: operation.op,
      targets,
      sectionId: section.value,
      text: statement.value,
      topic: topicOf(operation),
      basis: operation.basis,
      isUntrusted: source.value.isForeign || (input.isTainted && !saysOnly(operation.quote, statement.value)),
      author,
      provenance: [source.value.source],
      ...(operation.reason?.trim() ? { reason: operation.reason.trim() } : {}),
      ...(isShare(operation.confidence) ? { confidence: operation.confidence } : {}),
      ...days.value,
    },
  })
}

/**
 * MEM-8: a model that has read outside text may speak its words. What goes beyond the person's own quote, or takes
 * something away, is then as little trusted as that text.
 */
const saysOnly = (quote: string, statement: string): boolean => statement !== '' && isGrounded(statement, quote)

interface Source {
  readonly source: MessageSource
  /** The words are not the person's own: outside text, or something they pasted or quoted. */
  readonly isForeign: boolean
}

function readSource(quote: string, speech: Speech): Checked<Source> {
  if (speech.who === 'assistant') return fail('not-the-person')
  if (!quoteOccurs(quote, speech.text)) return fail('quote-not-in-source')
  const source: MessageSource = { sessionId: speech.sessionId, messageId: speech.id, quote: quote.trim(), at: speech.at }
  return ok({ source, isForeign: speech.who === 'foreign' || !isOwn(quote, speech.text) })
}

/** A quote may hold a title in quotation marks; one that lies inside of them is somebody else's. */
function isOwn(quote: string, text: string): boolean {
  if (!quoteOccurs(quote, proseWithQuotes(text))) return false
  return quoteOccurs(quote, ownProse(text)) || foreignSpans(quote).length > 0
}

function confirmation([entry]: readonly EntryId[], { source, isForeign }: Source): Checked<CheckedOperation> {
  if (isForeign || entry === undefined) return fail('not-the-person')
  return ok({ kind: 'confirm', entry, source })
}

const isErrand = ({ op }: EditorOperation): boolean => op === 'expire' || op === 'remove' || op === 'confirm'

function hasShape(operation: EditorOperation, targets: number): boolean {
  if (!isErrand(operation) && !operation.text?.trim()) return false
  switch (operation.op) {
    case 'add':
      return targets === 0
    case 'revise':
    case 'confirm':
      return targets === 1
    case 'merge':
      return targets >= 2
    default:
      return targets >= 1
  }
}

function readSection({ section }: EditorOperation, own: ProposalDraft['sectionId'] | undefined, input: EditorInput): Checked<ProposalDraft['sectionId']> {
  if (section === null) return own === undefined ? fail('unknown-section') : ok(own)
  const named = input.sections.find(({ alias }) => alias === section)
  return named === undefined ? fail('unknown-section') : ok(named.id)
}

/** MEM-14: memory speaks the person's language, and of days by their date. */
function readStatement(operation: EditorOperation, speech: Speech): Checked<string> {
  const text = isErrand(operation) ? '' : (operation.text ?? '').trim()
  if (text === '') return ok('')
  const language = languageOf(text)
  const spoken = [languageOf(operation.quote), languageOf(speech.text)]
  if (language !== 'other' && !spoken.includes(language) && !spoken.includes('other')) return fail('wrong-language')
  return hasRelativeDay(text) ? fail('relative-day') : ok(text)
}

function readDays({ validFrom, expiresOn }: EditorOperation): Checked<{ validFrom?: LocalDate; expiresOn?: LocalDate }> {
  const from = validFrom === null ? null : readDay(validFrom)
  const until = expiresOn === null ? null : readDay(expiresOn)
  const isUnreal = (validFrom !== null && from === null) || (expiresOn !== null && until === null)
  if (isUnreal || (from !== null && until !== null && from > until)) return fail('not-a-day')
  return ok({ ...(from !== null && { validFrom: from }), ...(until !== null && { expiresOn: until }) })
}

function topicOf({ topic }: EditorOperation): string | null {
  const words = topic?.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase() ?? ''
  return words === '' || words.length > 40 ? null : words
}

const isShare = (value: number | null): value is number => value !== null && value >= 0 && value <= 1
