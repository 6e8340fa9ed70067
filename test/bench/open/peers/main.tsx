import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Markdown } from '@renderer/ui/markdown/markdown'
import { UiProvider } from '@renderer/ui/provider'
import { MarkdownHostProvider, type MarkdownHost } from '@renderer/ui/markdown/markdown-host'

/** Ways to draw a text that grows; `whole` parses all of it each time, as the usual first attempt does. */
const renderers = {
  blocks: (text: string) => <Markdown text={text} isStreaming idPrefix="bench" />,
  whole: (text: string) => <ReactMarkdown remarkPlugins={[remarkGfm]}>{text}</ReactMarkdown>,
} satisfies Record<string, (text: string) => ReactNode>

export type RendererName = keyof typeof renderers

export interface BenchPage {
  /** Milliseconds per update, layout included, of the last `updates` steps of 60 characters up to the whole text. */
  stream(renderer: RendererName, text: string, updates: number): Promise<number[]>
  /** Milliseconds from nothing to the frame after all texts are in the page at once. */
  showAll(texts: readonly string[]): Promise<number>
}

const stepCharacters = 60

const host: MarkdownHost = {
  openLink: () => undefined,
  labels: {
    copyCode: '',
    copied: '',
    wrapLines: '',
    codeBlock: '',
    table: '',
    taskDone: '',
    taskOpen: '',
    footnotes: '',
    backToText: '',
    remoteImage: () => '',
  },
}

const page: BenchPage = {
  async stream(renderer, text, updates) {
    const { show, end } = mount()
    const costs: number[] = []
    const first = text.length - updates * stepCharacters
    show(renderers[renderer](text.slice(0, first)))
    for (let at = first; at < text.length; at += stepCharacters) {
      await nextFrame()
      const startedAt = performance.now()
      show(renderers[renderer](text.slice(0, at + stepCharacters)))
      costs.push(performance.now() - startedAt)
    }
    end()
    return costs
  },
  async showAll(texts) {
    const { show, end } = mount()
    const startedAt = performance.now()
    show(texts.map((text, index) => <article key={index}>{renderers.whole(text)}</article>))
    await nextFrame()
    const cost = performance.now() - startedAt
    end()
    return cost
  },
}

function mount() {
  const element = document.getElementById('root') ?? document.body
  const root = createRoot(element)
  return {
    show(content: ReactNode) {
      flushSync(() =>
        root.render(
          <UiProvider isMac={false}>
            <MarkdownHostProvider value={host}>{content}</MarkdownHostProvider>
          </UiProvider>,
        ),
      )
      if (element.childElementCount === 0) throw new Error('nothing was drawn')
      // Asking for a height makes the browser lay the page out now, so that layout counts.
      element.getBoundingClientRect()
    },
    end: () => root.unmount(),
  }
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve))
}

Object.assign(window, { bench: page })
