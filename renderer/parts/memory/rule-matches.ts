import type { EntryId } from '@shared/ids'
import { statementOf } from '@shared/memory/profile-markdown'
import { entriesWith, type EntryView, type MemoryView } from '@shared/memory/view'
import { matchesRule, topicOf } from '@shared/memory/words'

/** Proposals that wait and are about these words. */
export function proposalsAbout(view: MemoryView, words: string): readonly EntryId[] {
  if (words.trim() === '') return []
  const rule = { kind: 'topic', text: words } as const
  return entriesWith(view, 'proposed').flatMap((entry) => (matchesRule(rule, spokenWords(entry)) ? [entry.id] : []))
}

const spokenWords = (entry: EntryView): string => [entry.text, entry.topic ?? '', ...entry.provenance.map(({ quote }) => quote)].join('\n')

/** What a rule about this line is likely to be called; the person changes it. */
export const suggestedTopic = (entry: EntryView): string => entry.topic || topicOf(statementOf(entry.text)) || statementOf(entry.text)
