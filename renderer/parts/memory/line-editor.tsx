import { useState } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { Button } from '@renderer/ui/button'
import { TextArea } from '@renderer/ui/text-field'

interface LineEditorProps {
  initial: string
  saveLabel: string
  onSave: (text: string) => void
  onCancel: () => void
}

/** As long as a line of memory may be. */
const longest = 500

/** One line in place: Enter saves, Escape leaves it as it was; both belong to an input method first (UI-1). */
export function LineEditor({ initial, saveLabel, onSave, onCancel }: LineEditorProps) {
  const { text } = useLocalisation()
  const words = useMemoryText()
  const [value, setValue] = useState(initial)
  const line = value.replace(/\s+/g, ' ').trim()
  const save = () => {
    if (line !== '') onSave(line)
  }
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        label={words.editField}
        isLabelHidden
        value={value}
        onChange={setValue}
        onEnter={save}
        onEscape={onCancel}
        minRows={1}
        maxRows={6}
        maxLength={longest}
        areaRef={focusAtEnd}
        className="text-read"
      />
      <div className="flex flex-wrap gap-2">
        <Button size="small" look="primary" disabled={line === ''} onClick={save}>
          {saveLabel}
        </Button>
        <Button size="small" look="quiet" onClick={onCancel}>
          {text.common.cancel}
        </Button>
      </div>
    </div>
  )
}

function focusAtEnd(area: HTMLTextAreaElement | null): void {
  if (area === null || area === document.activeElement || area.dataset['met'] !== undefined) return
  area.dataset['met'] = ''
  area.focus()
  area.setSelectionRange(area.value.length, area.value.length)
}
