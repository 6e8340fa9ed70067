import { Marked, type TokenizerExtension } from 'marked'

export type Block =
  | { readonly kind: 'markdown'; readonly source: string; readonly start: number }
  | {
      readonly kind: 'code'
      readonly source: string
      readonly start: number
      readonly code: string
      readonly language: string
      /** Its closing fence has arrived. */
      readonly isClosed: boolean
    }
  | { readonly kind: 'math'; readonly source: string; readonly start: number; readonly tex: string }
  /** Link definitions and empty space: nothing is drawn. */
  | { readonly kind: 'silent'; readonly source: string; readonly start: number }

export interface SplitText {
  readonly source: string
  readonly blocks: readonly Block[]
  /** `[name]: address` lines of the whole text; a block that uses one is drawn together with them. */
  readonly definitions: string
}

export const emptySplit: SplitText = { source: '', blocks: [], definitions: '' }

/** Display math on lines of its own; an unclosed one is still text. */
const displayMath: TokenizerExtension = {
  name: 'math',
  level: 'block',
  tokenizer(source) {
    const match =
      /^ {0,3}\$\$((?:(?!\$\$)[^])+?)\$\$[ \t]*(?:\n+|$)/.exec(source) ?? /^ {0,3}\\\[((?:(?!\\\])[^])+?)\\\][ \t]*(?:\n+|$)/.exec(source)
    if (match === null || /\n[ \t]*\n/.test(match[1] ?? '')) return undefined
    return { type: 'math', raw: match[0], tex: (match[1] ?? '').trim() }
  },
}

const marked = new Marked({ gfm: true, extensions: [displayMath] })

/** Line ends as the lexer counts them. */
export const normaliseText = (text: string): string => text.replace(/\r\n?/g, '\n')

/**
 * Cuts Markdown into its top-level blocks; their sources put together are the text again.
 * @param previous the split of an earlier, shorter text: where `text` goes on from it, only its tail is read again.
 */
export function splitBlocks(text: string, previous: SplitText = emptySplit): SplitText {
  const source = normaliseText(text)
  if (source === previous.source) return previous
  const kept = source.startsWith(previous.source) ? settledBlocks(previous.blocks) : []
  const last = kept.at(-1)
  const start = last === undefined ? 0 : last.start + last.source.length
  const blocks = [...kept, ...lexBlocks(source.slice(start), start)]
  const definitions = blocks.flatMap((block) => (block.kind === 'silent' ? [block.source.trim()] : [])).filter(Boolean)
  return { source, blocks, definitions: definitions.join('\n') }
}

/**
 * The blocks that more text cannot change. A list goes on after a blank line and even after a paragraph that turns
 * out to be its next item, so the last two drawn blocks stay open, and with them the whitespace around.
 */
function settledBlocks(blocks: readonly Block[]): readonly Block[] {
  let open = 0
  let index = blocks.length
  while (index > 0 && open < 2) {
    index -= 1
    if (blocks[index]?.source.trim() !== '') open += 1
  }
  // Whitespace before an open block may turn out to belong to the block before it.
  while (index > 0 && blocks[index - 1]?.source.trim() === '') index -= 1
  return blocks.slice(0, index)
}

function lexBlocks(source: string, offset: number): Block[] {
  const blocks: Block[] = []
  let start = 0
  for (const token of marked.lexer(source)) {
    // The lexer tidies the white end of some blocks: what counts is the text itself.
    const raw = source.slice(start, start + token.raw.length)
    if (raw.trimEnd() !== token.raw.trimEnd()) break
    blocks.push(toBlock({ ...(token as LexedToken), raw }, offset + start))
    start += raw.length
  }
  const rest = source.slice(start)
  return rest === '' ? blocks : [...blocks, { kind: 'markdown', source: rest, start: offset + start }]
}

interface LexedToken {
  readonly type: string
  readonly raw: string
  readonly text?: string
  readonly lang?: string
  readonly codeBlockStyle?: string
  readonly tex?: string
}

function toBlock(token: LexedToken, start: number): Block {
  const source = token.raw
  if (token.type === 'space' || token.type === 'def') return { kind: 'silent', source, start }
  if (token.type === 'math') return { kind: 'math', source, start, tex: token.tex ?? '' }
  if (token.type === 'code' && token.codeBlockStyle !== 'indented') {
    const language = /^[^\s{,:]*/.exec(token.lang ?? '')?.[0] ?? ''
    return { kind: 'code', source, start, code: token.text ?? '', language, isClosed: isClosedFence(source) }
  }
  return { kind: 'markdown', source, start }
}

function isClosedFence(source: string): boolean {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(source)?.[1]
  if (fence === undefined) return true
  const lastLine = source.trimEnd().split('\n').slice(1).at(-1)?.trim() ?? ''
  return lastLine.length >= fence.length && lastLine === fence.charAt(0).repeat(lastLine.length)
}
