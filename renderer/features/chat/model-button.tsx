import { ChevronDown } from 'lucide-react'
import { useLocalisation } from '@renderer/i18n'
import type { UsableModel } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'

/** Which model answers; opens the picker. */
export function ModelButton({ model, onChoose }: { model: UsableModel; onChoose: () => void }) {
  const { text } = useLocalisation()
  return (
    <Button look="quiet" aria-label={`${text.chat.chooseModel}: ${model.facts.name}`} onClick={onChoose} className="max-w-52 min-w-0 font-normal">
      <span className="truncate">{model.facts.name}</span>
      <ChevronDown size={14} aria-hidden />
    </Button>
  )
}
