import { ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { useServices } from '@renderer/state/services'
import { Markdown } from '@renderer/ui/markdown'

interface ReasoningFoldProps {
  text: string
  idPrefix: string
  /** Set while the model is thinking. */
  startedAt: number | null
  /** Tokens of all reasoning of this answer, where they were reported. */
  tokens: number | null
}

/** What the model thought, folded; opened only by the person. */
export function ReasoningFold({ text, idPrefix, startedAt, tokens }: ReasoningFoldProps) {
  const { text: words, format } = useLocalisation()
  const [isOpen, setOpen] = useState(false)
  const done = tokens === null ? words.chat.reasoning : words.chat.reasoningTokens(format.number(tokens))
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="-ml-1 flex items-center gap-1 rounded-md px-1 py-0.5 text-sm text-muted touch-target hover:text-text"
      >
        <ChevronRight size={14} aria-hidden className={isOpen ? 'rotate-90 transition-transform' : 'transition-transform'} />
        {startedAt === null ? done : <Thinking since={startedAt} />}
      </button>
      {isOpen && (
        <div className="mt-1 ml-2 border-l-2 border-line pl-4">
          <Markdown text={text} isStreaming={startedAt !== null} idPrefix={idPrefix} className="md-small" />
        </div>
      )}
    </div>
  )
}

function Thinking({ since }: { since: number }) {
  const { text } = useLocalisation()
  const passed = usePassedTime(since)
  return <span className="animate-breathe">{passed === null ? text.chat.thinking : text.chat.thinkingFor(passed)}</span>
}

const secondMs = 1000

/** Whole seconds since an instant, as words; null in the first one. */
export function usePassedTime(since: number): string | null {
  const { clock } = useServices()
  const { format } = useLocalisation()
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), secondMs)
    return () => clearInterval(timer)
  }, [clock])
  const seconds = Math.floor((now - since) / secondMs)
  return seconds < 1 ? null : format.duration(seconds * secondMs)
}
