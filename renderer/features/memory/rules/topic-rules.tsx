import { X } from 'lucide-react'
import { useState } from 'react'
import type { MemoryRule } from '@shared/memory/rules'
import { useMemoryText } from '@renderer/i18n/memory-text'
import type { MemoryActions } from '@renderer/parts/memory/memory-actions'
import { Button, IconButton } from '@renderer/ui/button'
import { TextField } from '@renderer/ui/text-field'

interface TopicRulesProps {
  rules: readonly MemoryRule[]
  actions: MemoryActions
}

/** Topics that the person wants kept out, in their own words. */
export function TopicRules({ rules, actions }: TopicRulesProps) {
  const text = useMemoryText()
  const [topic, setTopic] = useState('')
  const add = () => {
    if (topic.trim() === '') return
    actions.never(topic.trim(), null)
    setTopic('')
  }
  return (
    <>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <div className="min-w-0 flex-1">
          <TextField label={text.topicField} value={topic} onChange={setTopic} onEnter={add} placeholder={text.topicPlaceholder} maxLength={120} autoComplete="off" />
        </div>
        <Button type="submit" className="h-9" disabled={topic.trim() === ''}>
          {text.topicAdd}
        </Button>
      </form>
      {rules.length === 0 ? (
        <p className="mt-3 text-sm text-faint">{text.topicsEmpty}</p>
      ) : (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {rules.map((rule) => (
            <li key={rule.id} className="flex items-center gap-2 py-1">
              <span className="min-w-0 flex-1 break-words">{rule.text}</span>
              {rule.kind === 'pattern' && <span className="text-xs text-faint">{text.patternNote}</span>}
              <IconButton size="small" label={text.topicRemove(rule.text)} icon={<X size={15} aria-hidden />} onClick={() => actions.removeRule(rule.id)} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
