import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChatPage, type OpenedChatPage } from '../helpers/chat-page/open'

let opened: OpenedChatPage
let page: Page

beforeAll(async () => {
  opened = await openChatPage()
  page = opened.page
})
afterAll(() => opened.close())

const slow = { timeout: 10_000, interval: 50 }

const fromEnd = () =>
  page.evaluate(() => {
    const feed = document.querySelector('[role=feed]')
    return feed === null ? -1 : Math.round(feed.scrollHeight - feed.clientHeight - feed.scrollTop)
  })

/** Until nothing moves any more: rows are measured after they are drawn. */
async function settled(): Promise<void> {
  let before = ''
  await expect
    .poll(async () => {
      const now = await page.evaluate(() => [...document.querySelectorAll('article')].map((row) => Math.round(row.getBoundingClientRect().top)).join())
      const isStill = now === before
      before = now
      return isStill
    }, { timeout: 10_000, interval: 150 })
    .toBe(true)
}

async function openAtEnd(query: string): Promise<void> {
  await opened.show(query)
  await page.waitForSelector('article')
  await expect.poll(fromEnd, slow).toBeLessThanOrEqual(1)
  await settled()
}

async function scrollBy(px: number): Promise<void> {
  await page.evaluate((by) => document.querySelector('[role=feed]')?.scrollBy(0, by), px)
  await settled()
}

const stream = (text: string) => page.evaluate((given) => window.page.chat.stream([{ type: 'text', text: given }]), text)
const paragraphs = (count: number) => Array.from({ length: count }, (_, at) => `Paragraph ${at} of an answer that is long enough to fill a line.`).join('\n\n')

test('a long session opens at its end and draws only what is near the screen', async () => {
  await openAtEnd('?count=10000&page=10000')
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(1500)
  expect(await page.locator('article').last().getAttribute('aria-posinset')).toBe('10000')
  expect(await page.locator('article').last().getAttribute('aria-setsize')).toBe('10000')
})

test('text that comes is followed at the end, and only there', async () => {
  await openAtEnd('?count=20')
  await page.evaluate(() => window.page.chat.ask('Go on'))
  await stream(paragraphs(2))
  await stream(paragraphs(12))
  await expect.poll(fromEnd, slow).toBeLessThanOrEqual(1)

  await scrollBy(-400)
  const before = await page.evaluate(() => document.querySelector('[role=feed]')?.scrollTop)
  await stream(paragraphs(30))
  await settled()
  expect(await page.evaluate(() => document.querySelector('[role=feed]')?.scrollTop)).toBe(before)

  await page.getByRole('button', { name: 'New text below' }).click()
  await expect.poll(fromEnd, slow).toBeLessThanOrEqual(1)
  await expect.poll(() => page.getByRole('button', { name: 'New text below' }).count(), slow).toBe(0)
})

test('earlier messages come in above without moving what is read', async () => {
  await openAtEnd('?count=200&page=20')
  // What draws formulas comes with the first one, and makes its row higher when it is there: that is not looked at here.
  const hasFormula = () => page.evaluate(() => document.querySelector('.katex') !== null)
  for (let step = 0; step < 20 && !(await hasFormula()); step++) await scrollBy(-300)
  await expect.poll(hasFormula, slow).toBe(true)
  await settled()
  for (let step = 0; step < 12; step++) {
    const before = await page.evaluate(() => {
      const rows = [...document.querySelectorAll<HTMLElement>('article')]
      const row = rows.find((candidate) => candidate.getBoundingClientRect().top > 60) ?? rows[0]
      const room = document.querySelector('[role=feed]')?.scrollTop ?? 0
      return { id: row?.dataset['message'] ?? '', top: row?.getBoundingClientRect().top ?? 0, room }
    })
    await scrollBy(-300)
    const after = await page.evaluate((id) => document.querySelector(`[data-message="${id}"]`)?.getBoundingClientRect().top ?? null, before.id)
    // Where it is still drawn it moved as far as the page was scrolled. Further down, a formula that is drawn only now
    // may push it.
    if (after !== null && before.top < 300) expect(Math.abs(after - before.top - Math.min(300, before.room))).toBeLessThanOrEqual(2)
  }
  expect(await page.evaluate(() => document.querySelectorAll('article').length)).toBeGreaterThan(1)
})

test('an answer that ends is announced once, in place of its words as they come', async () => {
  await openAtEnd('?count=2')
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const region = document.querySelector('[aria-live=polite], [role=status][aria-live]') ?? document.body
    new MutationObserver(() => {
      const text = region.textContent ?? ''
      if (region !== document.body && text !== '' && said.at(-1) !== text) said.push(text)
    }).observe(region, { childList: true, subtree: true, characterData: true })
  })
  await page.evaluate(() => window.page.chat.ask('Three words?'))
  await stream('One')
  await stream('One two')
  await page.evaluate(() => window.page.chat.endStream('One two three'))
  await expect.poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said), slow).toEqual(['Answer complete, 3 words'])
})

test('Enter sends what was typed, and the box is empty after it', async () => {
  await openAtEnd('?count=2')
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.fill('first line')
  await box.press('Shift+Enter')
  await box.pressSequentially('second line')
  await box.press('Enter')
  await expect.poll(() => box.inputValue(), slow).toBe('')
  expect(await page.evaluate(() => window.page.chat.sent)).toEqual(['first line\nsecond line'])
  await expect.poll(fromEnd, slow).toBeLessThanOrEqual(1)
})

test('Enter before the draft on disk has been read sends once that is known to be empty, and never words that were not seen', async () => {
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  const sent = () => page.evaluate(() => window.page.chat.sent)
  await openAtEnd('?count=2&held')
  await box.fill('typed at once')
  await box.press('Enter')
  expect(await sent()).toEqual([])
  await page.evaluate(() => window.page.chat.readDraft(''))
  await expect.poll(() => box.inputValue(), slow).toBe('')
  expect(await sent()).toEqual(['typed at once'])

  await openAtEnd('?count=2&held')
  await box.fill('typed at once')
  await box.press('Enter')
  await page.evaluate(() => window.page.chat.readDraft('from before, '))
  await expect.poll(() => box.inputValue(), slow).toBe('from before, typed at once')
  expect(await sent()).toEqual([])
  await box.press('Enter')
  await expect.poll(sent, slow).toEqual(['from before, typed at once'])
})

test('find goes through the whole session, from its end', async () => {
  await openAtEnd('?count=120&page=20')
  await page.evaluate(() => window.page.request('find'))
  const field = page.getByRole('searchbox')
  await field.fill('length of a vector')
  const place = () => page.getByRole('search').getByRole('status').textContent()
  await expect.poll(place, slow).toBe('0 of 40')
  await field.press('Enter')
  await expect.poll(place, slow).toBe('40 of 40')
  for (let step = 0; step < 6; step++) await field.press('Enter')
  await expect.poll(place, slow).toBe('34 of 40')
  await expect.poll(() => page.locator('article', { hasText: 'length of a vector' }).filter({ visible: true }).count(), slow).toBeGreaterThan(0)
})

test('nothing of the chat is wider than a narrow screen', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const query of ['?count=6', '?count=6&lang=zh-CN&theme=dark', '?new', '?new&no-models']) {
    await opened.show(query)
    await page.waitForSelector('textarea')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
})
