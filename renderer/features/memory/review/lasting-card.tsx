import { useState } from 'react'
import type { LocalDate } from '@shared/clock'
import { addDays } from '@shared/memory/lifetime'
import { statementOf } from '@shared/memory/profile-markdown'
import type { EntryView } from '@shared/memory/view'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText, type MemoryText } from '@renderer/i18n/memory-text'
import { AuthorMark } from '@renderer/parts/memory/author-mark'
import { CardFrame, type CardPlace } from '@renderer/parts/memory/card-frame'
import { KeyButton } from '@renderer/parts/memory/key-button'
import { LineEditor } from '@renderer/parts/memory/line-editor'
import type { MemoryActions } from '@renderer/parts/memory/memory-actions'
import { formatDay, useToday } from '@renderer/parts/memory/memory-view'
import { SourceLine } from '@renderer/parts/memory/source-line'
import { UntilDialog } from '@renderer/parts/memory/until-dialog'

interface LastingCardProps {
  entry: EntryView
  actions: MemoryActions
  place: CardPlace
}

/** A line that is about to expire: keep it, let it go, or give it more time. */
export function ExpiringCard({ entry, actions, place }: LastingCardProps) {
  const text = useMemoryText()
  const localisation = useLocalisation()
  const today = useToday()
  const [isAskingDate, setAskingDate] = useState(false)
  const statement = statementOf(entry.text)
  const keep = () => actions.keep(entry.id)
  const letGo = () => actions.letGo([entry.id])
  const extend = () => actions.extendByDays(entry.id)
  const askDate = () => setAskingDate(true)
  const when = entry.effectiveExpiry === null ? '' : endsOn(entry.effectiveExpiry, today, text, (day) => formatDay(day, localisation))
  return (
    <CardFrame
      kind={text.kind.expiring}
      sectionId={entry.sectionId}
      topic={entry.topic}
      name={`${when}: ${statement}`}
      aside={<span className="text-warn">{when}</span>}
      keys={{ a: keep, x: letGo, e: extend, d: askDate }}
      place={place}
    >
      <Line entry={entry} />
      <div className="mt-2.5 flex flex-wrap gap-2">
        <KeyButton label={text.expiring.keepLabel(statement)} shortcut="a" onClick={keep}>
          {text.expiring.keep}
        </KeyButton>
        <KeyButton label={text.expiring.letGoLabel(statement)} shortcut="x" onClick={letGo}>
          {text.expiring.letGo}
        </KeyButton>
        <KeyButton label={text.expiring.extendLabel(statement)} shortcut="e" onClick={extend}>
          {text.expiring.extend}
        </KeyButton>
        <KeyButton label={text.expiring.dateLabel(statement)} shortcut="d" look="quiet" onClick={askDate}>
          {text.expiring.date}
        </KeyButton>
      </div>
      {isAskingDate && <UntilDialog entry={entry} onClose={() => setAskingDate(false)} onConfirm={(until) => actions.extend(entry.id, until)} />}
    </CardFrame>
  )
}

function endsOn(day: LocalDate, today: LocalDate, text: MemoryText, format: (day: LocalDate) => string): string {
  if (day === today) return text.expiring.today
  return day === addDays(today, 1) ? text.expiring.tomorrow : text.expiring.on(format(day))
}

/** A line that has not been confirmed for long: is it still true? */
export function DueCard({ entry, actions, place }: LastingCardProps) {
  const text = useMemoryText()
  const { format } = useLocalisation()
  const [isEditing, setEditing] = useState(false)
  const statement = statementOf(entry.text)
  const since = entry.confirmedAt ?? entry.updatedAt ?? entry.createdAt
  const confirm = () => actions.confirm(entry.id)
  const letGo = () => actions.letGo([entry.id])
  const edit = () => setEditing(true)
  return (
    <CardFrame
      kind={text.kind.due}
      sectionId={entry.sectionId}
      topic={entry.topic}
      name={`${text.kind.due} ${statement}`}
      aside={since !== null && text.due.since(format.date(since))}
      keys={isEditing ? {} : { a: confirm, e: edit, x: letGo }}
      place={place}
    >
      {isEditing ? (
        <LineEditor
          initial={statement}
          saveLabel={text.due.keep}
          onCancel={() => setEditing(false)}
          onSave={(wording) => actions.confirmAs(entry.id, wording)}
        />
      ) : (
        <>
          <Line entry={entry} />
          <div className="mt-2.5 flex flex-wrap gap-2">
            <KeyButton label={text.due.keepLabel(statement)} shortcut="a" onClick={confirm}>
              {text.due.keep}
            </KeyButton>
            <KeyButton label={text.editLabel(statement)} shortcut="e" onClick={edit}>
              {text.edit}
            </KeyButton>
            <KeyButton label={text.expiring.letGoLabel(statement)} shortcut="x" onClick={letGo}>
              {text.expiring.letGo}
            </KeyButton>
          </div>
        </>
      )}
    </CardFrame>
  )
}

function Line({ entry }: { entry: EntryView }) {
  const statement = statementOf(entry.text)
  const source = entry.provenance[0]
  return (
    <>
      <p className="text-read break-words select-text">{statement}</p>
      <div className="mt-1 flex flex-col gap-0.5">
        {source !== undefined && <SourceLine source={source} hasQuote={source.quote.trim() !== statement} />}
        <p className="text-xs text-faint">
          <AuthorMark entry={entry} />
        </p>
      </div>
    </>
  )
}
