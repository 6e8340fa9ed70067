import type { MemoryRule } from '@shared/memory/rules'
import { sensitiveCategories } from '@shared/memory/words'
import { useMemoryText } from '@renderer/i18n/memory-text'
import type { MemoryActions } from '@renderer/parts/memory/memory-actions'
import { Switch } from '@renderer/ui/switch'

interface CategoryRulesProps {
  rules: readonly MemoryRule[]
  actions: MemoryActions
}

/** Sensitive matters, each with a switch that keeps it out altogether. */
export function CategoryRules({ rules, actions }: CategoryRulesProps) {
  const text = useMemoryText()
  return (
    <div className="grid gap-x-8 gap-y-3.5 border-y border-line py-4 sm:grid-cols-2">
      {sensitiveCategories.map((category) => {
        const rule = rules.find((candidate) => candidate.text === category)
        const [label, hint] = text.categories[category]
        return (
          <Switch
            key={category}
            label={label ?? category}
            {...(hint !== undefined && { hint })}
            isOn={rule !== undefined}
            onChange={(isOn) => (isOn ? actions.addRule('category', category) : rule !== undefined && actions.removeRule(rule.id))}
          />
        )
      })}
    </div>
  )
}
