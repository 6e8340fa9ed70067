import { continuationOf } from '../context/continuation'
import type { Part } from '../sessions/message'

/**
 * The parts of a cut answer and of the call that went on with it, as one answer without a seam. The new call's
 * own blocks (signatures, encrypted reasoning) belong to an answer that no longer exists in that form: they are
 * dropped. What it thought is kept before the text that it went on with.
 */
export function continueParts(partial: readonly Part[], added: readonly Part[]): readonly Part[] {
  if (partial.length === 0) return added
  const kept = added.filter((part) => part.type !== 'provider')
  const textAt = kept.findIndex((part) => part.type === 'text')
  const next = kept[textAt]
  const last = partial.at(-1)
  if (next?.type !== 'text' || last?.type !== 'text') return [...partial, ...kept]
  const joined: Part = { type: 'text', text: last.text + continuationOf(last.text, next.text) }
  return [...partial.slice(0, -1), ...kept.slice(0, textAt), joined, ...kept.slice(textAt + 1)]
}
