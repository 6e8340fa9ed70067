import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { MessageId, SessionId } from '@shared/ids'
import { messageText, type ModelRef } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import { FailureNotice } from '@renderer/parts/failure-notice'
import { useNewSession } from '@renderer/state/new-session'
import { useServices, type Draft, type UsableModel } from '@renderer/state/services'
import { useObservable, useSettings } from '@renderer/state/use-observable'
import { useView } from '@renderer/state/view'
import { MarkdownHostProvider } from '@renderer/ui/markdown/markdown-host'
import { preloadable } from '@renderer/ui/preloadable'
import { fail } from '@shared/result'
import './chat.css'
import { ChatActionsProvider, ChatFactsProvider } from './chat-context'
import { ChatHeader } from './chat-header'
import { useChatRequest } from './chat-requests'
import { chatRows } from './chat-rows'
import { Composer } from './composer'
import { EmptyChat } from './empty-chat'
import { MessageList, type MessageListHandle } from './message-list'
import { modelForSession, recentModels } from './models-for-chat'
import { pickedFiles } from './picked-files'
import { selectedMessage } from './selection'
import { sessionMarkdown } from './session-markdown'
import { tellFailure } from './tell-failure'
import { useAnswerAnnouncement } from './use-answer-announcement'
import { useChatActionsOf } from './use-chat-actions'
import { emptyDraft } from './use-draft'
import { useGoTo } from './use-go-to'
import { useChatMarkdownHost } from './use-markdown-host'
import { useLiveTurn, useSessionPath, useSessionSummary } from './use-session'
import { useStable } from './use-stable'
import { useTopics } from './use-topics'

// Opened by hand: what the chat shows at once does not wait for them.
const FindBar = preloadable(() => import('./find-bar').then((module) => module.FindBar))
const ModelPicker = preloadable(() => import('./model-picker').then((module) => module.ModelPicker))
const WritingElsewhere = lazy(() => import('@renderer/parts/sync/writing-elsewhere'))

/** Called when the first screen stands: the first keys typed into them are not lost. */
export function preloadChatParts(): void {
  FindBar.preload()
  ModelPicker.preload()
}

interface ChatScreenProps {
  /** null for a session that does not exist yet. */
  session: SessionId | null
  /** A message to go to, of this session. */
  message?: MessageId | undefined
}

/** One session: its header, its messages and the box to write in. */
export function ChatScreen({ session, message }: ChatScreenProps) {
  return <Chat key={session ?? 'new'} session={session} message={message} />
}

const recentOffered = 5

