import { FileWarning } from 'lucide-react'
import { useState } from 'react'
import { isMessageSource } from '@shared/memory/layout'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { Badge } from '@renderer/ui/feedback'
import { AuthorMark } from './author-mark'
import { HistoryDialog } from './both-dialog'
import { CardFrame, type CardPlace } from './card-frame'
import { InlineDiff } from './inline-diff'
import { KeyButton } from './key-button'
import { LineEditor } from './line-editor'
import type { MemoryActions } from './memory-actions'
import { formatDay } from './memory-view'
import { NeverDialog } from './never-dialog'
import { confidenceWord, headlineOf, type Proposal } from './proposal'
import { SourceLine } from './source-line'
import { StatementSide } from './statement-side'

interface ProposalCardProps {
  proposal: Proposal
  actions: MemoryActions
  /** Where it stands in a list that is gone through by keys; left out where it stands alone. */
  place?: CardPlace
}

/**
 * What is proposed, the words it rests on, and what can be done about it. While the focus is on it: a accepts, e edits,
 * x rejects, n never stores what it is about; h keeps it and what it contradicts as history.
 */
export function ProposalCard({ proposal, actions, place }: ProposalCardProps) {
  const text = useMemoryText()
  const [isEditing, setEditing] = useState(false)
  const [isAskingNever, setAskingNever] = useState(false)
  const [isAskingBoth, setAskingBoth] = useState(false)
  const { entry, before, after, contradicted } = proposal
  const losers = contradicted.map(({ id }) => id)
  const isContradiction = losers.length > 0
  const kind = isContradiction ? 'conflict' : proposal.kind
  const headline = headlineOf(proposal)
  const accept = (wording?: string) => (isContradiction ? actions.acceptInstead(entry.id, losers, wording) : actions.accept(entry.id, wording))
  const reject = () => actions.reject(entry.id)
  const edit = after === '' ? undefined : () => setEditing(true)
  const never = () => setAskingNever(true)
  const both = isContradiction ? () => setAskingBoth(true) : undefined

  return (
    <CardFrame
      kind={text.kind[kind]}
      sectionId={entry.sectionId}
      topic={entry.topic}
      name={`${text.kind[kind]}: ${headline}`}
      keys={isEditing ? {} : { a: () => accept(), e: edit, x: reject, n: never, h: both }}
      {...(place && { place })}
    >
      {isEditing ? (
        <LineEditor
          initial={after}
          saveLabel={text.saveAndAccept}
          onCancel={() => setEditing(false)}
          onSave={accept}
        />
      ) : (
        <>
          {proposal.kind === 'merge' ? <Merge before={before} after={after} /> : <InlineDiff before={before.join(' · ')} after={after} />}
          <Origin proposal={proposal} />
          {isContradiction && <Contradicted lines={contradicted} />}
          <div className="mt-2.5 flex flex-wrap gap-2">
            <KeyButton label={text.acceptLabel(headline)} shortcut="a" look="primary" onClick={() => accept()}>
              {isContradiction ? text.conflict.useNew : text.accept}
            </KeyButton>
            {edit && (
              <KeyButton label={text.editLabel(headline)} shortcut="e" onClick={edit}>
                {text.edit}
              </KeyButton>
            )}
            <KeyButton label={text.rejectLabel(headline)} shortcut="x" onClick={reject}>
              {isContradiction ? text.conflict.keepOld : text.reject}
            </KeyButton>
            {both && (
              <KeyButton label={text.conflict.both} shortcut="h" onClick={both}>
                {text.conflict.both}
              </KeyButton>
            )}
            <KeyButton label={text.neverLabel(headline)} shortcut="n" look="quiet" onClick={never}>
              {text.never}
            </KeyButton>
          </div>
        </>
      )}
      {isAskingNever && (
        <NeverDialog entry={entry} onClose={() => setAskingNever(false)} onConfirm={(words) => actions.never(words, entry.id)} />
      )}
      {isAskingBoth && (
        <HistoryDialog
          entries={[entry, ...contradicted]}
          winner={entry}
          onClose={() => setAskingBoth(false)}
          onConfirm={(current, since) =>
            actions.acceptAsHistory(entry.id, current.id, [entry.id, ...losers].filter((id) => id !== current.id), since)
          }
        />
      )}
    </CardFrame>
  )
}

/** What is in memory now and would have to go. */
function Contradicted({ lines }: { lines: Proposal['contradicted'] }) {
  const text = useMemoryText()
  return (
    <div className="mt-2 pl-5">
      <p className="mb-1 text-sm text-muted">{text.conflict.against(lines.length)}</p>
      <ul className="flex flex-col gap-2">
        {lines.map((entry) => (
          <StatementSide key={entry.id} entry={entry} policy={null} />
        ))}
      </ul>
    </div>
  )
}

function Merge({ before, after }: { before: readonly string[]; after: string }) {
  return (
    <>
      {before.map((line) => (
        <InlineDiff key={line} before={line} after="" />
      ))}
      <InlineDiff before="" after={after} />
    </>
  )
}

/** Whose words it rests on, who proposes it, from and until when it holds. */
function Origin({ proposal: { entry } }: { proposal: Proposal }) {
  const text = useMemoryText()
  const localisation = useLocalisation()
  const [first, ...others] = entry.provenance
  const until = entry.expiresOn
  const certainty = confidenceWord(entry.confidence)
  const isSaidSo = first?.quote.trim() === entry.text.trim()
  // Its author says where it comes from, and there are no other words to show.
  const isBareImport = isSaidSo && first !== undefined && !isMessageSource(first)
  return (
    <div className="mt-1.5 flex flex-col gap-1 pl-5">
      {first !== undefined && !isBareImport && <SourceLine source={first} hasQuote={!isSaidSo} />}
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-faint">
        <AuthorMark entry={entry} />
        {certainty !== null && <span>{text.confidence[certainty]}</span>}
        {others.length > 0 && <span>{text.source.more(others.length)}</span>}
        {entry.validFrom !== null && <span>{text.fromDate(formatDay(entry.validFrom, localisation))}</span>}
        {until !== null && <span>{text.untilDate(formatDay(until, localisation))}</span>}
        {entry.reason !== null && <span className="break-words">{text.why(entry.reason)}</span>}
        {entry.isUntrusted && (
          <Badge tone="warn" icon={<FileWarning size={12} aria-hidden />}>
            {text.untrusted}
          </Badge>
        )}
      </p>
    </div>
  )
}
