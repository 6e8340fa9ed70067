import type * as Y from 'yjs'
import * as z from 'zod'
import type { EntryId } from '../ids'
import { topicOfEntry, topicOfStatement } from './conflicts'
import { isMessageSource, type Provenance, type Scope } from './layout'
import type { ProposalDraft, Refusal } from './submit'
import type { EntryView, MemoryView } from './view'
import { fingerprintOf, quoteOccurs } from './words'

const settledSchema = z.object({ kind: z.enum(['rejected', 'deleted']), at: z.number() })
export type Settled = z.infer<typeof settledSchema>

/** Fingerprints of what was rejected or deleted and has left the document since. */
export const settledOf = (doc: Y.Doc): Y.Map<unknown> => doc.getMap('settled')

export interface Repeat {
  readonly refusal: Extract<Refusal, 'known' | 'rejected-before' | 'deleted-before'>
  readonly id?: EntryId
}

/** MEM-3, MEM-4: what is known, waits, was rejected or was deleted is not proposed again, in other words neither. */
export function findRepeat(doc: Y.Doc, view: MemoryView, draft: ProposalDraft): Repeat | null {
  const all = [...view.entries.values()]
  const print = fingerprintOf(draft.text)
  const same = all.filter((entry) => isSameProposal(entry, draft, print))
  for (const [refusal, statuses] of order) {
    const found = same.find((entry) => statuses.includes(entry.status))
    if (found !== undefined) return { refusal, id: found.id }
  }
  const settled = draft.text === '' ? undefined : settledSchema.safeParse(settledOf(doc).get(print)).data
  return settled === undefined ? null : { refusal: settled.kind === 'deleted' ? 'deleted-before' : 'rejected-before' }
}

/** The person's no counts for more than a line that is there, and a line that holds for more than one that did. */
const order: readonly (readonly [Repeat['refusal'], readonly EntryView['status'][]])[] = [
  ['rejected-before', ['rejected']],
  ['deleted-before', ['deleted']],
  ['known', ['active']],
  ['known', ['proposed']],
  ['known', ['expired', 'archived', 'superseded']],
]

function isSameProposal(entry: EntryView, draft: ProposalDraft, print: string): boolean {
  const isErrand = draft.change === 'expire' || draft.change === 'remove'
  if (isErrand) return entry.change === draft.change && hasSameTargets(entry, draft) && sharesSource(entry, draft)
  if (entry.text === '' || entry.mergedInto !== null) return false
  if (entry.facts.of(fingerprintOf) === print) return (isCurrent(entry) && isKnownIn(entry.scope, draft.scope)) || sharesSource(entry, draft) || wasRefused(entry)
  return (wasRefused(entry) || wasReworded(entry)) && sharesSource(entry, draft) && isAboutTheSame(entry, draft)
}

const isCurrent = ({ status }: EntryView): boolean => status === 'active' || status === 'proposed'

const wasRefused = ({ status }: EntryView): boolean => status === 'rejected' || status === 'deleted'

const wasReworded = ({ editedBy, updatedAt }: EntryView): boolean => editedBy !== null || updatedAt !== null

/** A line of one session is not known elsewhere. */
const isKnownIn = (known: Scope, wanted: Scope = { kind: 'everywhere' }): boolean =>
  known.kind === 'everywhere' || (known.kind === wanted.kind && known.id === wanted.id)

/** In other words: on one topic, or, where there is none, from the same words of the person. */
function isAboutTheSame(entry: EntryView, draft: ProposalDraft): boolean {
  const topics = [entry.topic, topicOfEntry(entry)]
  const topic = topicOfStatement(draft.text, draft.topic)
  return topic === null ? topics.every((known) => known === null) && sharesWords(entry, draft) : topics.includes(topic)
}

const sharesWords = (entry: EntryView, draft: ProposalDraft): boolean =>
  draft.provenance.some((source) =>
    entry.provenance.some((known) => sourceOf(known) === sourceOf(source) && (quoteOccurs(source.quote, known.quote) || quoteOccurs(known.quote, source.quote))),
  )

const hasSameTargets = (entry: EntryView, draft: ProposalDraft): boolean =>
  entry.targets.length === draft.targets.length && draft.targets.every((id) => entry.targets.includes(id))

const sourceOf = (source: Provenance): string => (isMessageSource(source) ? source.messageId : `import:${source.name}`)

/** A fact that was replaced may become true again, but not by reading the same message a second time. */
function sharesSource(entry: EntryView, draft: ProposalDraft): boolean {
  const known = new Set(entry.provenance.map(sourceOf))
  return draft.provenance.some((source) => known.has(sourceOf(source)))
}
