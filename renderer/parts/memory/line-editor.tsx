import { useEffect, useRef, useState } from 'react'
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
  const area = useRef<HTMLTextAreaElement>(null)
  const leave = (act: () => void) => {
    const home = area.current?.closest<HTMLElement>('article, [role="listitem"]')
    act()
    requestAnimationFrame(() => comeHome(home))
  }
  const save = () => {
    if (line !== '') leave(() => onSave(line))
  }
  const cancel = () => leave(onCancel)
  useEffect(() => {
    area.current?.focus()
    area.current?.setSelectionRange(longest, longest)
  }, [])
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        label={words.editField}
        isLabelHidden
        value={value}
        onChange={setValue}
        onEnter={save}
        onEscape={cancel}
        minRows={1}
        maxRows={6}
        maxLength={longest}
        areaRef={area}
        className="text-read"
      />
      <div className="flex flex-wrap gap-2">
        <Button size="small" look="primary" disabled={line === ''} onClick={save}>
          {saveLabel}
        </Button>
        <Button size="small" look="quiet" onClick={cancel}>
          {text.common.cancel}
        </Button>
      </div>
    </div>
  )
}

/** Back to the card, or to the first button of the line, unless the focus has gone elsewhere with the change. */
function comeHome(home: HTMLElement | null | undefined): void {
  if (home?.isConnected !== true || document.activeElement !== document.body) return
  const place = home.tagName === 'ARTICLE' ? home : home.querySelector('button')
  place?.focus()
}
