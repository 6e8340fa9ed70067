import { useEffect, useRef, type ReactNode } from 'react'
import { useSyncText } from '@renderer/i18n/sync-text'
import type { PairingFailure, PairingOffer, PairingState } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'
import { Loading, Notice } from '@renderer/ui/feedback'

interface PairingStepsProps {
  pairing: PairingOffer
  state: PairingState
  /** While the other device is waited for. */
  opening: ReactNode
  waiting: (state: Extract<PairingState, { kind: 'waiting' }>) => ReactNode
  done: (state: Extract<PairingState, { kind: 'done' }>) => ReactNode
  onAgain: (reason: PairingFailure) => void
}

/** One attempt at pairing, the same on both devices from the comparison of the words on. */
export function PairingSteps({ pairing, state, opening, waiting, done, onAgain }: PairingStepsProps) {
  const text = useSyncText()
  switch (state.kind) {
    case 'opening':
      return opening
    case 'waiting':
      return waiting(state)
    case 'compare':
      return <CompareWords words={state.words} otherName={state.otherName} onAnswer={(isSame) => pairing.confirm(isSame)} />
    case 'finishing':
      return <Loading text={text.finishing} />
    case 'done':
      return done(state)
    case 'failed': {
      const { message, action } = text.pairingFailures[state.reason]
      return (
        <Notice tone={state.reason === 'words-differ' ? 'warn' : 'error'} role="alert" action={{ label: action, run: () => onAgain(state.reason) }}>
          {message}
        </Notice>
      )
    }
  }
}

interface CompareWordsProps {
  words: readonly string[]
  otherName: string
  onAnswer: (isSame: boolean) => void
}

/** The moment that decides: three words, large enough to be read across a table. */
export function CompareWords({ words, otherName, onAnswer }: CompareWordsProps) {
  const text = useSyncText()
  const question = useRef<HTMLParagraphElement>(null)
  // Onto the question and not onto a button: nobody should agree to words that they have not read.
  useEffect(() => question.current?.focus(), [])
  return (
    <div className="flex flex-col gap-5">
      <p ref={question} tabIndex={-1} className="text-pretty text-muted outline-none">
        {text.compareText(otherName)}
      </p>
      <ol aria-label={text.compareWords} lang="en" className="grid gap-2 sm:grid-cols-3">
        {words.map((word) => (
          <li key={word} className="rounded-lg border border-line bg-sunken px-3 py-3 text-center text-2xl font-semibold tracking-tight break-words select-text sm:py-5">
            {word}
          </li>
        ))}
      </ol>
      <div className="grid grid-cols-2 gap-2 sm:flex sm:justify-end">
        <Button className="h-11 sm:order-first sm:px-6" onClick={() => onAnswer(false)}>
          {text.different}
        </Button>
        <Button look="primary" className="h-11 sm:px-6" onClick={() => onAnswer(true)}>
          {text.same}
        </Button>
      </div>
      <p className="text-sm text-faint">{text.compareHint}</p>
    </div>
  )
}
