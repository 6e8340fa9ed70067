import { clsx } from 'clsx'
import { Check, Copy, WrapText } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { IconButton } from '../button'
import { cachedHighlight, requestHighlight, type HighlightedLine } from './highlight'
import { useMarkdownHost } from './markdown-host'

interface CodeBlockProps {
  code: string
  language: string
  /** The fence is still being written. */
  isOpen?: boolean
}

/** Code with its language, a copy button and a wrap switch; coloured when it has come to rest. */
export const CodeBlock = memo(function CodeBlock({ code, language, isOpen = false }: CodeBlockProps) {
  const { labels } = useMarkdownHost()
  const [isWrapped, setWrapped] = useState(false)
  const lines = useHighlight(code, language, isOpen)
  return (
    <figure className="md-code">
      <figcaption className="md-code-bar">
        <span className="md-code-language">{language}</span>
        <IconButton
          size="small"
          label={labels.wrapLines}
          aria-pressed={isWrapped}
          icon={<WrapText size={14} aria-hidden />}
          onClick={() => setWrapped(!isWrapped)}
        />
        <CopyButton text={code} />
      </figcaption>
      <pre
        className={clsx('md-code-text', isWrapped && 'md-code-wrapped')}
        tabIndex={0}
        role="region"
        aria-label={language === '' ? labels.codeBlock : `${labels.codeBlock}: ${language}`}
      >
        <code>{lines === null ? code : lines.map((line, index) => <Line key={index} line={line} />)}</code>
      </pre>
    </figure>
  )
})

const Line = ({ line }: { line: HighlightedLine }) => (
  <>
    {line.map(([text, kind], index) => (kind === '' ? text : <span key={index} className={`tok-${kind}`}>{text}</span>))}
    {'\n'}
  </>
)

const copiedMs = 1600

export function CopyButton({ text }: { text: string }) {
  const { labels } = useMarkdownHost()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <IconButton
      size="small"
      label={isCopied ? labels.copied : labels.copyCode}
      icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    />
  )
}

const restMs = 120

function useHighlight(code: string, language: string, isOpen: boolean): readonly HighlightedLine[] | null {
  const key = `${language}\n${code}`
  const [arrived, setArrived] = useState<{ key: string; lines: readonly HighlightedLine[] | null } | null>(null)
  useEffect(() => {
    if (isOpen || cachedHighlight(code, language) !== undefined) return
    let isCurrent = true
    const timer = setTimeout(() => {
      void requestHighlight(code, language).then((lines) => isCurrent && setArrived({ key, lines }))
    }, restMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [code, language, isOpen, key])
  if (isOpen) return null
  return cachedHighlight(code, language) ?? (arrived?.key === key ? arrived.lines : null)
}
