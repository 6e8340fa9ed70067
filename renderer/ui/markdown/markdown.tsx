import { clsx } from 'clsx'
import { memo, useMemo, useRef } from 'react'
import { splitBlocks, emptySplit, type Block, type SplitText } from './block-split'
import { CodeBlock } from './code-block'
import { contentLanguage } from './content-language'
import { drawMarkdown } from './draw-markdown'
import './markdown.css'
import { TextFrameContext } from './markdown-host'
import { MathFormula } from './math'

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
}

const BlockView = memo(
  function BlockView({ block, definitions, isOpen }: BlockViewProps) {
    switch (block.kind) {
      case 'silent':
        return null
      case 'math':
        return <MathFormula tex={block.tex} isDisplay />
      case 'code':
        return <CodeBlock code={block.code} language={block.language} isOpen={isOpen && !block.isClosed} />
      case 'markdown':
        return drawMarkdown(definitions === '' ? block.source : `${block.source}\n\n${definitions}`, isOpen)
    }
  },
  (before, after) =>
    before.block.source === after.block.source &&
    before.block.kind === after.block.kind &&
    before.definitions === after.definitions &&
    before.isOpen === after.isOpen,
)

/** The level under which the text stands is 2. */
function headingShiftOf(blocks: readonly Block[]): number {
  const levels = blocks.flatMap((block) => {
    const marks = block.kind === 'markdown' ? /^ {0,3}(#{1,6})\s/.exec(block.source)?.[1] : undefined
    return marks === undefined ? [] : [marks.length]
  })
  return levels.length === 0 ? 2 : 3 - Math.min(...levels)
}
