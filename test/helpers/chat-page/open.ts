import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startChromium } from '../chromium'
import { buildPage, serveUnderPolicy } from '../policy-server'
import { projectRoot } from '../source-files'
import type { ChatPage } from './main'

export interface Evidence {
  readonly acts: string[]
  readonly violations: string[]
}

declare global {
  interface Window {
    page: ChatPage
    evidence: Evidence
  }
}

export interface OpenedChatPage {
  readonly page: Page
  readonly url: string
  /** Every address that was asked for. */
  readonly requests: readonly string[]
  /** Opens the page anew; the query says what it shows. */
  show(query: string): Promise<void>
  close(): Promise<void>
}

/** The chat and its Markdown in Chromium, over services in memory, under the page policy of the app. */
export async function openChatPage(): Promise<OpenedChatPage> {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-chat-'))
  await buildPage(join(projectRoot, 'test/helpers/chat-page'), join(folder, 'page'))
  const served = await serveUnderPolicy(join(folder, 'page'))
  const running = await startChromium(join(folder, 'profile'), 'about:blank')
  const { page } = running
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.addInitScript(() => {
    const evidence: Evidence = { acts: [], violations: [] }
    Object.assign(window, { evidence })
    window.alert = () => void evidence.acts.push('alert')
    document.addEventListener('securitypolicyviolation', (event) => evidence.violations.push(`${event.violatedDirective} ${event.blockedURI}`))
  })
  return {
    page,
    url: served.url,
    requests,
    async show(query) {
      await page.goto(served.url + query)
      await page.waitForFunction(() => 'page' in window)
    },
    async close() {
      await running.kill()
      await served.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
