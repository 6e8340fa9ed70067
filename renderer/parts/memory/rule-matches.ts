import type { EntryId } from '@shared/ids'
import { statementOf } from '@shared/memory/profile-markdown'
import { entriesWith, type EntryView, type MemoryView } from '@shared/memory/view'
import { matchesRule, topicOf } from '@shared/memory/words'
import type { MemoryText } from '@renderer/i18n/memory-text'

/** Proposals that wait and are about these words. */
export function proposalsAbout(view: MemoryView, words: string): readonly EntryId[] {
  if (words.trim() === '') return []
  const rule = { kind: 'topic', text: words } as const
  return entriesWith(view, 'proposed').flatMap((entry) => (matchesRule(rule, spokenWords(entry)) ? [entry.id] : []))
}

const spokenWords = (entry: EntryView): string => [entry.text, entry.topic ?? '', ...entry.provenance.map(({ quote }) => quote)].join('\n')

/** What a rule about this proposal is likely to be called, in the person's language; they may change it. */
export function suggestedTopic(view: MemoryView, entry: EntryView, text: MemoryText): string {
  const target = entry.targets[0] === undefined ? undefined : view.entries.get(entry.targets[0])
  const statement = statementOf(entry.text) || statementOf(target?.text ?? '')
  const topic = entry.topic || topicOf(statement)
  return topic === null ? statement : topicLabel(topic, text)
}

/** A topic that the app knows has a name in each language; others are called what the model called them. */
export function topicLabel(topic: string, text: MemoryText): string {
  const labels: Readonly<Record<string, string>> = text.topics
  return labels[topic] ?? topic
}
