import { wordsOf } from '../../context/recall/words'
import { comparable } from './normal'
import { sensitiveCategoriesOf } from './sensitive'
import { topicOf } from './topic'
import { topicsNamed } from './topic-names'

/** What is never stored: a topic in words, a category of `sensitiveCategories`, or a text with `*` for anything. */
export interface ExclusionRule {
  readonly kind: 'topic' | 'category' | 'pattern'
  readonly text: string
}

/** Whether a text falls under a rule. A rule without words matches nothing. */
export function matchesRule(rule: ExclusionRule, text: string): boolean {
  switch (rule.kind) {
    case 'topic':
      return matchesTopic(rule.text, text)
    case 'category':
      return sensitiveCategoriesOf(text).some((category) => category === comparable(rule.text))
    case 'pattern':
      return matchesPattern(comparable(rule.text), comparable(text))
  }
}

/** Every word of the topic occurs, in any form; a Chinese one stands there as it is; or a line of the text is about it. */
function matchesTopic(topic: string, text: string): boolean {
  return saysTopic(topic, text) || isAbout(topicsNamed(topic), text)
}

/** "Home city" is what "Lives in Lyon" is about, without a word in common. A topic's own key counts too. */
function isAbout(topics: readonly string[], text: string): boolean {
  if (topics.length === 0) return false
  return text.split('\n').some((line) => topics.includes(line.trim()) || topics.includes(topicOf(line) ?? ''))
}

function saysTopic(topic: string, text: string): boolean {
  const plain = comparable(topic)
  if (/\p{Script=Han}/u.test(plain)) return comparable(text).includes(plain)
  const wanted = wordsOf(plain)
  const there = new Set(wordsOf(text))
  return wanted.length > 0 && wanted.every((word) => there.has(word))
}

function matchesPattern(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.trim()).filter((part) => part !== '')
  let from = 0
  for (const part of parts) {
    const at = text.indexOf(part, from)
    if (at === -1) return false
    from = at + part.length
  }
  return parts.length > 0
}
