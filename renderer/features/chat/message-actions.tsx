import { BookmarkPlus, Check, Copy, GitFork, Pencil, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { MessageId } from '@shared/ids'
import { messageText } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import type { PathItem } from '@renderer/state/services'
import { IconButton } from '@renderer/ui/button'
import { Menu, type MenuItem } from '@renderer/ui/menu'
import { AnswerMemoryButton } from './answer-memory-button'
import { useChatActions, useChatFacts } from './chat-context'
import { costLine, exactCost } from './cost-line'
import { isSameModel } from './models-for-chat'
import { SiblingNav } from './sibling-nav'

const quiet = 'flex flex-wrap items-center gap-x-0.5 gap-y-1 text-faint'
/** Buttons that wait for the pointer or the focus; with a finger they are always there. */
const onDemand =
  'flex items-center gap-x-0.5 opacity-0 transition-opacity group-hover/message:opacity-100 group-focus-within/message:opacity-100 ' +
  'pointer-coarse:opacity-100 has-data-[state=open]:opacity-100'
const otherModelsShown = 4

export function AnswerActions({ item, isLast }: { item: PathItem; isLast: boolean }) {
  const localisation = useLocalisation()
  const { text } = localisation
  const { isBusy } = useChatFacts()
  const actions = useChatActions()
  const { row } = item
  const words = messageText(item.parts)
  return (
    <div className={`${quiet} -ml-1.5`}>
      <SiblingNav ids={item.siblingIds} index={item.siblingIndex} isDisabled={isBusy} onShow={actions.showSibling} />
      {row.answer && <span className="mx-1.5 text-xs tabular-nums" title={exactCost(row.answer, localisation)}>{costLine(row.answer, localisation)}</span>}
      {row.callId !== undefined && <AnswerMemoryButton call={row.callId} answeredAt={row.createdAt} />}
      <div className={isLast ? 'flex items-center gap-x-0.5' : onDemand}>
        {words !== '' && <CopyButton label={text.chat.copyAnswer} value={words} />}
        <RetryMenu item={item} />
        <RememberButton message={row.id} />
        <IconButton size="small" label={text.chat.branch} icon={<GitFork size={14} aria-hidden />} onClick={() => actions.fork(row.id)} />
        {words !== '' && (
          <IconButton
            size="small"
            label={text.chat.edit}
            icon={<Pencil size={14} aria-hidden />}
            disabled={isBusy}
            onClick={() => actions.edit(row.id)}
          />
        )}
      </div>
    </div>
  )
}

export function QuestionActions({ item }: { item: PathItem }) {
  const { text } = useLocalisation()
  const { isBusy } = useChatFacts()
  const actions = useChatActions()
  return (
    <div className={`${quiet} justify-end`}>
      <div className={onDemand}>
        <CopyButton label={text.chat.copyQuestion} value={messageText(item.parts)} />
        <RememberButton message={item.row.id} />
        <IconButton
          size="small"
          label={text.chat.edit}
          icon={<Pencil size={14} aria-hidden />}
          disabled={isBusy}
          onClick={() => actions.edit(item.row.id)}
        />
      </div>
      <SiblingNav ids={item.siblingIds} index={item.siblingIndex} isDisabled={isBusy} onShow={actions.showSibling} />
    </div>
  )
}

function RememberButton({ message }: { message: MessageId }) {
  const { text } = useLocalisation()
  const { isPrivate } = useChatFacts()
  const actions = useChatActions()
  if (isPrivate) return null
  return (
    <IconButton
      size="small"
      label={text.chat.remember}
      data-remember
      icon={<BookmarkPlus size={14} aria-hidden />}
      // Some browsers drop what is marked when something else is pressed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => actions.remember(message)}
    />
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