function Chat({ session, message }: ChatScreenProps) {
  const services = useServices()
  const { sessions, turns, drafts, models } = services
  const localisation = useLocalisation()
  const { defaultModel } = useSettings()
  const summary = useSessionSummary(session)
  const list = useObservable(sessions.list)
  const usable = useObservable(models.usable)
  const [picked, setPicked] = useState<ModelRef | null>(null)
  const [starter, setStarter] = useState<{ text: string } | null>(null)
  const [isFinding, setFinding] = useState(false)
  const listHandle = useRef<MessageListHandle>(null)
  const markdownHost = useChatMarkdownHost()
  const topics = useTopics()

  const path = useSessionPath(session)
  const items = path.state.kind === 'ready' ? path.state.items : noItems
  const { turn, isRunning } = useLiveTurn(session)
  const rows = useMemo(() => chatRows(items, turn), [items, turn])
  const goTo = useGoTo(session, message, path, listHandle)
  useAnswerAnnouncement(items, turn)

  const model = modelForSession(summary, picked, defaultModel, list, usable)
  const recent = useMemo(() => recentModels(list, usable, recentOffered), [list, usable])
  const { actions, editing, remembering, picker, setPicker } = useChatActionsOf(session)
  const [attached, setAttached] = useState('')
  const isPrivate = summary?.isPrivate ?? false
  const facts = useMemo(
    () => ({ isBusy: isRunning, editing, remembering, isPrivate, recentModels: recent }),
    [isRunning, editing, remembering, isPrivate, recent],
  )

  const onPick = ({ ref }: UsableModel) => {
    if (picker?.kind === 'retry') actions.retry(picker.message, ref)
    else if (session === null) setPicked(ref)
    else void tellFailure(sessions.setModel(session, ref), localisation)
  }
  const send = useStable(async (draft: Draft) => {
    if (model === null) return fail({ code: 'no-model', stage: 'route' } as const)
    const sent = await turns.send(session, draft, model.ref, { isPrivate: useNewSession.getState().isPrivate })
    if (!sent.ok) return sent
    if (session === null) {
      drafts.save('new', emptyDraft)
      useNewSession.getState().setPrivate(false)
      useView.getState().open({ kind: 'chat', session: sent.value.session })
    } else {
      requestAnimationFrame(() => listHandle.current?.scrollToEnd())
    }
    return sent
  })
  const stop = useCallback(() => {
    if (session !== null) turns.stop(session)
  }, [turns, session])

  const lastItem = items.at(-1)
  const lastAnswer = items.findLast((item) => item.row.role === 'assistant')
  const lastQuestion = items.findLast((item) => item.row.role === 'user')
  const copySession = useWhen(items.length > 0, () => actions.copy(sessionMarkdown(summary?.title ?? '', items, localisation.text)))
  const forkSession = useWhen(lastItem !== undefined, () => lastItem && actions.fork(lastItem.row.id))
  useChatRequest('choose-model', actions.chooseModel)
  useChatRequest('find', useWhen(session !== null, () => setFinding(true)))
  useChatRequest('stop', isRunning ? stop : null)
  useChatRequest('jump-to-latest', useWhen(rows.length > 0, () => listHandle.current?.scrollToEnd()))
  useChatRequest('retry-answer', useWhen(lastAnswer !== undefined && !isRunning, () => lastAnswer && actions.retry(lastAnswer.row.id, null)))
  useChatRequest('copy-answer', useWhen(lastAnswer !== undefined, () => lastAnswer && actions.copy(messageText(lastAnswer.parts))))
  useChatRequest('edit-last-question', useWhen(lastQuestion !== undefined && !isRunning, () => lastQuestion && actions.edit(lastQuestion.row.id)))
  useChatRequest('fork', forkSession)
  useChatRequest('remember', useWhen(lastQuestion !== undefined && !isPrivate, () => lastQuestion && actions.remember(selectedMessage()?.message ?? lastQuestion.row.id)))

  return (
    <MarkdownHostProvider value={markdownHost}>
      <ChatActionsProvider value={actions}>
        <ChatFactsProvider value={facts}>
          <ChatHeader
            session={summary}
            model={model}
            onChooseModel={actions.chooseModel}
            onFork={forkSession}
            onCopySession={copySession}
          />
          {isFinding && session !== null && (
            <Suspense>
              <FindBar session={session} rows={rows} onGo={goTo} onClose={() => setFinding(false)} />
            </Suspense>
          )}
          {path.state.kind === 'failed' ? (
            <div className="min-h-0 flex-1 p-6">
              <FailureNotice failure={path.state.failure} role="alert" />
            </div>
          ) : rows.length > 0 ? (
            <MessageList
              ref={listHandle}
              rows={rows}
              hasEarlier={path.state.kind === 'ready' && path.state.hasEarlier}
              loadEarlier={path.loadEarlier}
            />
          ) : session === null || path.state.kind === 'ready' ? (
            <EmptyChat hasModels={usable.length > 0} topics={topics} onStart={(text) => setStarter({ text })} isNew={session === null} />
          ) : (
            <div className="min-h-0 flex-1" aria-busy />
          )}
          {session !== null && <Elsewhere session={session} />}
          <Composer
            session={session}
            model={model}
            isBusy={isRunning}
            starter={starter}
            onSend={send}
            onStop={stop}
            onChooseModel={actions.chooseModel}
            onAttached={setAttached}
          />
          <Suspense>{picker !== null && <ModelPicker attached={pickedFiles(picker, items, attached)} onClose={() => setPicker(null)} onPick={onPick} />}</Suspense>
        </ChatFactsProvider>
      </ChatActionsProvider>
    </MarkdownHostProvider>
  )
}

/** What another device is writing in this session; nothing of it is loaded while sync is off. */
function Elsewhere({ session }: { session: SessionId }) {
  const isOn = useObservable(useServices().sync.vault) !== null
  return isOn ? (
    <Suspense>
      <WritingElsewhere session={session} />
    </Suspense>
  ) : null
}

const noItems: readonly never[] = []

/** A handler while it makes sense, null while it does not. */
function useWhen(isPossible: boolean, act: () => void): (() => void) | null {
  const stable = useStable(act)
  return isPossible ? stable : null
}
