import { useEffect, useRef } from 'react'
import type { MessageId } from '@shared/ids'
import { messageText } from '@shared/sessions/message'
import { useLocalisation, type Localisation } from '@renderer/i18n'
import type { LiveTurn, PathItem } from '@renderer/state/services'
import { announce } from '@renderer/ui/toasts'

/** Says once that an answer has ended, and how; its words are never read out as they come. */
export function useAnswerAnnouncement(items: readonly PathItem[], turn: LiveTurn | null): void {
  const localisation = useLocalisation()
  const awaited = useRef<MessageId | null>(null)
  const writing = turn?.messageId
  useEffect(() => {
    if (writing !== undefined) awaited.current = writing
    const ended = items.find((item) => item.row.id === awaited.current)
    if (ended === undefined) return
    awaited.current = null
    announce(endText(ended, localisation))
  }, [items, writing, localisation])
}

function endText({ row, parts }: PathItem, { text, format, language }: Localisation): string {
  switch (row.status) {
    case 'complete':
      return text.chat.answerComplete(format.number(countWords(messageText(parts), language)))
    case 'stopped':
      return text.chat.answerStopped
    case 'interrupted':
      return text.chat.answerInterrupted
    case 'failed':
      return text.chat.answerFailed
  }
}

/** Words as the language counts them, Chinese included. */
export function countWords(text: string, language: string): number {
  let count = 0
  for (const piece of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) if (piece.isWordLike) count += 1
  return count
}
