import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useSyncText } from '@renderer/i18n/sync-text'
import { Button } from '@renderer/ui/button'

interface FlowStepProps {
  title: string
  /** One or two sentences under it. */
  children?: ReactNode
  onBack?: (() => void) | undefined
  level?: 1 | 2
}

/** The head of one step. It takes the focus, so that a step that took another's place is read from its beginning. */
export function FlowStep({ title, children, onBack, level = 2 }: FlowStepProps) {
  const text = useSyncText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className="mb-5">
      {onBack !== undefined && (
        <Button size="small" look="quiet" className="mb-1 -ml-2" icon={<ArrowLeft size={14} aria-hidden />} onClick={onBack}>
          {text.back}
        </Button>
      )}
      <Heading ref={heading} tabIndex={-1} className={`w-fit outline-none ${level === 1 ? 'text-2xl tracking-tight' : 'text-lg'}`}>
        {title}
      </Heading>
      {children !== undefined && <div className="measure mt-1 text-pretty text-muted">{children}</div>}
    </div>
  )
}
