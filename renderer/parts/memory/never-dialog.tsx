import { useState } from 'react'
import type { EntryView } from '@shared/memory/view'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { Button } from '@renderer/ui/button'
import { Dialog } from '@renderer/ui/dialog'
import { TextField } from '@renderer/ui/text-field'
import { useMemoryView } from './memory-view'
import { proposalsAbout, suggestedTopic } from './rule-matches'

interface NeverDialogProps {
  /** The proposal it was asked for. */
  entry: EntryView
  onClose: () => void
  onConfirm: (words: string) => void
}

/** Names what is never to be stored, in words that the person may change, and says what else they match. */
export function NeverDialog({ entry, onClose, onConfirm }: NeverDialogProps) {
  const { text } = useLocalisation()
  const words = useMemoryText()
  const view = useMemoryView()
  const [topic, setTopic] = useState(() => suggestedTopic(view, entry, words))
  const others = proposalsAbout(view, topic).filter((id) => id !== entry.id).length
  const confirm = () => {
    if (topic.trim() === '') return
    onClose()
    onConfirm(topic.trim())
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.neverTitle}
      description={words.neverHint}
      closeLabel={text.common.cancel}
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button look="primary" disabled={topic.trim() === ''} onClick={confirm}>
            {words.neverConfirm}
          </Button>
        </>
      }
    >
      <TextField label={words.neverField} value={topic} onChange={setTopic} onEnter={confirm} onFocus={(event) => event.currentTarget.select()} maxLength={120} autoComplete="off" />
      <p role="status" className="mt-2 min-h-5 text-sm text-muted">
        {others > 0 && words.neverAlso(others)}
      </p>
    </Dialog>
  )
}
