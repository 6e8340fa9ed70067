import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useSyncText } from '@renderer/i18n/sync-text'
import { Button } from '@renderer/ui/button'
import { Section } from '../section'

interface RecoverySectionProps {
  isChecked: boolean
  onDrill: () => void
}

export function RecoverySection({ isChecked, onDrill }: RecoverySectionProps) {
  const text = useSyncText()
  return (
    <Section title={text.recovery} hint={text.recoveryHint}>
      <div className="flex flex-wrap items-center gap-3 border-y border-line py-3">
        <p className={`flex min-w-40 flex-1 items-center gap-2 ${isChecked ? '' : 'text-warn'}`}>
          {isChecked ? <CircleCheck size={16} aria-hidden className="shrink-0 text-accent" /> : <TriangleAlert size={16} aria-hidden className="shrink-0" />}
          {isChecked ? text.phraseChecked : text.phraseUnchecked}
        </p>
        <Button onClick={onDrill}>{isChecked ? text.drill : text.phraseCheck}</Button>
      </div>
      <p className="mt-2 text-xs text-pretty text-faint">{text.phraseLost}</p>
    </Section>
  )
}
