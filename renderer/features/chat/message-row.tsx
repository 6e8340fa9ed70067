import { lazy, memo, Suspense } from 'react'
import { messageText } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import type { LiveTurn, PathItem } from '@renderer/state/services'
import { Notice } from '@renderer/ui/feedback'
import { contentLanguage } from '@renderer/ui/markdown/content-language'
import { AnswerParts, filesOf } from './answer-parts'
import { AnswerStatus } from './answer-status'
import { useChatActions, useChatFacts } from './chat-context'
import type { ChatRow } from './chat-rows'
import { AnswerActions, QuestionActions } from './message-actions'
import { MessageEditor } from './message-editor'
import { MessageNotes } from './message-notes'
import { MessageImages } from './message-images'
import { RememberPlace } from './remember-place'
import { usePassedTime } from './reasoning-fold'
import { Button } from '@renderer/ui/button'

const AnsweredBy = lazy(() => import('./answered-by'))
const TurnNoticeLine = lazy(() => import('./turn-notice-line'))
const JoinedMark = lazy(() => import('@renderer/parts/sync/joined-mark'))

interface MessageRowProps {
  row: ChatRow
  /** A continuation of another device begins with it; `open`: nothing follows from both yet. */
  joined: 'open' | 'answered' | null
  /** From 1; 0 while earlier messages are not loaded. */
  position: number
  /** -1 while not all are loaded. */
  count: number
  isLast: boolean
}

/** One message: an article under a heading that names its speaker and time. */
export const MessageArticle = memo(function MessageArticle({ row, joined, position, count, isLast }: MessageRowProps) {
  const actions = useChatActions()
  const headingId = `heading-${row.key}`
  const isQuestion = row.kind === 'message' && row.item.row.role === 'user'
  return (
    <article
      aria-labelledby={headingId}
      aria-setsize={count}
      {...(position > 0 && { 'aria-posinset': position })}
      data-message={row.key}
      className="group/message mx-auto w-full max-w-[calc(var(--measure)+5rem)] px-4 py-3 sm:px-10"
    >
      {joined !== null && row.kind === 'message' && (
        <Suspense>
          <JoinedMark device={row.item.row.device} onKeep={joined === 'open' ? (which) => actions.keepOnly(row.key, which) : null} />
        </Suspense>
      )}
      {row.kind === 'live' ? (
        <LiveAnswer turn={row.turn} headingId={headingId} />
      ) : isQuestion ? (
        <Question item={row.item} headingId={headingId} isLast={isLast} />
      ) : (
        <Answer item={row.item} headingId={headingId} isLast={isLast} />
      )}
    </article>
  )
})

interface PartProps {
  item: PathItem
  headingId: string
  isLast: boolean
}

function Question({ item, headingId, isLast }: PartProps) {
  const { text, format } = useLocalisation()
  const { editing, isBusy } = useChatFacts()
  const actions = useChatActions()
  const { row } = item
  const words = messageText(item.parts)
  return (
    <div className="flex flex-col items-end gap-1">
      <h2 id={headingId} className="sr-only">
        {text.chat.speaker(text.common.you, format.time(row.createdAt))}
      </h2>
      {editing === row.id ? (
        <div className="w-full">
          <MessageEditor item={item} />
        </div>
      ) : (
        <>
          <MessageImages files={filesOf(item.parts)} />
          {words !== '' && (
            <div
              lang={contentLanguage(words)}
              className="max-w-[88%] rounded-xl bg-hover px-4 py-2.5 text-read leading-[1.6] [overflow-wrap:anywhere] whitespace-pre-wrap select-text [unicode-bidi:isolate]"
            >
              {words}
            </div>
          )}
          {/* Beside the buttons, at the message's edge; above them where both do not fit. */}
          <div className="flex max-w-full flex-wrap-reverse items-center justify-end gap-x-2">
            {isLast && !isBusy && (
              <span className="flex items-center gap-2 text-sm text-muted">
                {text.chat.noAnswer}
                <Button size="small" onClick={() => actions.retry(row.id, null)}>
                  {text.common.retry}
                </Button>
              </span>
            )}
            <QuestionActions item={item} />
            <MessageNotes message={row.id} session={row.sessionId} />
          </div>
          <RememberPlace item={item} />
        </>
      )}
    </div>
  )
}

function Answer({ item, headingId, isLast }: PartProps) {
  const { text, format } = useLocalisation()
  const { editing } = useChatFacts()
  const { row } = item
  return (
    <div className="flex flex-col gap-2">
      <AnswerHeading id={headingId} name={row.answer?.modelName ?? text.common.assistant} time={format.time(row.createdAt)} isEdited={item.isEdited} />
      {editing === row.id ? (
        <MessageEditor item={item} />
      ) : (
        <>
          <AnswerParts
            parts={item.parts}
            idPrefix={row.id}
            startedAt={null}
            reasoningTokens={row.answer?.usage?.reasoningTokens || null}
          />
          <AnswerStatus item={item} isLast={isLast} />
          {row.answer?.insteadOf && (
            // The line's height is there before its words are.
            <Suspense fallback={<p className="text-sm">&nbsp;</p>}>
              <AnsweredBy insteadOf={row.answer.insteadOf} />
            </Suspense>
          )}
          <AnswerActions item={item} isLast={isLast} />
          <RememberPlace item={item} />
        </>
      )}
    </div>
  )
}

interface AnswerHeadingProps {
  id: string
  name: string
  time: string
  isEdited: boolean
}

function AnswerHeading({ id, name, time, isEdited }: AnswerHeadingProps) {
  const { text } = useLocalisation()
  return (
    <h2 id={id} className="flex items-baseline gap-2 text-sm font-medium text-muted">
      <span className="truncate">{name}</span>
      <span className="shrink-0 font-normal text-faint tabular-nums">{time}</span>
      {isEdited && <span className="shrink-0 font-normal text-faint">{text.chat.edited}</span>}
    </h2>
  )
}

function LiveAnswer({ turn, headingId }: { turn: LiveTurn; headingId: string }) {
  const { text, format } = useLocalisation()
  return (
    <div className="flex flex-col gap-2" aria-busy>
      <AnswerHeading id={headingId} name={turn.modelName} time={format.time(turn.startedAt)} isEdited={false} />
      <AnswerParts
        parts={turn.parts}
        idPrefix={turn.messageId}
        startedAt={turn.phase === 'unsaved' ? null : turn.startedAt}
        reasoningTokens={null}
      />
      {turn.phase === 'waiting' && (
        <Suspense fallback={<Waiting turn={turn} />}>
          {turn.notice ? <TurnNoticeLine notice={turn.notice} /> : <Waiting turn={turn} />}
        </Suspense>
      )}
      {turn.phase === 'unsaved' && <Notice tone="warn">{text.chat.unsaved}</Notice>}
      {turn.isElsewhere && <p className="text-sm text-muted">{text.chat.writingElsewhere}</p>}
    </div>
  )
}

function Waiting({ turn }: { turn: LiveTurn }) {
  const { text } = useLocalisation()
  const passed = usePassedTime(turn.startedAt)
  return (
    <p className="flex min-h-7 animate-breathe items-center text-base text-muted">
      {passed === null ? text.chat.waiting(turn.modelName) : text.chat.waitingFor(turn.modelName, passed)}
    </p>
  )
}
