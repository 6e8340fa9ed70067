import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveModule, type BrowserPage } from '../helpers/browser-page'
import { startChromium } from '../helpers/chromium'
import type { HistoryPage } from '../helpers/history-page'
import type { RunningApp } from '../helpers/running-app'

let served: BrowserPage
let profile: string
let running: RunningApp
let page: Page

beforeAll(async () => {
  served = await serveModule('helpers/history-page.ts')
  profile = await mkdtemp(join(tmpdir(), 'commonplace-history-'))
  running = await startChromium(profile, served.url)
  page = running.page
  await page.waitForFunction(() => 'historyPage' in window)
})
afterAll(async () => {
  await running.kill()
  await served.close()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
})

const type = (...given: Parameters<HistoryPage['type']>) => page.evaluate((args) => window.historyPage.type(...args), given)
const settle = () => page.evaluate(() => window.historyPage.settle())

test('two windows of a real browser that write at once leave one history, from which each moment is found again', async () => {
  await type(0, 'e1', 0, 'some words to begin with')
  const moments = [await settle()]
  for (let round = 0; round < 5; round++) {
    await page.evaluate((n) => {
      window.historyPage.type(0, 'e1', 3 * n, `<a${n}>`)
      window.historyPage.type(1, 'e1', 12, `<b${n}>`)
      window.historyPage.type(1, `other-${n}`, 0, 'new')
    }, round)
    moments.push(await settle())
    await page.waitForTimeout(5)
  }
  expect(new Set(Object.values(moments.at(-1)?.texts ?? {})).size).toBe(2)
  expect(await page.evaluate(() => window.historyPage.count())).toBeGreaterThanOrEqual(6)
  // Typing within a minute is one record: the last moment, and the time before the first one, are what is kept apart.
  expect(await page.evaluate((at) => window.historyPage.textsAt(at), moments.at(-1)?.at ?? 0)).toEqual(moments.at(-1)?.texts)
  expect(await page.evaluate(() => window.historyPage.textsAt(0))).toEqual({})
})

test('MEM-18 what is forgotten is in no table and no snapshot of a real browser', async () => {
  const words = 'keeps the spare key under the turquoise flowerpot'
  await type(0, 'secret', 0, `- ${words}`)
  await settle()
  await page.evaluate((text) => window.historyPage.plantMessage(`You said: it ${text}. Good.`), words)
  expect(await page.evaluate(() => window.historyPage.everything())).toContain('turquoise')
  expect(await page.evaluate(() => window.historyPage.forgetEntry('secret'))).toEqual({ ok: true, value: null })
  const left = await page.evaluate(() => window.historyPage.everything())
  expect(left).not.toMatch(/turquoise|flowerpot/)
  expect(left).toContain('Good.')
})
