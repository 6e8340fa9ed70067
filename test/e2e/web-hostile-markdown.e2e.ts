import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileAnswers } from '../fixtures/hostile-markdown'
import { openChatPage, type OpenedChatPage } from '../helpers/chat-page/open'

let opened: OpenedChatPage
let page: Page

beforeAll(async () => {
  opened = await openChatPage()
  page = opened.page
  await opened.show('?view=markdown')
  // Math and highlighting are there, so that what follows meets all of the pipeline.
  await draw('$$x^2$$\n\n```ts\nconst a = 1\n```')
  await page.waitForSelector('.katex')
  await page.waitForSelector('.tok-keyword')
})
afterAll(async () => {
  await opened.close()
})

const draw = (text: string) => page.evaluate((given) => window.page.show(given), text)

test('UI-4 math, tables, pictures and coloured code keep to the page policy', async () => {
  expect(await page.evaluate(() => window.evidence)).toEqual({ acts: [], violations: [] })
})

test.each(hostileAnswers)('UI-4 $name: starts nothing, asks for nothing, opens only web pages and mail', async ({ text }) => {
  await draw(text)
  // What a pointer, the keyboard and the focus can reach is used too.
  await page.evaluate(async () => {
    for (const element of document.querySelectorAll<HTMLElement>('.md a, .md button, .md input')) {
      for (const kind of ['mouseover', 'focus', 'click', 'auxclick']) element.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true }))
    }
    await new Promise((resolve) => setTimeout(resolve, 30))
  })
  const seen = await page.evaluate(() => ({
    acts: window.evidence.acts.splice(0),
    violations: window.evidence.violations.splice(0),
    opened: window.page.chat.opened.splice(0),
    address: location.href,
  }))
  expect({ acts: seen.acts, violations: seen.violations, address: seen.address }).toEqual({
    acts: [],
    violations: [],
    address: `${opened.url}?view=markdown`,
  })
  for (const url of seen.opened) expect(url).toMatch(/^(?:https?:\/\/|mailto:)/)
  expect(opened.requests.filter((url) => !url.startsWith(opened.url) && url !== 'about:blank')).toEqual([])
  expect(page.context().pages()).toHaveLength(1)
})

test('UI-2 prices are text and TeX is math in the browser', async () => {
  await draw('From $5 to $10.\n\nOnly $59(save $100)\n\nR$ 12,29 … R$ 15,83\n\n\\(x\\)\n\n$$y$$')
  await expect.poll(() => page.locator('.katex').count()).toBe(2)
  await expect.poll(() => page.locator('.md p').allTextContents()).toEqual(
    expect.arrayContaining(['From $5 to $10.', 'Only $59(save $100)', 'R$ 12,29 … R$ 15,83']),
  )
})
