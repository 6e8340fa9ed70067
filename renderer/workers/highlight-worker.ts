import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { grammars } from './highlight-languages'
import type { HighlightedLine, HighlightReply, HighlightRequest } from './highlight-protocol'

const prefix = '--token-'
const theme = createCssVariablesTheme({ name: 'kinds', variablePrefix: prefix })

let highlighter: Promise<HighlighterCore> | null = null

self.onmessage = async ({ data }: MessageEvent<HighlightRequest>) => {
  const reply: HighlightReply = { id: data.id, lines: await highlight(data).catch(() => null) }
  self.postMessage(reply)
}

async function highlight({ code, grammar }: HighlightRequest): Promise<readonly HighlightedLine[] | null> {
  highlighter ??= createHighlighterCore({ themes: [theme], langs: [], engine: createJavaScriptRegexEngine({ forgiving: true }) })
  const core = await highlighter
  const load = grammars[grammar]
  if (load === undefined) return null
  if (!core.getLoadedLanguages().includes(grammar)) await core.loadLanguage(load())
  const { tokens } = core.codeToTokens(code, { lang: grammar, theme: 'kinds' })
  return tokens.map((line) => line.map((token) => [token.content, kindOf(token.color)]))
}

/** The theme's colours are variables, `var(--token-string-expression)`: their names are the classes. */
const kindOf = (color: string | undefined): string => {
  const name = /var\(--token-(?:token-)?([a-z-]+)\)/.exec(color ?? '')?.[1] ?? ''
  return name === 'foreground' || name === 'background' ? '' : name
}
