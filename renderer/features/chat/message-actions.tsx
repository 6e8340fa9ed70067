import { Check, Copy, GitFork, Pencil, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { messageText } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import type { PathItem } from '@renderer/state/services'
import { IconButton } from '@renderer/ui/button'
import { Menu, type MenuItem } from '@renderer/ui/menu'
import { useChatActions, useChatFacts } from './chat-context'
import { costLine } from './cost-line'
import { isSameModel } from './models-for-chat'
import { SiblingNav } from './sibling-nav'

const quiet = 'flex flex-wrap items-center gap-x-0.5 gap-y-1 text-faint'
const otherModelsShown = 4

export function AnswerActions({ item }: { item: PathItem }) {
  const localisation = useLocalisation()
  const { text } = localisation
  const { isBusy } = useChatFacts()
  const actions = useChatActions()
  const { row } = item
  return (
    <div className={`${quiet} -ml-1.5`}>
      <SiblingNav ids={item.siblingIds} index={item.siblingIndex} isDisabled={isBusy} onShow={actions.showSibling} />
      <CopyButton label={text.chat.copyAnswer} value={messageText(item.parts)} />
      <RetryMenu item={item} />
      <IconButton size="small" label={text.chat.branch} icon={<GitFork size={14} aria-hidden />} onClick={() => actions.fork(row.id)} />
      <IconButton
        size="small"
        label={text.chat.edit}
        icon={<Pencil size={14} aria-hidden />}
        disabled={isBusy}
        onClick={() => actions.edit(row.id)}
      />
      {row.answer && <span className="ml-1.5 text-xs tabular-nums">{costLine(row.answer, localisation)}</span>}
    </div>
  )
}

export function QuestionActions({ item }: { item: PathItem }) {
  const { text } = useLocalisation()
  const { isBusy } = useChatFacts()
  const actions = useChatActions()
  return (
    <div className={`${quiet} justify-end`}>
      <CopyButton label={text.chat.copyQuestion} value={messageText(item.parts)} />
      <IconButton
        size="small"
        label={text.chat.edit}
        icon={<Pencil size={14} aria-hidden />}
        disabled={isBusy}
        onClick={() => actions.edit(item.row.id)}
      />
      <SiblingNav ids={item.siblingIds} index={item.siblingIndex} isDisabled={isBusy} onShow={actions.showSibling} />
    </div>
  )
}

function RetryMenu({ item: { row } }: { item: PathItem }) {
  const { text } = useLocalisation()
  const { isBusy, recentModels } = useChatFacts()
  const actions = useChatActions()
  const others = recentModels.filter((model) => !isSameModel(model.ref, row.answer?.model)).slice(0, otherModelsShown)
  const items: MenuItem[] = [
    {
      kind: 'item',
      id: 'same',
      label: text.chat.retrySame,
      hint: row.answer?.modelName,
      onSelect: () => actions.retry(row.id, null),
    },
    { kind: 'heading', id: 'other', label: text.chat.retryOther },
    ...others.map((model): MenuItem => ({
      kind: 'item',
      id: `${model.ref.modelProviderId}/${model.ref.modelId}`,
      label: model.facts.name,
      hint: model.provider.name,
      onSelect: () => actions.retry(row.id, model.ref),
    })),
    { kind: 'item', id: 'all', label: text.chat.allModels, onSelect: () => actions.retryWithPicked(row.id) },
  ]
  return (
    <Menu
      items={items}
      trigger={<IconButton size="small" label={text.chat.retryAnswer} icon={<RotateCcw size={14} aria-hidden />} disabled={isBusy} />}
    />
  )
}

const copiedMs = 1600

function CopyButton({ label, value }: { label: string; value: string }) {
  const { text } = useLocalisation()
  const actions = useChatActions()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <IconButton
      size="small"
      label={isCopied ? text.common.copied : label}
      icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      onClick={() => {
        actions.copy(value)
        setCopied(true)
      }}
    />
  )
}
