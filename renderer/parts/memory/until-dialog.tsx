import { useState } from 'react'
import type { LocalDate } from '@shared/clock'
import { addDays } from '@shared/memory/lifetime'
import { statementOf } from '@shared/memory/profile-markdown'
import type { EntryView } from '@shared/memory/view'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { Button } from '@renderer/ui/button'
import { Dialog } from '@renderer/ui/dialog'
import { DayField, readDay } from './day-field'
import { useToday } from './memory-view'

interface UntilDialogProps {
  entry: EntryView
  onClose: () => void
  onConfirm: (until: LocalDate) => void
}

/** Asks for the last day on which a line holds. */
export function UntilDialog({ entry, onClose, onConfirm }: UntilDialogProps) {
  const { text } = useLocalisation()
  const words = useMemoryText()
  const today = useToday()
  const [value, setValue] = useState<string>(entry.effectiveExpiry ?? addDays(today, 30))
  const day = readDay(value)
  const isReady = day !== null && day >= today
  const confirm = () => {
    if (!isReady) return
    onClose()
    onConfirm(day)
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.expiring.dateTitle}
      description={statementOf(entry.text)}
      closeLabel={text.common.cancel}
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button look="primary" disabled={!isReady} onClick={confirm}>
            {text.common.save}
          </Button>
        </>
      }
    >
      <DayField label={words.expiring.dateField} value={value} onChange={setValue} onEnter={confirm} min={today} />
    </Dialog>
  )
}
