import { useState } from 'react'
import { messageText } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import type { PathItem } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'
import { useImeGuard } from '@renderer/ui/ime'
import { useIsMac } from '@renderer/ui/platform'
import { TextArea } from '@renderer/ui/text-field'
import { filesOf } from './answer-parts'
import { useChatActions } from './chat-context'
import { useSendKeys, wantsToSend } from './send-keys'

/** Edits a question as another version of it, or an answer in its place. */
export function MessageEditor({ item }: { item: PathItem }) {
  const { text } = useLocalisation()
  const sendWith = useSendKeys()
  const actions = useChatActions()
  const isImeKey = useImeGuard()
  const isMac = useIsMac()
  const [value, setValue] = useState(() => messageText(item.parts))
  const [isSaving, setSaving] = useState(false)
  const isQuestion = item.row.role === 'user'
  const close = () => actions.edit(null)
  const save = async () => {
    if (isSaving || (value.trim() === '' && filesOf(item.parts).length === 0)) return
    setSaving(true)
    const isSaved = isQuestion
      ? await actions.saveQuestion(item, { text: value, files: filesOf(item.parts) })
      : await actions.saveAnswer(item, value)
    setSaving(false)
    if (isSaved) close()
  }
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        label={isQuestion ? text.chat.editQuestion : text.chat.editAnswer}
        isLabelHidden
        value={value}
        onChange={setValue}
        onEscape={close}
        autoFocus
        maxRows={24}
        onKeyDown={(event) => {
          // An answer has many lines: there, only the modifier saves.
          const keys = isQuestion ? sendWith : 'mod-enter'
          if (isImeKey(event) || !wantsToSend(event, keys, isMac)) return
          event.preventDefault()
          void save()
        }}
        {...(isQuestion && { hint: text.chat.editQuestionHint })}
      />
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={close}>
          {text.common.cancel}
        </Button>
        <Button size="small" look="primary" isBusy={isSaving} onClick={() => void save()}>
          {isQuestion ? text.chat.saveAndAsk : text.common.save}
        </Button>
      </div>
    </div>
  )
}
