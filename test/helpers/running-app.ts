import type { BrowserContext, Page } from 'playwright-core'

export type Surface = 'web' | 'electron' | 'packed'

/** One start of the app, until it is closed or killed. */
export interface RunningApp {
  readonly page: Page
  readonly context: BrowserContext
  /** Closes it as a person would; what is pending is written. */
  close(): Promise<void>
  /** SIGKILL to the app and all its processes: nothing gets a chance to tidy up. */
  kill(): Promise<void>
}

/** Starts the app on a profile folder; the same folder again is the same person's next start. */
export type Launch = (profileFolder: string) => Promise<RunningApp>

export interface Target {
  readonly surface: Surface
  readonly launch: Launch
  dispose(): Promise<void>
}
