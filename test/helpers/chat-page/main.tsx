import { setNonce } from 'get-nonce'
import { Profiler, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { loadLanguage, localisationFor, LocalisationProvider, type Language } from '@renderer/i18n'
import { ChatScreen } from '@renderer/features/chat/chat-screen'
import { requestChat } from '@renderer/features/chat/chat-requests'
import { useChatMarkdownHost } from '@renderer/features/chat/use-markdown-host'
import { ServicesProvider } from '@renderer/state/services'
import { Markdown } from '@renderer/ui/markdown/markdown'
import { MarkdownHostProvider } from '@renderer/ui/markdown/markdown-host'
import { UiProvider } from '@renderer/ui/provider'
import { Toaster } from '@renderer/ui/toaster'
import '@renderer/ui/styles.css'
import { createFakeChat, sessionId } from './fake-chat'
import { sampleAnswers, sampleQuestions } from './sample-texts'

const asked = new URLSearchParams(location.search)
const language = (asked.get('lang') ?? 'en') as Language
document.documentElement.dataset['theme'] = asked.get('theme') ?? 'light'
document.documentElement.lang = language
await loadLanguage(language)
setNonce(document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '')

const chat = createFakeChat({
  count: Number(asked.get('count') ?? 6),
  answers: sampleAnswers[language],
  questions: sampleQuestions[language],
  hasModels: !asked.has('no-models'),
  language,
  pageSize: Number(asked.get('page') ?? 50),
  isDraftHeld: asked.has('held'),
})

let setText: (text: string, isStreaming: boolean) => void = () => undefined

function MarkdownOnly() {
  const [shown, setShown] = useState({ text: '', isStreaming: false })
  setText = (text, isStreaming) => setShown({ text, isStreaming })
  return (
    <MarkdownHostProvider value={useChatMarkdownHost()}>
      <div style={{ height: '100%', overflow: 'auto', padding: 24 }}>
        <Markdown text={shown.text} isStreaming={shown.isStreaming} idPrefix="m" />
      </div>
    </MarkdownHostProvider>
  )
}

const view = asked.get('view') ?? 'chat'
const screen =
  view === 'markdown' ? <MarkdownOnly /> : <ChatScreen session={asked.has('new') ? null : sessionId} />

const page = {
  request: requestChat,
  chat,
  /** Draws a text at once. */
  show: (text: string, isStreaming = false) => flushSync(() => setText(text, isStreaming)),
  /** Milliseconds that React took for the last drawing. */
  lastRenderMs: 0,
}
export type ChatPage = typeof page
Object.assign(window, { page })

createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <LocalisationProvider value={localisationFor(language)}>
      <ServicesProvider value={chat.services}>
        <UiProvider isMac={false}>
          <Profiler id="page" onRender={(_, __, actualMs) => (page.lastRenderMs = actualMs)}>
            <div className="flex h-full flex-col">
              <main className="relative flex min-h-0 flex-1 flex-col">{screen}</main>
            </div>
          </Profiler>
          <Toaster label="Notifications" dismissLabel="Dismiss" />
        </UiProvider>
      </ServicesProvider>
    </LocalisationProvider>
  </StrictMode>,
)
