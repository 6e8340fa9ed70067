/** What one build needs to start without a network. Written by the build; see scripts/lib/service-worker-plugin.ts. */
export interface OfflineList {
  /** Changes with every file of the build. */
  readonly version: string
  /** The page's first script: a page that names another one belongs to another build. */
  readonly entry: string
  /** Kept from the start, relative to the page's folder. */
  readonly files: readonly string[]
}

/** Built files carry a hash of their content in the name, so that what is kept of them is never old. */
export const isHashed = (path: string): boolean => /^assets\/.*-[\w-]{8,}\.\w+$/.test(path)
