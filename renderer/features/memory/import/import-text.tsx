import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { Button } from '@renderer/ui/button'
import { SegmentedControl } from '@renderer/ui/choices'
import { Notice } from '@renderer/ui/feedback'
import { TextArea } from '@renderer/ui/text-field'
import { importOrigins, type ImportOrigin } from './import-dialog'

interface ImportTextProps {
  origin: ImportOrigin
  onOrigin: (origin: ImportOrigin) => void
  source: string
  onSource: (source: string) => void
  /** The text was looked at and no line was found. */
  hasNothing: boolean
}

/** Far more than any memory; a whole archive of conversations is something else. */
const largestBytes = 4 * 1024 ** 2

/** Where the text comes from, and the text: pasted or out of a file. */
export function ImportText({ origin, onOrigin, source, onSource, hasNothing }: ImportTextProps) {
  const text = useMemoryText()
  const { format } = useLocalisation()
  const file = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const read = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    if (chosen.size > largestBytes) return setProblem(text.importTooLarge(format.bytes(largestBytes)))
    try {
      onSource(await chosen.text())
      setProblem(null)
    } catch {
      setProblem(text.importUnreadable)
    }
  }

  return (
    <div className="flex flex-col gap-4 pb-1">
      <SegmentedControl
        label={text.importFrom}
        value={origin}
        onChange={onOrigin}
        options={importOrigins.map((value) => ({ value, label: text.importFroms[value] }))}
      />
      <p className="text-sm text-muted">{text.importAsk}</p>
      <TextArea
        label={text.importPaste}
        value={source}
        onChange={onSource}
        placeholder={text.importPlaceholder}
        minRows={6}
        maxRows={14}
        spellCheck={false}
        className="min-h-36 overflow-y-auto"
      />
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={file}
          type="file"
          accept=".txt,.md,.markdown,.json,.jsonl,text/plain,text/markdown,application/json"
          hidden
          onChange={(event) => {
            void read(event.target.files?.[0])
            // The same file can be chosen again after it was changed.
            event.target.value = ''
          }}
        />
        <Button size="small" icon={<FileUp size={14} aria-hidden />} onClick={() => file.current?.click()}>
          {text.importFile}
        </Button>
      </div>
      {problem !== null && (
        <Notice tone="error" role="alert">
          {problem}
        </Notice>
      )}
      {hasNothing && (
        <Notice tone="warn" role="status">
          {text.importNothing}
        </Notice>
      )}
    </div>
  )
}
