import { useState } from 'react'
import { readImport, type ImportedLine, type ImportPreview } from '@shared/memory/import/import-text'
import { statementOf } from '@shared/memory/profile-markdown'
import { entriesWith } from '@shared/memory/view'
import { fingerprintOf, hasSecret } from '@shared/memory/words'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { useServices } from '@renderer/state/services'
import { useView } from '@renderer/state/view'
import { Button } from '@renderer/ui/button'
import { Dialog } from '@renderer/ui/dialog'
import { showToast } from '@renderer/ui/toasts'
import { ImportLines } from './import-lines'
import { ImportText } from './import-text'
import { submitLines } from './submit-lines'

export const importOrigins = ['chatgpt', 'claude', 'gemini', 'other'] as const
export type ImportOrigin = (typeof importOrigins)[number]

/** Two steps: the text of another assistant, then its lines to choose from. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const services = useServices()
  const { text } = useLocalisation()
  const words = useMemoryText()
  const open = useView((view) => view.open)
  const [origin, setOrigin] = useState<ImportOrigin>('chatgpt')
  const [source, setSource] = useState('')
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [picked, setPicked] = useState<readonly ImportedLine[]>([])
  const [isBusy, setBusy] = useState(false)
  const isLooking = preview !== null && preview.lines.length > 0

  const look = () => {
    if (source.trim() === '') return
    const known = entriesWith(services.memory.view.current(), 'active', 'proposed').map((entry) => statementOf(entry.text))
    const read = readImport(source, { known, hasSecret, fingerprintOf })
    setPreview(read)
    setPicked(read.lines)
  }
  const propose = async () => {
    setBusy(true)
    const { proposed, refused } = await submitLines(services, words.importFroms[origin], picked)
    onClose()
    showToast({ text: [words.done.imported(proposed), refused > 0 ? words.importRefused(refused) : ''].join(' ').trim() })
    open({ kind: 'memory', page: 'review' })
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.importTitle}
      description={isLooking ? words.importDone : words.importHint}
      closeLabel={text.common.cancel}
      width="wide"
      footer={
        isLooking ? (
          <>
            <Button onClick={() => setPreview(null)}>{words.importBack}</Button>
            <Button look="primary" disabled={picked.length === 0} isBusy={isBusy} onClick={() => void propose()}>
              {words.importConfirm(picked.length)}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{text.common.cancel}</Button>
            <Button look="primary" disabled={source.trim() === ''} onClick={look}>
              {words.importNext}
            </Button>
          </>
        )
      }
    >
      {isLooking ? (
        <ImportLines preview={preview} picked={picked} onPick={setPicked} onChange={(lines) => setPreview({ ...preview, lines })} />
      ) : (
        <ImportText
          origin={origin}
          onOrigin={setOrigin}
          source={source}
          onSource={(next) => {
            setSource(next)
            setPreview(null)
          }}
          hasNothing={preview !== null}
        />
      )}
    </Dialog>
  )
}
