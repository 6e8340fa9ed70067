import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from '@renderer/ui/markdown/markdown'
import { MarkdownHostProvider, type MarkdownHost } from '@renderer/ui/markdown/markdown-host'
import { UiProvider } from '@renderer/ui/provider'
import { hostileAnswers } from '../../fixtures/hostile-markdown'

const host: MarkdownHost = {
  openLink: () => undefined,
  labels: {
    copyCode: 'Copy',
    copied: 'Copied',
    wrapLines: 'Wrap',
    codeBlock: 'Code',
    table: 'Table',
    taskDone: 'Done',
    taskOpen: 'Open',
    footnotes: 'Footnotes',
    backToText: 'Back',
    remoteImage: (name) => name,
  },
}

const render = (text: string, isStreaming = false) =>
  renderToStaticMarkup(
    <UiProvider isMac={false}>
      <MarkdownHostProvider value={host}>
        <Markdown text={text} isStreaming={isStreaming} idPrefix="m1" />
      </MarkdownHostProvider>
    </UiProvider>,
  )

/** Every opening tag with its attributes, as a browser would read this markup (React escapes what is text). */
const tagsOf = (markup: string) =>
  [...markup.matchAll(/<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/gi)].map((match) => ({
    name: (match[1] ?? '').toLowerCase(),
    attributes: new Map([...(match[2] ?? '').matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map((pair) => [(pair[1] ?? '').toLowerCase(), pair[2] ?? ''])),
  }))

const drawn = new Set(
  ('div p br hr h3 h4 h5 h6 blockquote ul ol li em strong del a button code pre figure figcaption table thead tbody tr th td ' +
    'input section sup span svg path line polyline rect circle').split(' '),
)

test('UI-4 the corpus holds at least 60 hostile answers', () => {
  expect(hostileAnswers.length).toBeGreaterThanOrEqual(60)
})

test.each(hostileAnswers)('UI-4 $name: nothing in the tree can act', ({ text }) => {
  for (const markup of [render(text), render(text, true)]) {
    for (const { name, attributes } of tagsOf(markup)) {
      expect(drawn).toContain(name)
      for (const [attribute, value] of attributes) {
        expect(attribute).not.toMatch(/^(?:on|style|src|srcset|action|formaction|data$|xlink|name)/)
        if (attribute === 'href') expect(value).toMatch(/^(?:https?:\/\/|mailto:|#m1-)/)
      }
    }
  }
})

test('UI-4 HTML is shown as it was written', () => {
  expect(render('a Map<String> and <b>b</b>')).toContain('Map&lt;String&gt; and &lt;b&gt;b&lt;/b&gt;')
})

test('UI-4 a link shows its host, and says so where its words name another', () => {
  expect(render('[words](https://example.org/x)')).toContain('title="example.org"')
  expect(render('[https://bank.example](https://beacon.example)')).toContain('(beacon.example)')
})

test('UI-2 prices stay text, TeX is set as math', () => {
  expect(render('From $5 to $10. Only $59(save $100). R$ 12,29 … R$ 15,83')).toContain(
    'From $5 to $10. Only $59(save $100). R$ 12,29 … R$ 15,83',
  )
  for (const text of ['$$x$$', 'so \\(x\\) is', '\\[x\\]', '- in a list \\(x\\)']) expect(render(text)).toContain('md-tex-source')
})

test('a definition far from its link still makes it one', () => {
  expect(render('See [the page][p].\n\nMore.\n\n[p]: https://example.org/')).toContain('href="https://example.org/"')
})

test('footnotes are tied together across blocks', () => {
  const markup = render('One[^a].\n\nTwo.\n\n[^a]: the note')
  expect(markup).toContain('href="#m1-fn-a"')
  expect(markup).toContain('id="m1-fn-a"')
})
