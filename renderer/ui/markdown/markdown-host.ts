import { createContext, useContext } from 'react'

/** What Markdown needs of its surroundings: a way out, and its words. */
export interface MarkdownHost {
  /** Opens an http, https or mailto address outside the app. */
  openLink(url: string): void
  readonly labels: MarkdownLabels
}

export interface MarkdownLabels {
  readonly copyCode: string
  readonly copied: string
  readonly wrapLines: string
  readonly codeBlock: string
  readonly table: string
  readonly taskDone: string
  readonly taskOpen: string
  readonly footnotes: string
  readonly backToText: string
  /** On the placeholder of a picture that is not loaded: opens it in the browser. */
  readonly remoteImage: (host: string) => string
}

const HostContext = createContext<MarkdownHost | null>(null)

export const MarkdownHostProvider = HostContext.Provider

export function useMarkdownHost(): MarkdownHost {
  const host = useContext(HostContext)
  if (host === null) throw new Error('Markdown outside MarkdownHostProvider')
  return host
}

/** What the blocks of one text share. */
export interface TextFrame {
  /** Makes footnote ids of this text unlike those of every other. */
  readonly idPrefix: string
  /** Added to a heading's level, so that the text's highest one comes right under the heading above the text. */
  readonly headingShift: number
}

export const TextFrameContext = createContext<TextFrame>({ idPrefix: '', headingShift: 0 })
