import { statementOf } from '@shared/memory/profile-markdown'
import { entriesWith, type EntryView, type MemoryView } from '@shared/memory/view'
import { contradictedBy } from './contradicted'

export type ProposalKind = 'new' | 'change' | 'merge' | 'expire' | 'remove'

/** What a proposal would do, as it is shown. */
export interface Proposal {
  readonly kind: ProposalKind
  readonly entry: EntryView
  /** The lines as they stand until now, without their bullets; several for a merge. */
  readonly before: readonly string[]
  /** '' where a line would go. */
  readonly after: string
  /** Lines that cannot hold beside it and that it does not name itself. */
  readonly contradicted: readonly EntryView[]
}

const kinds = { add: 'new', revise: 'change', supersede: 'change', merge: 'merge', expire: 'expire', remove: 'remove' } as const

export function readProposal(view: MemoryView, entry: EntryView): Proposal {
  const kind = kinds[entry.change ?? 'add']
  const isErrand = kind === 'expire' || kind === 'remove'
  const about = isErrand ? entry.targets : entry.supersedes.map(({ id }) => id)
  const before = about.flatMap((id) => {
    const statement = statementOf(view.entries.get(id)?.text ?? '')
    return statement === '' ? [] : [statement]
  })
  return { kind, entry, before, after: isErrand ? '' : statementOf(entry.text), contradicted: isErrand ? [] : contradictedBy(entry, view) }
}

/** What a proposal is called where there is room for one line: what it says, or what it is about. */
export const headlineOf = ({ after, before }: Proposal): string => after || before.join(' · ')

/** Everything that waits, in the order of the profile. */
export const openProposals = (view: MemoryView): readonly Proposal[] => entriesWith(view, 'proposed').map((entry) => readProposal(view, entry))

/** Models give numbers that mean little: only what stands out is said. */
export function confidenceWord(confidence: number | null): 'high' | 'low' | null {
  if (confidence === null) return null
  if (confidence >= 0.8) return 'high'
  return confidence < 0.5 ? 'low' : null
}
