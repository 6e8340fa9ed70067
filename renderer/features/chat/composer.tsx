import { clsx } from 'clsx'
import { ArrowUp, Paperclip, Square } from 'lucide-react'
import { lazy, memo, Suspense, useCallback, useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import type { Failure } from '@shared/errors'
import type { SessionId } from '@shared/ids'
import { takesFile } from '@shared/providers/file-forms'
import type { Result } from '@shared/result'
import { useLocalisation } from '@renderer/i18n'
import { FailureNotice } from '@renderer/parts/failure-notice'
import type { Draft, UsableModel } from '@renderer/state/services'
import { useView } from '@renderer/state/view'
import { Button, IconButton } from '@renderer/ui/button'
import { useImeGuard } from '@renderer/ui/ime'
import { useIsMac } from '@renderer/ui/platform'
import { useAutoGrow } from '@renderer/ui/text-field'
import { useIsNarrow } from '@renderer/ui/use-media-query'
import { useChatRequest } from './chat-requests'
import { ComposerHint } from './composer-hint'
import { ModelButton } from './model-button'
import { useSendKeys, wantsToSend } from './send-keys'
import { accepted, filesOfTransfer, mayBeAttached } from './transfer-files'
import { useAttaching } from './use-attaching'
import { emptyDraft, isEmptyDraft, useDraft, useOnceLoaded } from './use-draft'
import { useFileDrop } from './use-drop'

const Attachments = lazy(() => import('./attachments'))
const AttachmentNotices = lazy(() => import('./attachment-notices'))

/** The skip link and "go to the message box" land here. */
export const composerInputId = 'message-input'

interface ComposerProps {
  session: SessionId | null
  model: UsableModel | null
  /** An answer is being written in this session. */
  isBusy: boolean
  /** Words to begin with, from a starting point; a new object for each choice. */
  starter: { readonly text: string } | null
  onSend: (draft: Draft) => Promise<Result<unknown, Failure>>
  onStop: () => void
  onChooseModel: () => void
  /** Types of the attached files, whenever they change: what the choice of models goes by. */
  onAttached: (mediaTypes: string) => void
}

/** Where a message is written. Nothing typed is lost: the draft is on disk, and it is cleared only once it is sent. */
export const Composer = memo(function Composer({ session, model, isBusy, starter, onSend, onStop, onChooseModel, onAttached }: ComposerProps) {
  const { text } = useLocalisation()
  const sendWith = useSendKeys()
  const openScreen = useView((view) => view.open)
  const isImeKey = useImeGuard()
  const isMac = useIsMac()
  const isNarrow = useIsNarrow()
  const area = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const { draft, setDraft, isLoaded } = useDraft(session ?? 'new')
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { addFiles, refused, clearRefused } = useAttaching(setDraft)
  const isOver = useFileDrop(addFiles)
  useAutoGrow(area, draft.text)

  const focus = useCallback(() => area.current?.focus(), [])
  const pick = useCallback(() => picker.current?.click(), [])
  useChatRequest('focus-input', focus)
  useChatRequest('attach', pick)
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) focus()
  }, [focus])
  useEffect(() => {
    if (starter === null) return
    setDraft((before) => ({ ...before, text: starter.text }))
    focus()
  }, [starter, setDraft, focus])

  const mediaTypes = [...new Set(draft.files.map(({ mediaType }) => mediaType))].join(' ')
  useEffect(() => onAttached(mediaTypes), [onAttached, mediaTypes])

  const isRefused = model !== null && draft.files.some(({ mediaType }) => takesFile(model, mediaType) === false)
  const isReady = model !== null && !isBusy && !isSending && !isEmptyDraft(draft) && !isRefused
  const canSend = isReady && isLoaded

  const sendNow = async () => {
    setSending(true)
    setFailure(null)
    const sent = await onSend(draft)
    setSending(false)
    if (sent.ok) setDraft(emptyDraft)
    else setFailure(sent.failure)
  }
  const whenLoaded = useOnceLoaded(isLoaded, draft, () => {
    if (canSend) void sendNow()
  })
  const send = () => {
    if (isReady) whenLoaded()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isImeKey(event)) return
    if (event.key === 'Escape' && isBusy) {
      event.preventDefault()
      onStop()
    } else if (wantsToSend(event, sendWith, isMac)) {
      event.preventDefault()
      send()
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const files = filesOfTransfer(event.clipboardData).filter(mayBeAttached)
    if (files.length === 0) return
    event.preventDefault()
    addFiles(files)
  }

  return (
    <div className="mx-auto w-full max-w-[calc(var(--measure)+5rem)] shrink-0 px-3 pb-2 sm:px-8">
      {failure && (
        <FailureNotice
          failure={failure}
          role="alert"
          className="mb-2"
          actions={{
            retry: send,
            'choose-model': onChooseModel,
            edit: () => setFailure(null),
            dismiss: () => setFailure(null),
          }}
        />
      )}
      <Suspense>
        {(refused !== null || draft.files.length > 0) && (
          <AttachmentNotices files={draft.files} refused={refused} model={model} onChooseModel={onChooseModel} onClear={clearRefused} />
        )}
      </Suspense>
      <div
        className={clsx(
          'relative rounded-xl border bg-raised transition-colors focus-within:border-focus',
          isOver ? 'border-accent bg-accent-soft' : 'border-control/70',
        )}
      >
        {isOver && (
          <p className="absolute inset-0 z-10 flex items-center justify-center rounded-xl bg-accent-soft text-accent">{text.chat.dropHere}</p>
        )}
        <Suspense>
          {draft.files.length > 0 && (
            <Attachments
              files={draft.files}
              onRemove={(index) => setDraft((before) => ({ ...before, files: before.files.filter((_, at) => at !== index) }))}
            />
          )}
        </Suspense>
        <textarea
          id={composerInputId}
          ref={area}
          aria-label={text.chat.message}
          aria-describedby={`${composerInputId}-hint`}
          placeholder={text.chat.placeholder}
          value={draft.text}
          rows={1}
          readOnly={isSending}
          onChange={(event) => setDraft((before) => ({ ...before, text: event.target.value }))}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="block max-h-[40vh] w-full resize-none bg-transparent px-4 pt-3 pb-1 text-read leading-[1.55] outline-none field-sizing-content"
        />
        <div className="flex items-center gap-1 p-1.5">
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            accept={accepted}
            onChange={(event) => {
              addFiles([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
          <IconButton label={text.chat.attach} shortcut="Mod+U" icon={<Paperclip size={17} aria-hidden />} onClick={pick} />
          {isNarrow && model !== null && <ModelButton model={model} onChoose={onChooseModel} />}
          <div className="flex-1" />
          {isBusy ? (
            <IconButton label={text.chat.stop} shortcut="Escape" look="plain" icon={<Square size={13} fill="currentColor" aria-hidden />} onClick={onStop} />
          ) : model === null ? (
            <Button onClick={() => openScreen({ kind: 'settings', page: 'models' })}>
              {text.chat.setUpModel}
            </Button>
          ) : (
            <IconButton
              label={text.chat.send}
              look="primary"
              icon={<ArrowUp size={17} aria-hidden />}
              aria-disabled={!canSend}
              onClick={send}
            />
          )}
        </div>
      </div>
      <ComposerHint id={`${composerInputId}-hint`} session={session} draftText={draft.text} model={model} isBusy={isBusy} />
    </div>
  )
})
