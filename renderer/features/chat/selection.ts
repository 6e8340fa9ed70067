import type { MessageId } from '@shared/ids'

const messageOf = (node: Node | null): HTMLElement | null =>
  (node instanceof Element ? node : (node?.parentElement ?? null))?.closest<HTMLElement>('[data-message]') ?? null

/** The words that are marked in one message; null where none are, or where they reach beyond it. */
export function selectionIn(message: MessageId): string | null {
  const found = selectedMessage()
  return found?.message === message ? found.words : null
}

/** The message in which words are marked, and those words. */
export function selectedMessage(): { readonly message: MessageId; readonly words: string } | null {
  const selection = window.getSelection()
  if (selection === null || selection.isCollapsed) return null
  const start = messageOf(selection.anchorNode)
  const message = start?.dataset['message']
  const words = selection.toString().trim()
  if (message === undefined || start !== messageOf(selection.focusNode) || words === '') return null
  return { message: message as MessageId, words }
}
