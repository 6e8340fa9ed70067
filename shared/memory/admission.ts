import { topicOfEntry, topicOfStatement } from './conflicts'
import { isMessageSource } from './layout'
import { isGrounded, speaksOfTime } from './grounded'
import type { ProposalDraft, SubmitContext } from './submit'
import { acceptLevelOf, entriesWith, type MemoryView } from './view'
import { fingerprintOf, isPlainStatement, isSensitive } from './words'

/**
 * Whether a proposal is taken up without asking, by the level of its section. MEM-8: what is not the person's own
 * words never is.
 */
export function admitsByRule(draft: ProposalDraft, view: MemoryView, context: SubmitContext): boolean {
  if (draft.isUntrusted || draft.author.kind === 'import' || draft.author.kind === 'tool') return false
  if (!draft.provenance.every((source) => isMessageSource(source) && context.sourceText(source.messageId) !== null)) return false
  switch (acceptLevelOf(view, draft.sectionId)) {
    case 'review-all':
      return false
    case 'plain-statements':
      return draft.change === 'add' && isPlain(draft, context) && !isSensitive(wordsOf(draft)) && !contradicts(draft, view)
    case 'all-but-untrusted':
      // What the person pinned or asked for is not replaced by a conclusion.
      return draft.basis !== 'inferred' || draft.targets.every((id) => isReplaceable(view, id))
  }
}

const wordsOf = (draft: ProposalDraft): string => [draft.text, ...draft.provenance.map(({ quote }) => quote)].join('\n')

function isReplaceable(view: MemoryView, id: ProposalDraft['targets'][number]): boolean {
  const target = view.entries.get(id)
  return target !== undefined && !target.isPinned && target.basis === 'inferred'
}

/** Said by the person about themselves, in so many words, and no more than that. */
function isPlain(draft: ProposalDraft, context: SubmitContext): boolean {
  return (
    draft.basis !== 'inferred' &&
    draft.provenance.every((source) => {
      const message = isMessageSource(source) ? context.sourceText(source.messageId) : null
      // MEM-7: a line that ends on a day which nobody spoke of would vanish by itself.
      const hasItsDay = draft.expiresOn === undefined || speaksOfTime(source.quote)
      return message !== null && hasItsDay && isPlainStatement(source.quote, message) && isGrounded(draft.text, source.quote)
    })
  )
}

function contradicts(draft: ProposalDraft, view: MemoryView): boolean {
  const topic = topicOfStatement(draft.text, draft.topic)
  if (topic === null) return false
  const print = fingerprintOf(draft.text)
  return entriesWith(view, 'active', 'expired').some(
    (entry) => topicOfEntry(entry) === topic && entry.facts.of(fingerprintOf) !== print,
  )
}
