import type { AnswerMeta, MessageRow } from '@shared/sessions/message'
import { messageText } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import { FailureNotice } from '@renderer/parts/failure-notice'
import type { PathItem } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'
import { useChatActions, useChatFacts } from './chat-context'

/** How an answer ended, where it did not simply end, and what can be done about it. */
export function AnswerStatus({ item, isLast }: { item: PathItem; isLast: boolean }) {
  const { row } = item
  switch (row.status) {
    case 'complete':
      return <EndNote item={item} finishReason={row.answer?.finishReason ?? null} />
    case 'stopped':
      return <CutAnswer item={item} canKeep={false} isLast={isLast} />
    case 'interrupted':
      return <CutAnswer item={item} canKeep isLast={isLast} />
    case 'failed':
      return <FailedAnswer item={item} />
  }
}

const endOf = (row: MessageRow): number => row.createdAt + (row.answer?.durationMs ?? 0)

function CutAnswer({ item, canKeep, isLast }: { item: PathItem; canKeep: boolean; isLast: boolean }) {
  const { text, format } = useLocalisation()
  const { isBusy } = useChatFacts()
  const actions = useChatActions()
  const time = format.time(endOf(item.row))
  const { id } = item.row
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
      <span>{canKeep ? text.chat.interruptedAt(time) : text.chat.stoppedAt(time)}</span>
      {!isBusy && (canKeep || (isLast && !item.isEdited)) && (
        <>
          <Button size="small" onClick={() => actions.continueAnswer(id)}>
            {text.chat.continueAnswer}
          </Button>
          {canKeep && (
            <>
              <Button size="small" onClick={() => actions.retry(id, null)}>
                {text.common.retry}
              </Button>
              <Button size="small" look="quiet" onClick={() => actions.keep(id)}>
                {text.chat.keepAnswer}
              </Button>
            </>
          )}
        </>
      )}
    </div>
  )
}

function FailedAnswer({ item: { row } }: { item: PathItem }) {
  const { isBusy } = useChatFacts()
  const actions = useChatActions()
  const failure = row.failure ?? { code: 'internal', stage: 'stream' }
  const retry = () => actions.retry(row.id, null)
  return (
    <FailureNotice
      failure={failure}
      actions={
        isBusy
          ? {}
          : {
              retry,
              continue: () => actions.continueAnswer(row.id),
              'choose-model': () => actions.retryWithPicked(row.id),
              edit: () => actions.edit(row.parentIds[0] ?? null),
            }
      }
    />
  )
}

function EndNote({ item, finishReason }: { item: PathItem; finishReason: AnswerMeta['finishReason'] }) {
  const { text } = useLocalisation()
  const { isBusy } = useChatFacts()
  const actions = useChatActions()
  if (finishReason === 'length') {
    return (
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {text.chat.reachedLimit}
        {!isBusy && (
          <Button size="small" onClick={() => actions.continueAnswer(item.row.id)}>
            {text.chat.continueAnswer}
          </Button>
        )}
      </div>
    )
  }
  const note =
    finishReason === 'content-filter'
      ? text.chat.filtered
      : finishReason === 'refusal'
        ? text.chat.refused
        : messageText(item.parts) === '' && !item.parts.some((part) => part.type === 'file')
          ? text.chat.emptyAnswer
          : null
  return note === null ? null : <p className="text-sm text-muted">{note}</p>
}
