import { messageText } from '@shared/sessions/message'
import type { Catalogue } from '@renderer/i18n/en'
import type { PathItem } from '@renderer/state/services'

/** The shown messages as one Markdown text. */
export function sessionMarkdown(title: string, items: readonly PathItem[], text: Catalogue): string {
  const messages = items.map(({ row, parts }) => {
    const speaker = row.role === 'user' ? text.common.you : (row.answer?.modelName ?? text.common.assistant)
    return `## ${speaker}\n\n${messageText(parts).trim()}\n`
  })
  return [`# ${title}\n`, ...messages].join('\n')
}
