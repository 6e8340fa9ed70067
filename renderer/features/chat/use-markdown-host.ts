import { useMemo } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { useServices } from '@renderer/state/services'
import type { MarkdownHost } from '@renderer/ui/markdown/markdown-host'

/** The app's way out and words for Markdown. */
export function useChatMarkdownHost(): MarkdownHost {
  const { bridge } = useServices()
  const { text } = useLocalisation()
  return useMemo(
    () => ({
      openLink: (url) => void bridge.request('app.openExternal', { url }),
      labels: {
        copyCode: text.common.copy,
        copied: text.common.copied,
        wrapLines: text.chat.wrapLines,
        codeBlock: text.chat.code,
        table: text.chat.table,
        taskDone: text.chat.taskDone,
        taskOpen: text.chat.taskOpen,
        footnotes: text.chat.footnotes,
        backToText: text.chat.backToText,
        remoteImage: text.chat.remoteImage,
      },
    }),
    [bridge, text],
  )
}
