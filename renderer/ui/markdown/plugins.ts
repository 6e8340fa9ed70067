import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import type { Options } from 'react-markdown'

type HastRoot = Parameters<ReturnType<typeof rehypeSanitize>>[0]
type HastNode = HastRoot | HastRoot['children'][number]

/**
 * UI-4: HTML in an answer is text. It is shown as it was written, so that nothing is swallowed (`Map<String>`),
 * but for `<br>`, which models write into table cells.
 */
const htmlAsText = () => (tree: HastRoot) => showHtml(tree)

function showHtml(node: HastNode): void {
  if (!('children' in node)) return
  node.children.forEach((child, index) => {
    const raw = child as { type: string; value?: string }
    if (raw.type === 'raw') {
      const isBreak = /^<br\s*\/?>$/i.test(raw.value ?? '')
      node.children[index] = isBreak
        ? { type: 'element', tagName: 'br', properties: {}, children: [] }
        : { type: 'text', value: raw.value ?? '' }
    } else {
      showHtml(child as HastNode)
    }
  })
}

/** Only what Markdown itself can make. Everything else is dropped, attributes one by one. */
export const schema: Schema = {
  strip: ['script', 'style'],
  clobber: ['id', 'ariaDescribedBy', 'ariaLabelledBy', 'name'],
  clobberPrefix: '',
  tagNames: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'em', 'strong', 'del'],
    ...['a', 'img', 'code', 'pre', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'input', 'section', 'sup'],
  ],
  ancestors: { tbody: ['table'], thead: ['table'], tr: ['table'], th: ['table'], td: ['table'] },
  required: { input: { disabled: true, type: 'checkbox' } },
  attributes: {
    a: ['href', 'dataFootnoteRef', 'dataFootnoteBackref', 'ariaLabel', 'ariaDescribedBy', 'id'],
    code: [['className', /^language-[\w+#.-]+$/, 'math-inline', 'math-display']],
    h2: ['id', ['className', 'sr-only']],
    img: ['src', 'alt'],
    input: [['disabled', true], ['type', 'checkbox'], 'checked'],
    li: ['id', ['className', 'task-list-item']],
    ol: ['start', ['className', 'contains-task-list']],
    section: ['dataFootnotes', ['className', 'footnotes']],
    td: ['align'],
    th: ['align'],
    ul: [['className', 'contains-task-list']],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
}

export const remarkPlugins: NonNullable<Options['remarkPlugins']> = [
  // `~5 to ~10` is no strike-through.
  [remarkGfm, { singleTilde: false }],
  // UI-2: single dollars are decided by normaliseTexDelimiters.
  [remarkMath, { singleDollarTextMath: false }],
]

export const rehypePlugins: NonNullable<Options['rehypePlugins']> = [htmlAsText, [rehypeSanitize, schema]]
