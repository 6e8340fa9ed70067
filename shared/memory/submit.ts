import * as Y from 'yjs'
import type { LocalDate } from '../clock'
import type { EntryId, MessageId, SectionId } from '../ids'
import { admitsByRule } from './admission'
import { contentId } from './content-id'
import { accept, acceptByRule, confirm, keepInstead, reaffirm } from './decisions'
import {
  compareStrings,
  entriesOf,
  isMessageSource,
  sourceKey,
  type Author,
  type Basis,
  type Entry,
  type ProposalChange,
  type Provenance,
  type Scope,
} from './layout'
import { change, createEntry, editEntry, type MemoryWriter } from './operations'
import { keyBetween } from './order'
import { findRepeat } from './repeats'
import { applySeed } from './seed'
import { lastOrderIn, nextOrderAfter } from './positions'
import { liveSuccessor, readMemory, type EntryView, type MemoryView } from './view'
import { hasSecret, matchesRule, quoteOccurs } from './words'

/** A change of memory that somebody wants: a model, a rule for what was said, an import, the person by a button. */
export interface ProposalDraft {
  readonly change: ProposalChange
  /** The lines it is about: one to revise or supersede, several to merge, expire or remove, none to add. */
  readonly targets: readonly EntryId[]
  readonly sectionId: SectionId
  /** One line; empty to expire or remove. */
  readonly text: string
  readonly topic: string | null
  readonly basis: Basis
  /** Its words are not the person's own. */
  readonly isUntrusted: boolean
  readonly author: Author
  readonly provenance: readonly Provenance[]
  readonly reason?: string
  readonly confidence?: number
  readonly validFrom?: LocalDate
  readonly expiresOn?: LocalDate
  readonly scope?: Scope
  readonly isPinned?: boolean
}

export interface SubmitContext {
  /** The person's own visible words in that message; null: not known, or not the person's. */
  readonly sourceText: (message: MessageId) => string | null
  /** What a message says that is not the person's own (an answer, a tool's result, a file). */
  readonly otherText?: (message: MessageId) => string | null
  readonly today: LocalDate
  /** The person asked for exactly this: taken up at once, also where it was rejected before. */
  readonly isByPerson?: boolean
}

export type Refusal =
  | 'no-provenance'
  | 'quote-not-in-source'
  | 'secret'
  | 'excluded'
  | 'known'
  | 'rejected-before'
  | 'deleted-before'
  | 'unknown-target'
  | 'empty'
  | 'too-long'

export type Submitted =
  | { readonly id: EntryId; readonly outcome: 'accepted' | 'proposed' }
  | { readonly refusal: Refusal; readonly id?: EntryId }

const longestText = 500

/**
 * The only way into memory for whatever was not typed into the profile. What comes in is checked (MEM-6, MEM-8,
 * MEM-11), compared with what is known and with what was rejected or deleted before (MEM-4), and then waits for the
 * person, unless they asked for it or their section's level takes it up. Never throws on what a draft says.
 */
export function submit(writer: MemoryWriter, draft: ProposalDraft, context: SubmitContext): Submitted {
  const view = writer.view?.() ?? readMemory(writer.doc)
  const tidy = { ...draft, text: draft.text.replace(/\s+/g, ' ').trim() }
  const refusal = refuse(tidy, view, context)
  if (refusal !== null) return { refusal }
  const isByPerson = context.isByPerson === true
  const repeat = findRepeat(writer.doc, view, tidy)
  if (repeat?.refusal === 'known' && repeat.id !== undefined) return meetKnown(writer, view, tidy, repeat.id, isByPerson)
  if (repeat !== null && !isByPerson) return repeat
  const isTaken = isByPerson || admitsByRule(tidy, view, context)
  const id = writeProposal(writer, tidy, view)
  if (isByPerson) accept(writer, id)
  else if (isTaken) acceptByRule(writer, id)
  return { id, outcome: isTaken ? 'accepted' : 'proposed' }
}

/** It is there already: said again by the person it holds on; asked for, it is taken up. */
function meetKnown(writer: MemoryWriter, view: MemoryView, draft: ProposalDraft, id: EntryId, isByPerson: boolean): Submitted {
  const status = view.entries.get(id)?.status
  if (isByPerson && status !== 'active') {
    change(writer, () => takeUpAgain(writer, view, id))
    return { id, outcome: 'accepted' }
  }
  if (status === 'active' && !draft.isUntrusted) reaffirm(writer, id, draft.provenance)
  return { refusal: 'known', id }
}

/** A proposal keeps the day on which it ends; what had ended or was replaced holds again. */
function takeUpAgain(writer: MemoryWriter, view: MemoryView, id: EntryId): void {
  const status = view.entries.get(id)?.status
  if (status === 'superseded') {
    const successor = liveSuccessor(view, id)
    return keepInstead(writer, id, ...(successor?.status === 'active' ? [successor.id] : []))
  }
  accept(writer, id)
  if (status !== 'proposed') confirm(writer, id)
}

