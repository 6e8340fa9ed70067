import type { Components, ExtraProps } from 'hast-util-to-jsx-runtime'
import { ImageOff } from 'lucide-react'
import { createContext, useContext, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { CodeBlock } from './code-block'
import { useMarkdownHost, TextFrameContext } from './markdown-host'
import { MathFormula } from './math'
import { destinationOf, isMisleading, remoteImageUrl, safeLinkUrl } from './safe-url'

type HastElement = NonNullable<ExtraProps['node']>
type HastChild = HastElement['children'][number]

const textOf = (node: HastChild): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : ''

const classesOf = (node: HastElement): readonly string[] => {
  const classes = node.properties['className']
  return Array.isArray(classes) ? classes.map(String) : []
}

/** Inside a link, where a button would be a control in a control. */
const InLinkContext = createContext(false)

type LinkProps = { href?: string | undefined; id?: string | undefined; children?: ReactNode } & ExtraProps

function Link({ href, children, node, id }: LinkProps) {
  const host = useMarkdownHost()
  // Only the parser of footnotes sets these; an answer's own link to a place in the page has none.
  const isBack = node?.properties['dataFootnoteBackref'] !== undefined
  if (isBack || node?.properties['dataFootnoteRef'] !== undefined) {
    return (
      <JumpLink target={(href ?? '').slice(1)} id={id} isBack={isBack}>
        {children}
      </JumpLink>
    )
  }
  const url = safeLinkUrl(href ?? '')
  if (url === null) return <span>{children}</span>
  const destination = destinationOf(url)
  const open = (event: MouseEvent) => {
    event.preventDefault()
    if (event.button < 2) host.openLink(url.href)
  }
  return (
    <InLinkContext value={true}>
      <a href={url.href} title={destination} rel="noreferrer noopener" target="_blank" className="md-link" onClick={open} onAuxClick={open}>
        {children}
      </a>
      {node && isMisleading(textOf(node), url) && <span className="md-link-host"> ({destination})</span>}
    </InLinkContext>
  )
}

/** The id of a footnote, unlike those of every other text on the page. */
function useFootnoteId(id: string | undefined): string | undefined {
  const { idPrefix } = useContext(TextFrameContext)
  return id === undefined ? undefined : `${idPrefix}-${id}`
}

interface JumpLinkProps {
  target: string
  id: string | undefined
  isBack: boolean
  children: ReactNode
}

/** Footnotes: moves within the text; the address's hash belongs to the app. */
function JumpLink({ target, id, isBack, children }: JumpLinkProps) {
  const { labels } = useMarkdownHost()
  const targetId = useFootnoteId(target)
  const jump = (event: MouseEvent) => {
    event.preventDefault()
    document.getElementById(decodeURIComponent(targetId ?? ''))?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <a href={`#${targetId}`} id={useFootnoteId(id)} className="md-link" aria-label={isBack ? labels.backToText : undefined} onClick={jump}>
      {children}
    </a>
  )
}

function ListItem({ node: _, id, ...rest }: ComponentProps<'li'> & ExtraProps) {
  return <li {...rest} id={useFootnoteId(id)} />
}

/** UI-4: a remote picture is never loaded here: it would tell its host that, and when, the answer was read. */
function Picture({ src, alt }: { src?: string | Blob | undefined; alt?: string | undefined }) {
  const host = useMarkdownHost()
  const isInLink = useContext(InLinkContext)
  const url = remoteImageUrl(typeof src === 'string' ? src : '')
  if (url === null || isInLink) return <span className="md-image-words">{alt}</span>
  return (
    <button type="button" className="md-image" title={url.href} onClick={() => host.openLink(url.href)}>
      <ImageOff size={16} aria-hidden />
      <span>
        {alt ? <span className="md-image-alt">{alt}</span> : null}
        <span className="md-image-host">{host.labels.remoteImage(url.host)}</span>
      </span>
    </button>
  )
}

function Pre({ node, children }: { children?: ReactNode } & ExtraProps) {
  const code = node?.children[0]
  if (code?.type !== 'element' || code.tagName !== 'code') return <pre>{children}</pre>
  const classes = classesOf(code)
  const text = textOf(code).replace(/\n$/, '')
  if (classes.includes('math-display')) return <MathFormula tex={text} isDisplay />
  const language = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? ''
  return <CodeBlock code={text} language={language} />
}

function Code({ node, children }: { children?: ReactNode } & ExtraProps) {
  if (node && classesOf(node).includes('math-inline')) return <MathFormula tex={textOf(node)} isDisplay={false} />
  return <code className="md-inline-code">{children}</code>
}

function Table({ children }: { children?: ReactNode }) {
  const { labels } = useMarkdownHost()
  return (
    <div className="md-table" role="region" aria-label={labels.table} tabIndex={0}>
      <table>{children}</table>
    </div>
  )
}

function Checkbox({ checked }: { checked?: boolean | undefined }) {
  const { labels } = useMarkdownHost()
  return <input type="checkbox" disabled checked={checked ?? false} readOnly aria-label={checked ? labels.taskDone : labels.taskOpen} />
}

function Heading({ level, id, children }: { level: number; id: string | undefined; children: ReactNode }) {
  const { headingShift } = useContext(TextFrameContext)
  const { labels } = useMarkdownHost()
  const footnotesId = useFootnoteId(id)
  // The only heading with an id is the hidden one that remark puts over footnotes.
  if (id !== undefined) return <h3 id={footnotesId} className="sr-only">{labels.footnotes}</h3>
  const Tag = `h${Math.min(6, Math.max(3, level + headingShift))}` as 'h3'
  return <Tag className={`md-h${level}`}>{children}</Tag>
}

const heading = (level: number) =>
  function MarkdownHeading({ id, children }: { id?: string | undefined; children?: ReactNode }) {
    return <Heading level={level} id={id}>{children}</Heading>
  }

export const components: Components = {
  a: Link,
  li: ListItem,
  img: Picture,
  pre: Pre,
  code: Code,
  table: Table,
  input: Checkbox,
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
}
