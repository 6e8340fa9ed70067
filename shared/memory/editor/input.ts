import { wordsOf } from '../../context/recall/words'
import type { MessageId, SectionId, SessionId } from '../../ids'
import { estimateTokens } from '../../providers/estimate-tokens'
import { takeMessages, type ExcerptLimits, type NamedSpeech } from '../../sessions/excerpt'
import type { Speech } from '../../sessions/speech'
import { isMessageSource } from '../layout'
import { statementOf } from '../profile-markdown'
import { isDefaultSection } from '../seed'
import { foreignSpans } from '../words/own-prose'
import { entriesWith, type EntryView, type MemoryView, type SectionView } from '../view'

/** What the editor is shown, with the short names by which it may refer to it. */
export interface EditorInput {
  /** The new messages; only these may be cited. */
  readonly messages: readonly NamedSpeech[]
  /** What was said just before, to understand them by. */
  readonly before: readonly Speech[]
  readonly entries: readonly { readonly alias: string; readonly entry: EntryView }[]
  /** Statements that wait for the person already. */
  readonly waiting: readonly string[]
  readonly sections: readonly { readonly alias: string; readonly id: SectionId; readonly title: string }[]
  readonly neverStored: readonly string[]
  /** The newest message that this covers. */
  readonly upTo: MessageId
  /** Nothing new is left behind it. */
  readonly isAll: boolean
  /** There is text in it that nobody in the conversation wrote: of a tool or a page, pasted or quoted. */
  readonly isTainted: boolean
}

export const messageLimits: ExcerptLimits = { tokens: 6000, person: 6000, others: 600 }
const entryTokens = 3000
const messagesBefore = 2

/**
 * @param messages the session's path, oldest first; what a fork took over is left to the session that it comes from
 * @param after the newest message that was worked on before, null for none
 * @returns null where the person said nothing new
 */
export function editorInput(session: SessionId, messages: readonly Speech[], after: MessageId | null, view: MemoryView): EditorInput | null {
  // Ids sort by time: on another branch of the conversation, too, what is newer is new.
  const fresh = messages.filter(({ id, sessionId }) => sessionId === session && (after === null || id > after))
  const taken = takeMessages(fresh, messageLimits)
  const upTo = taken.at(-1)?.speech.id
  if (upTo === undefined || !fresh.some(({ who }) => who === 'person')) return null
  const start = messages.findIndex(({ id }) => id === taken[0]?.speech.id)
  const before = messages.slice(Math.max(0, start - messagesBefore), start)
  const entries = mostRelevant(entriesWith(view, 'active'), taken)
  return {
    messages: taken,
    before,
    entries: entries.map((entry, index) => ({ alias: `e${index + 1}`, entry })),
    waiting: entriesWith(view, 'proposed')
      .filter(({ text, provenance }) => text !== '' && provenance.some((source) => isMessageSource(source) && source.sessionId === session))
      .map(({ text }) => statementOf(text)),
    sections: view.sections.map(nameSection),
    neverStored: view.rules.map(({ text }) => text),
    upTo,
    isAll: taken.length === fresh.length,
    isTainted: [...taken.map(({ speech }) => speech), ...before].some(isForeign),
  }
}

const isForeign = ({ who, text }: Speech): boolean => who === 'foreign' || (who === 'person' && foreignSpans(text).length > 0)

function nameSection({ id, title }: SectionView, index: number): EditorInput['sections'][number] {
  return { alias: isDefaultSection(id) ? id : `s${index + 1}`, id, title: title ?? id }
}

/** All entries where they fit; else those that share words with what was said, then the newest, in their order. */
function mostRelevant(entries: readonly EntryView[], messages: readonly NamedSpeech[]): EntryView[] {
  const said = new Set(messages.flatMap(({ speech }) => (speech.who === 'person' ? wordsOf(speech.text) : [])))
  const ranked = entries
    .map((entry) => ({ entry, shared: wordsOf(entry.text).filter((word) => said.has(word)).length, at: entry.confirmedAt ?? entry.updatedAt ?? entry.createdAt ?? 0 }))
    .sort((a, b) => b.shared - a.shared || b.at - a.at)
  const kept = new Set<EntryView>()
  let tokens = 0
  for (const { entry } of ranked) {
    tokens += estimateTokens(entry.text) + 12
    if (tokens > entryTokens) break
    kept.add(entry)
  }
  return entries.filter((entry) => kept.has(entry))
}