function refuse(draft: ProposalDraft, view: MemoryView, context: SubmitContext): Refusal | null {
  const isErrand = draft.change === 'expire' || draft.change === 'remove'
  if (draft.text === '' && !isErrand) return 'empty'
  if (draft.text.length > longestText) return 'too-long'
  if (draft.provenance.length === 0) return 'no-provenance'
  const words = [draft.text, draft.topic ?? '', draft.reason ?? '', ...draft.provenance.map(({ quote }) => quote)].join('\n')
  if (hasSecret(words)) return 'secret'
  if (!draft.provenance.every((source) => isInSource(source, draft, context))) return 'quote-not-in-source'
  if (view.rules.some((rule) => matchesRule(rule, words))) return 'excluded'
  const needsTarget = draft.change !== 'add'
  if (needsTarget && (draft.targets.length === 0 || !draft.targets.every((id) => isLive(view.entries.get(id))))) return 'unknown-target'
  return null
}

const isLive = (entry: EntryView | undefined): boolean => entry?.status === 'active' || entry?.status === 'expired'

/** MEM-6: what is quoted has to stand in the message; words that are not the person's count for untrusted drafts only. */
function isInSource(source: Provenance, draft: ProposalDraft, context: SubmitContext): boolean {
  if (!isMessageSource(source)) return true
  const own = context.sourceText(source.messageId)
  if (own !== null && quoteOccurs(source.quote, own)) return true
  if (!draft.isUntrusted && context.isByPerson !== true) return false
  const other = context.otherText?.(source.messageId) ?? null
  return other !== null && quoteOccurs(source.quote, other)
}

/**
 * Writes a proposal so that doing it twice, also on two devices, makes one: what it says is seeded under an id made
 * of it; where it stands is an ordinary field.
 */
function writeProposal(writer: MemoryWriter, draft: ProposalDraft, view: MemoryView): EntryId {
  const target = draft.targets.map((id) => view.entries.get(id)).find((entry) => entry !== undefined)
  const content = contentOf(draft, target)
  const { id, seed } = contentId(JSON.stringify(content))
  // In a transaction of its own: inside another one Yjs would take the seed's writer for a second one with our id.
  applySeed(writer.doc, seed, (doc) => writeContent(doc, id, content), writer.origin)
  const order = target === undefined ? lastOrderIn(writer.doc, draft.sectionId) : target.order
  const next = target === undefined ? null : nextOrderAfter(writer.doc, target)
  const place = keyBetween(order, next, writer.doc.clientID)
  const fields = entriesOf(writer.doc).get(id)
  if (fields === undefined) return recreate(writer, draft, content, place)
  change(writer, () => {
    if (!fields.has('order')) fields.set('order', place)
  })
  return id
}

type Content = readonly (readonly [key: string, value: unknown])[]

/** Everything that is the same wherever the proposal is made, in one order. */
function contentOf(draft: ProposalDraft, target: Entry | undefined): Content {
  const at = Math.max(...draft.provenance.map((source) => source.at))
  const isErrand = draft.change === 'expire' || draft.change === 'remove'
  const claim = { by: 'change', at }
  const optional: Content = [
    ['topic', draft.topic ?? undefined],
    ['basis', draft.basis === 'explicit' ? undefined : draft.basis],
    ['isUntrusted', draft.isUntrusted || undefined],
    ['reason', draft.reason?.slice(0, longestText)],
    ['confidence', draft.confidence],
    ['validFrom', draft.validFrom],
    ['expiresOn', draft.expiresOn],
    ['scope', draft.scope === undefined || draft.scope.kind === 'everywhere' ? undefined : draft.scope],
    ['pinned', draft.isPinned === true || (target?.isPinned === true && !isErrand) || undefined],
  ]
  return [
    ['text', draft.text],
    ['sectionId', draft.sectionId],
    ['author', draft.author],
    ['createdAt', at],
    ['change', draft.change],
    ...optional.filter(([, value]) => value !== undefined),
    ...[...draft.targets].sort(compareStrings).map((id) => (isErrand ? ([`target/${id}`, true] as const) : ([`supersedes/${id}`, claim] as const))),
    ...[...draft.provenance].map((source) => [sourceKey(source), source] as const).sort(([a], [b]) => compareStrings(a, b)),
  ]
}

function writeContent(doc: Y.Doc, id: EntryId, content: Content): void {
  const fields = new Y.Map<unknown>()
  entriesOf(doc).set(id, fields)
  for (const [key, value] of content) fields.set(key, key === 'text' ? new Y.Text(String(value)) : value)
}

/** It was there and was taken away for good, but the person wants it again: as an entry of its own. */
function recreate(writer: MemoryWriter, draft: ProposalDraft, content: Content, order: string): EntryId {
  const id = createEntry(writer, { text: draft.text, sectionId: draft.sectionId }, draft.sectionId, order)
  editEntry(writer, id, (fields) => {
    for (const [key, value] of content) if (key !== 'text') fields.set(key, value)
  })
  return id
}
