import type { Element, ElementContent, Root, RootContent } from 'hast'
import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'

/**
 * UI-4: HTML in an answer is text. It is shown as it was written, so that nothing is swallowed (`Map<String>`),
 * but for `<br>`, which models write into table cells.
 */
const htmlAsText = () => (tree: Root) => {
  tree.children = tree.children.map(showHtml)
}

function showHtml<Node extends RootContent | ElementContent>(node: Node): Node | Element | { type: 'text'; value: string } {
  if (node.type === 'raw') {
    const isBreak = /^<br\s*\/?>$/i.test(node.value)
    return isBreak ? { type: 'element', tagName: 'br', properties: {}, children: [] } : { type: 'text', value: node.value }
  }
  if (node.type === 'element') node.children = node.children.map(showHtml)
  return node
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

/**
 * One processor for every block: to build one takes twice as long as to parse a paragraph. Footnotes get plain ids
 * here; what draws them adds the text's own prefix.
 */
const processor = unified()
  .use(remarkParse)
  // `~5 to ~10` is no strike-through.
  .use(remarkGfm, { singleTilde: false })
  // UI-2: single dollars are decided by normaliseTexDelimiters.
  .use(remarkMath, { singleDollarTextMath: false })
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
  .use(htmlAsText)
  .use(rehypeSanitize, schema)
  .freeze()

/** What may be drawn of one block of Markdown. */
export const parseMarkdown = (source: string): Root => processor.runSync(processor.parse(source))
