import { clsx } from 'clsx'
import { memo, useMemo, useRef } from 'react'
import ReactMarkdown, { type UrlTransform } from 'react-markdown'
import { splitBlocks, emptySplit, type Block, type SplitText } from './block-split'
import { CodeBlock } from './code-block'
import { contentLanguage } from './content-language'
import { components } from './elements'
import './markdown.css'
import { TextFrameContext } from './markdown-host'
import { MathFormula } from './math'
import { rehypePlugins, remarkPlugins } from './plugins'
import { remoteImageUrl, safeLinkUrl } from './safe-url'
import { normaliseTexDelimiters } from './tex-delimiters'

export interface MarkdownProps {
  text: string
  /** More text will come: its end is marked, and code that has not ended stays uncoloured. */
  isStreaming?: boolean
  /** Unlike that of every other text on the page: footnotes are tied by ids. */
  idPrefix: string
  className?: string
}

/** Markdown of a model, as text that cannot act: no HTML, no foreign picture, only http, https and mailto links. */
export const Markdown = memo(function Markdown({ text, isStreaming = false, idPrefix, className }: MarkdownProps) {
  const split = useSplit(text, isStreaming)
  const shift = headingShiftOf(split.blocks)
  const frame = useMemo(() => ({ idPrefix, headingShift: shift }), [idPrefix, shift])
  const last = split.blocks.length - 1
  return (
    <TextFrameContext value={frame}>
      <div className={clsx('md', isStreaming && 'md-streaming', className)} lang={contentLanguage(text)}>
        {split.blocks.map((block, index) => (
          <BlockView
            key={block.start}
            block={block}
            definitions={block.source.includes('[') ? split.definitions : ''}
            isOpen={isStreaming && index === last}
            idPrefix={idPrefix}
          />
        ))}
      </div>
    </TextFrameContext>
  )
})

/** Footnotes bind distant blocks together: a finished text that has them is drawn as one. */
const hasFootnotes = (text: string) => /^\[\^[^\]\s]+\]:/m.test(text)

function useSplit(text: string, isStreaming: boolean): SplitText {
  const previous = useRef(emptySplit)
  return useMemo(() => {
    if (!isStreaming && hasFootnotes(text)) {
      return { source: text, definitions: '', blocks: [{ kind: 'markdown', source: text, start: 0 }] }
    }
    previous.current = splitBlocks(text, previous.current)
    return previous.current
  }, [text, isStreaming])
}

interface BlockViewProps {
  block: Block
  definitions: string
  isOpen: boolean
  idPrefix: string
}

const BlockView = memo(
  function BlockView({ block, definitions, isOpen, idPrefix }: BlockViewProps) {
    switch (block.kind) {
      case 'silent':
        return null
      case 'math':
        return <MathFormula tex={block.tex} isDisplay />
      case 'code':
        return <CodeBlock code={block.code} language={block.language} isOpen={isOpen && !block.isClosed} />
      case 'markdown':
        return (
          <ReactMarkdown
            remarkPlugins={remarkPlugins}
            rehypePlugins={rehypePlugins}
            remarkRehypeOptions={{ clobberPrefix: `${idPrefix}-${block.start}-` }}
            components={components}
            urlTransform={transformUrl}
          >
            {normaliseTexDelimiters(definitions === '' ? block.source : `${block.source}\n\n${definitions}`)}
          </ReactMarkdown>
        )
    }
  },
  (before, after) =>
    before.block.source === after.block.source &&
    before.block.kind === after.block.kind &&
    before.definitions === after.definitions &&
    before.isOpen === after.isOpen &&
    before.idPrefix === after.idPrefix,
)

/** A second gate behind the sanitiser; `#` only where footnotes made it. */
const transformUrl: UrlTransform = (url, key) => {
  if (key === 'src') return remoteImageUrl(url)?.href ?? ''
  return url.startsWith('#') ? url : (safeLinkUrl(url)?.href ?? '')
}

/** The level under which the text stands is 2. */
function headingShiftOf(blocks: readonly Block[]): number {
  const levels = blocks.flatMap((block) => {
    const marks = block.kind === 'markdown' ? /^ {0,3}(#{1,6})\s/.exec(block.source)?.[1] : undefined
    return marks === undefined ? [] : [marks.length]
  })
  return levels.length === 0 ? 2 : 3 - Math.min(...levels)
}
