/** What one build needs to start without a network. Written by the build; see scripts/lib/service-worker-plugin.ts. */
export interface OfflineList {
  /** Changes with every file of the build. */
  readonly version: string
  /** The page's first script: a page that names another one belongs to another build. */
  readonly entry: string
  /** Kept from the start, relative to the page's folder. */
  readonly files: readonly string[]
}

/** Stands in the page of every build (renderer/index.html). A sign-in page in the server's place has none. */
const pageMark = 'name="commonplace-demo"'

/** Whether a text is the page of this app, of whichever build: it carries the mark, and its first script is one of ours by name. */
export const isAppPage = (html: string): boolean => html.includes(pageMark) && /<script[^>]*\ssrc="\.\/assets\/[^"]*-[\w-]{8,}\.js"/.test(html)

/** Built files carry a hash of their content in the name, so that what is kept of them is never old. */
export const isHashed = (path: string): boolean => /^assets\/.*-[\w-]{8,}\.\w+$/.test(path)
