import { useState } from 'react'
import { saidAt, type Conflict } from '@shared/memory/conflicts'
import { statementOf } from '@shared/memory/profile-markdown'
import type { EntryView } from '@shared/memory/view'
import { useMemoryText, type MemoryText } from '@renderer/i18n/memory-text'
import { CardFrame, type CardPlace } from './card-frame'
import { HistoryDialog } from './both-dialog'
import { KeyButton } from './key-button'
import { LineEditor } from './line-editor'
import type { MemoryActions } from './memory-actions'
import { topicLabel } from './rule-matches'
import { StatementSide } from './statement-side'

interface ConflictCardProps {
  conflict: Conflict
  actions: MemoryActions
  place?: CardPlace
}

/** Statements that cannot all hold, each with when and where it was said: keep one, keep both as history, or write what holds. */
export function ConflictCard({ conflict, actions, place }: ConflictCardProps) {
  const text = useMemoryText()
  const [isEditing, setEditing] = useState(false)
  const [isAskingBoth, setAskingBoth] = useState(false)
  const { entries } = conflict
  const winner = entries.find(({ id }) => id === conflict.winner) ?? entries[0]
  if (winner === undefined) return null
  const others = (kept: EntryView) => entries.filter(({ id }) => id !== kept.id).map(({ id }) => id)
  const keep = (entry: EntryView) => actions.keepInstead(entry.id, others(entry))
  const edit = () => setEditing(true)
  const askBoth = () => setAskingBoth(true)
  const name = entries.map((entry) => statementOf(entry.text)).join(' / ')
  const byNumber = Object.fromEntries(entries.slice(0, 9).map((entry, index) => [String(index + 1), () => keep(entry)]))

  return (
    <CardFrame
      kind={text.kind.conflict}
      sectionId={winner.sectionId}
      topic={winner.topic}
      name={`${text.kind.conflict}: ${name}`}
      keys={isEditing ? {} : { ...byNumber, e: edit, h: askBoth }}
      {...(place && { place })}
    >
      <p className="text-sm text-muted">{hintOf(conflict, text)}</p>
      <ol className="my-2 flex flex-col gap-2">
        {entries.map((entry, index) => (
          <StatementSide
            key={entry.id}
            entry={entry}
            policy={entry.id === conflict.winner ? policyOf(conflict, text) : null}
            action={
              <KeyButton label={text.conflict.keep(statementOf(entry.text))} shortcut={String(index + 1)} onClick={() => keep(entry)}>
                {text.conflict.keepThis}
              </KeyButton>
            }
          />
        ))}
      </ol>
      {isEditing ? (
        <LineEditor
          initial={statementOf(winner.text)}
          saveLabel={text.saveAndAccept}
          onCancel={() => setEditing(false)}
          onSave={(wording) => actions.settleWith(winner.id, others(winner), wording)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <KeyButton label={text.conflict.both} shortcut="h" onClick={askBoth}>
            {text.conflict.both}
          </KeyButton>
          <KeyButton label={text.editLabel(name)} shortcut="e" onClick={edit}>
            {text.conflict.edit}
          </KeyButton>
        </div>
      )}
      {isAskingBoth && (
        <HistoryDialog
          entries={entries}
          winner={winner}
          onClose={() => setAskingBoth(false)}
          onConfirm={(current, since) => actions.keepBothAsHistory(current.id, others(current), since)}
        />
      )}
    </CardFrame>
  )
}

function hintOf({ kind, entries }: Conflict, text: MemoryText): string {
  if (kind === 'edited-while-replaced') return text.conflict.editedMeanwhile
  if (kind === 'both-replaced') return text.conflict.bothReplaced
  const topic = entries.find((entry) => entry.topic)?.topic
  return topic ? text.conflict.hint(topicLabel(topic, text)) : text.conflict.hintPlain
}

/** Which of the rules made it count, by the first one that tells it from the others. */
function policyOf({ entries, winner }: Conflict, text: MemoryText): string {
  const first = entries.find(({ id }) => id === winner)
  const losers = entries.filter(({ id }) => id !== winner)
  if (first === undefined) return text.conflict.usedForNow
  if (first.basis !== 'inferred' && losers.every(({ basis }) => basis === 'inferred')) return text.conflict.policy.explicit
  if (first.isPinned && losers.every(({ isPinned }) => !isPinned)) return text.conflict.policy.pinned
  return losers.every((loser) => saidAt(loser) <= saidAt(first)) ? text.conflict.policy.newer : text.conflict.usedForNow
}
