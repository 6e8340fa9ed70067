import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { en, type Catalogue } from '@renderer/i18n/en'
import { startEmulator, type Emulator, type EmulatorOptions } from '../emulator/server'
import type { RunningApp, Surface, Target } from '../helpers/running-app'

/** The app as one person has it: a profile folder, a model service, and the program that may be killed and started again. */
export interface AppHandle {
  readonly surface: Surface
  readonly page: Page
  readonly isRunning: boolean
  readonly emulator: Emulator
  readonly profileFolder: string
  /** The words of the language that the person has chosen. */
  text: Catalogue
  /** What must not happen: errors of the page and refusals of the Content-Security-Policy. */
  readonly problems: readonly string[]
  restart(): Promise<void>
  /** Ends the program without a chance to tidy up; start it with `start`. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Another window on the same profile. */
  openSecondWindow(): Promise<Page>
  close(): Promise<void>
}

export interface AppOptions {
  readonly emulator?: EmulatorOptions
}

const actionTimeoutMs = 15_000

export async function openApp(target: Target, options: AppOptions = {}): Promise<AppHandle> {
  const profileFolder = await mkdtemp(join(tmpdir(), 'commonplace-profile-'))
  const emulator = await startEmulator({ key: null, ...options.emulator })
  const problems: string[] = []
  let running: RunningApp | null = null

  const start = async (): Promise<void> => {
    running = await target.launch(profileFolder)
    watch(running.page, problems)
  }
  const stop = async (how: 'close' | 'kill'): Promise<void> => {
    const ending = running
    running = null
    await ending?.[how]()
  }
  const current = (): RunningApp => {
    if (running === null) throw new Error('the app is not running')
    return running
  }

  await start()
  return {
    surface: target.surface,
    emulator,
    profileFolder,
    text: en,
    problems,
    get page() {
      return current().page
    },
    get isRunning() {
      return running !== null
    },
    async restart() {
      await stop('close')
      await start()
    },
    kill: () => stop('kill'),
    start,
    async openSecondWindow() {
      const page = await current().context.newPage()
      watch(page, problems)
      await page.goto(current().page.url())
      return page
    },
    async close() {
      await stop('close')
      await emulator.close()
      await rm(profileFolder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function watch(page: Page, problems: string[]): void {
  page.setDefaultTimeout(actionTimeoutMs)
  page.on('pageerror', (error) => problems.push(`${error.name}: ${error.message}`))
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) problems.push(message.text())
  })
}
