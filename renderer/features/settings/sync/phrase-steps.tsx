import { Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { splitPhrase } from '@shared/sync/phrase'
import { useSyncText } from '@renderer/i18n/sync-text'
import { FlowStep } from '@renderer/parts/sync/flow'
import { useSyncPlace } from '@renderer/parts/sync/sync-place'
import { useServices } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'
import { showToast } from '@renderer/ui/toasts'
import { CopyButton } from './copy-button'
import { PhraseCheck } from './phrase-check'

interface PhraseStepsProps {
  phrase: string
  onDone: () => void
}

/** The only time that the phrase is shown, and the proof that it was written down. */
export function PhraseSteps({ phrase, onDone }: PhraseStepsProps) {
  const { sync } = useServices()
  const text = useSyncText()
  const [isChecking, setChecking] = useState(false)
  const words = splitPhrase(phrase)
  const leave = (said: string) => {
    useSyncPlace.getState().setPhrase(null)
    void sync.putPhraseAway()
    showToast({ text: said })
    onDone()
  }
  if (isChecking) return <PhraseCheck words={words} onBack={() => setChecking(false)} onLater={() => leave(text.postponed)} onChecked={() => leave(text.checked)} />
  return <PhraseShown words={words} onWritten={() => setChecking(true)} />
}

function PhraseShown({ words, onWritten }: { words: readonly string[]; onWritten: () => void }) {
  const text = useSyncText()
  return (
    <>
      <FlowStep title={text.phraseTitle}>{text.phraseText}</FlowStep>
      <ol aria-label={text.phraseList} lang="en" className="grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-line gap-px sm:grid-cols-3">
        {words.map((word, index) => (
          <li key={index} className="flex items-baseline gap-2.5 bg-raised px-3 py-2">
            <span aria-hidden className="w-5 text-right text-xs text-faint tabular-nums">
              {index + 1}
            </span>
            <span className="font-mono text-read select-text">{word}</span>
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <CopyButton text={words.join(' ')} label={text.copyPhrase} said={text.copiedPhrase} look="plain" size="normal" />
        <Button icon={<Printer size={15} aria-hidden />} onClick={() => window.print()}>
          {text.printPhrase}
        </Button>
        <span className="flex-1" />
        <Button look="primary" className="h-10 px-5 max-sm:w-full" onClick={onWritten}>
          {text.wroteDown}
        </Button>
      </div>
      <PrintedPhrase words={words} />
    </>
  )
}

/** What comes out of the printer: the words, and nothing of the window. */
function PrintedPhrase({ words }: { words: readonly string[] }) {
  const text = useSyncText()
  return createPortal(
    <div aria-hidden className="print-sheet">
      <h1 className="mb-2 text-2xl">{text.printTitle}</h1>
      <p className="mb-6">{text.printText}</p>
      <ol lang="en" className="grid grid-cols-3 gap-3">
        {words.map((word, index) => (
          <li key={index} className="flex gap-3 text-lg">
            <span className="w-6 text-right tabular-nums">{index + 1}</span>
            <span className="font-mono">{word}</span>
          </li>
        ))}
      </ol>
    </div>,
    document.body,
  )
}
