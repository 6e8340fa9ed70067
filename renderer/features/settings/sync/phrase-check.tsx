import { useRef, useState } from 'react'
import { splitPhrase } from '@shared/sync/phrase'
import { useSyncText } from '@renderer/i18n/sync-text'
import { FlowStep } from '@renderer/parts/sync/flow'
import { useServices } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'
import { TextField } from '@renderer/ui/text-field'
import { askedPositions, isWordAt, spreadPasted } from './asked-words'

interface PhraseCheckProps {
  words: readonly string[]
  onBack: () => void
  onLater: () => void
  onChecked: () => void
}

/** Three of the words, asked back: that they are on paper, and legible. */
export function PhraseCheck({ words, onBack, onLater, onChecked }: PhraseCheckProps) {
  const { sync } = useServices()
  const text = useSyncText()
  const [positions] = useState(() => askedPositions(words.length, randomBelow))
  const [typed, setTyped] = useState<readonly string[]>(() => positions.map(() => ''))
  const [isAsked, setAsked] = useState(false)
  const fields = useRef<(HTMLInputElement | null)[]>([])
  const isRight = (index: number) => isWordAt(typed[index] ?? '', positions[index] ?? 0, words)

  const type = (index: number, value: string) => {
    const spread = spreadPasted(value, positions, words.length)
    setAsked(false)
    setTyped(spread ?? typed.map((before, at) => (at === index ? value : before)))
  }
  const check = async () => {
    setAsked(true)
    const wrong = positions.findIndex((_, index) => !isRight(index))
    if (wrong !== -1) return fields.current[wrong]?.focus()
    await sync.confirmPhrase()
    onChecked()
  }

  return (
    <>
      <FlowStep title={text.checkTitle}>{text.checkText}</FlowStep>
      <div className="flex max-w-md flex-col gap-4">
        {positions.map((position, index) => (
          <TextField
            key={position}
            label={text.wordAt(position)}
            value={typed[index] ?? ''}
            onChange={(value) => type(index, value)}
            onEnter={() => (index === positions.length - 1 || splitPhrase(typed[index] ?? '').length === 0 ? void check() : fields.current[index + 1]?.focus())}
            error={isAsked && !isRight(index) ? (typed[index]?.trim() ? text.wordWrong(position) : text.wordMissing) : null}
            inputRef={(element) => {
              fields.current[index] = element
            }}
            lang="en"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="font-mono"
          />
        ))}
        <div className="flex flex-wrap items-center gap-2">
          <Button look="primary" className="h-10 px-5" onClick={() => void check()}>
            {text.checkDone}
          </Button>
          <Button className="h-10" onClick={onBack}>
            {text.seeAgain}
          </Button>
          <Button look="quiet" className="h-10" onClick={onLater}>
            {text.later}
          </Button>
        </div>
      </div>
    </>
  )
}

const randomBelow = (limit: number): number => {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn % limit
}
