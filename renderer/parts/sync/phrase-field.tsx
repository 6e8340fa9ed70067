import type { Ref } from 'react'
import { phraseToEntropy, phraseWordCount, splitPhrase } from '@shared/sync/phrase'
import { useSyncText, type SyncText } from '@renderer/i18n/sync-text'
import { TextArea } from '@renderer/ui/text-field'
import { faultWords } from './phrase-fault'

interface PhraseFieldProps {
  value: string
  onChange: (phrase: string) => void
  onEnter: () => void
  /** The person wants to go on: what is still missing is said as well. */
  isAsked: boolean
  areaRef?: Ref<HTMLTextAreaElement>
}

/** One large field for all 24 words. A word that no phrase holds is named as soon as the next one is begun. */
export function PhraseField({ value, onChange, onEnter, isAsked, areaRef }: PhraseFieldProps) {
  const text = useSyncText()
  const fault = phraseFaultText(value, isAsked, text)
  return (
    <TextArea
      label={text.phrase}
      value={value}
      onChange={onChange}
      onEnter={onEnter}
      placeholder={text.phrasePlaceholder}
      hint={text.phraseCount(splitPhrase(value).length)}
      error={fault}
      minRows={4}
      maxRows={10}
      lang="en"
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      className="min-h-28 overflow-y-auto font-mono leading-relaxed"
      {...(areaRef !== undefined && { areaRef })}
    />
  )
}

/** What is wrong with a phrase in words; null while nothing is. */
export function phraseFaultText(typed: string, isAsked: boolean, text: SyncText): string | null {
  const read = phraseToEntropy(typed)
  if (read.ok) return null
  const { failure } = read
  const words = splitPhrase(typed)
  const isUnfinished = failure.kind === 'unknown-word' && failure.word === words.length && !/\s$/.test(typed)
  if (isUnfinished && !isAsked) return null
  if (failure.kind === 'word-count' && !isAsked && words.length <= phraseWordCount) return null
  return faultWords(failure, text)
}

export const isWholePhrase = (typed: string): boolean => phraseToEntropy(typed).ok
