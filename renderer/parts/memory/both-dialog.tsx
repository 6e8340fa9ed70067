import { useState } from 'react'
import { localDateAt, type LocalDate } from '@shared/clock'
import { saidAt } from '@shared/memory/conflicts'
import { statementOf } from '@shared/memory/profile-markdown'
import type { EntryView } from '@shared/memory/view'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { Button } from '@renderer/ui/button'
import { RadioCards } from '@renderer/ui/choices'
import { Dialog } from '@renderer/ui/dialog'
import { DayField, readDay } from './day-field'

interface HistoryDialogProps {
  entries: readonly EntryView[]
  winner: EntryView
  onClose: () => void
  onConfirm: (current: EntryView, since: LocalDate) => void
}

/** Both were true: which one is today, and since when. */
export function HistoryDialog({ entries, winner, onClose, onConfirm }: HistoryDialogProps) {
  const { text } = useLocalisation()
  const words = useMemoryText()
  const [currentId, setCurrentId] = useState<string>(winner.id)
  const [since, setSince] = useState<string>(winner.validFrom ?? localDateAt(saidAt(winner)))
  const current = entries.find(({ id }) => id === currentId) ?? winner
  const day = readDay(since)
  const confirm = () => {
    if (day === null) return
    onClose()
    onConfirm(current, day)
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.conflict.bothTitle}
      description={words.conflict.bothHint}
      closeLabel={text.common.cancel}
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button look="primary" disabled={day === null} onClick={confirm}>
            {text.common.save}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RadioCards
          label={words.conflict.bothCurrent}
          value={currentId}
          onChange={setCurrentId}
          options={entries.map((entry) => ({ value: entry.id, label: statementOf(entry.text) }))}
        />
        <DayField label={words.conflict.bothSince} value={since} onChange={setSince} onEnter={confirm} />
      </div>
    </Dialog>
  )
}
