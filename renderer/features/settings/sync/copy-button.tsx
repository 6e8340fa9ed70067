import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { Button } from '@renderer/ui/button'
import { announce } from '@renderer/ui/toasts'

interface CopyButtonProps {
  text: string
  /** What is copied, where "Copy" alone would not say it. */
  label?: string
  /** Said instead of "Copied". */
  said?: string
  look?: 'quiet' | 'plain'
  size?: 'small' | 'normal'
}

const shownMs = 2_000

/** Copies, and says so in its own place. */
export function CopyButton({ text, label, said, look = 'quiet', size = 'small' }: CopyButtonProps) {
  const { common } = useLocalisation().text
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    announce(said ?? common.copied)
  }
  return (
    <Button look={look} size={size} icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />} onClick={() => void copy()}>
      {isCopied ? common.copied : (label ?? common.copy)}
    </Button>
  )
}
