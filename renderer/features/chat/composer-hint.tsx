import type { SessionId } from '@shared/ids'
import { useLocalisation } from '@renderer/i18n'
import type { UsableModel } from '@renderer/state/services'
import { useIsMac } from '@renderer/ui/platform'
import { shortcutText } from '@renderer/ui/shortcut'
import { useIsTouch } from '@renderer/ui/use-media-query'
import { useSendKeys } from './send-keys'
import { useContextSize } from './use-context-size'
import { isLocal, useIsOnline } from './use-online'

interface ComposerHintProps {
  id: string
  session: SessionId | null
  draftText: string
  model: UsableModel | null
  isBusy: boolean
}

/** One quiet line under the box: how to send, or why it cannot be sent now; and the size of the next prompt. */
export function ComposerHint({ id, session, draftText, model, isBusy }: ComposerHintProps) {
  const { text, format } = useLocalisation()
  const sendWith = useSendKeys()
  const isTouch = useIsTouch()
  const isMac = useIsMac()
  const isOnline = useIsOnline()
  const tokens = useContextSize(session, draftText, model?.ref ?? null)
  const hint =
    model === null
      ? text.chat.hintNoModel
      : !isOnline && !isLocal(model)
        ? text.chat.hintOffline
        : isBusy
          ? text.chat.hintBusy
          : sendWith === 'enter'
            ? text.chat.hintEnter
            : isTouch
              ? ''
              : text.chat.hintModEnter(shortcutText('Mod+Enter', isMac))
  return (
    <div className="flex min-h-6 items-center justify-between gap-3 px-2 pt-1 text-xs text-faint">
      <span id={`${id}`} className="truncate">
        {hint}
      </span>
      {tokens !== null && (
        <span title={text.chat.contextTokensHint} className="shrink-0 tabular-nums">
          {text.chat.contextTokens(format.compact(tokens))}
        </span>
      )}
    </div>
  )
}
