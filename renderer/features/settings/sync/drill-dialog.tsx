import { useRef, useState } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { useSyncText } from '@renderer/i18n/sync-text'
import { SyncFailureNotice } from '@renderer/parts/sync/failure-notice'
import { isWholePhrase, PhraseField } from '@renderer/parts/sync/phrase-field'
import { useServices, type DrillReport, type SyncFailure } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'
import { Dialog } from '@renderer/ui/dialog'
import { Notice } from '@renderer/ui/feedback'

/** A recovery without a loss: the phrase alone must be able to read everything. */
export function DrillDialog({ onClose }: { onClose: () => void }) {
  const { sync } = useServices()
  const { text: words, format } = useLocalisation()
  const text = useSyncText()
  const [phrase, setPhrase] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SyncFailure | null>(null)
  const [report, setReport] = useState<DrillReport | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)

  const run = async () => {
    setAsked(true)
    setFailure(null)
    setReport(null)
    if (!isWholePhrase(phrase)) return field.current?.focus()
    setBusy(true)
    const drilled = await sync.drill(phrase)
    if (drilled.ok) await sync.confirmPhrase()
    setBusy(false)
    if (drilled.ok) setReport(drilled.value)
    else setFailure(drilled.failure)
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.drillTitle}
      description={text.drillText}
      closeLabel={words.common.close}
      footer={
        report === null ? (
          <>
            <Button onClick={onClose}>{words.common.cancel}</Button>
            <Button look="primary" isBusy={isBusy} onClick={() => void run()}>
              {text.drillRun}
            </Button>
          </>
        ) : (
          <Button look="primary" onClick={onClose}>
            {words.common.close}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3 pb-1">
        {report === null ? (
          <PhraseField value={phrase} onChange={setPhrase} onEnter={() => void run()} isAsked={isAsked} areaRef={field} />
        ) : (
          <Notice tone="ok" role="status">
            <p className="font-medium">{text.drillDone}</p>
            <p className="text-sm text-muted">
              {text.drillCounts(format.number(report.entries), format.number(report.sessions), format.number(report.messages))}
            </p>
          </Notice>
        )}
        {failure !== null && <SyncFailureNotice failure={failure} actions={{ phrase: () => field.current?.focus(), retry: () => void run() }} />}
      </div>
    </Dialog>
  )
}
