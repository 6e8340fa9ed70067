import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SessionId } from '@shared/ids'
import { serveModule, type BrowserPage } from '../helpers/browser-page'
import { startChromium } from '../helpers/chromium'
import type { RunningApp } from '../helpers/running-app'
import type { StoragePage } from '../helpers/storage-page'

const session = 'session-1' as SessionId

let served: BrowserPage
let profile: string
let running: RunningApp | null = null

beforeAll(async () => {
  served = await serveModule('helpers/storage-page.ts')
})
afterAll(() => served.close())
beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'commonplace-storage-'))
})
afterEach(async () => {
  await running?.kill()
  running = null
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
})

async function start(): Promise<Page> {
  running = await startChromium(profile, served.url)
  return running.page
}

async function killAndStart(): Promise<Page> {
  await running?.kill()
  return start()
}

/** Calls a verb of the storage page. */
function call<Name extends Exclude<keyof StoragePage, 'kind'>>(
  page: Page,
  name: Name,
  ...args: Parameters<StoragePage[Name]>
): Promise<Awaited<ReturnType<StoragePage[Name]>>> {
  return page.evaluate(
    async ([verb, given]) => {
      const storage = await (globalThis as unknown as { storage: Promise<Record<string, (...all: unknown[]) => unknown>> }).storage
      return storage[verb]?.(...given)
    },
    [name, args] as [string, unknown[]],
  ) as Promise<Awaited<ReturnType<StoragePage[Name]>>>
}

test('SES-1 SIGKILL of the browser as soon as a message was committed: it is there at the next start, each time', async () => {
  let page = await start()
  const said: string[] = []
  for (let round = 0; round < 5; round++) {
    said.push(`message ${round}`)
    await call(page, 'say', session, `message ${round}`)
    page = await killAndStart()
    expect((await call(page, 'shown', session)).map(({ text }) => text)).toEqual(said)
  }
})

test('SES-2 SIGKILL while an answer is journalled loses at most the last 250 ms, and it is interrupted, once', async () => {
  let page = await start()
  await call(page, 'say', session, 'Count for me')
  await call(page, 'answer', session)
  await page.waitForTimeout(900)
  const ticks = await call(page, 'ticks')
  page = await killAndStart()
  await call(page, 'recover')
  page = await killAndStart()
  await call(page, 'recover')
  const [, answer, ...more] = await call(page, 'shown', session)
  expect(more).toEqual([])
  expect(answer?.status).toBe('interrupted')
  const kept = Number(answer?.text.trim().split(' ').at(-1))
  expect(ticks).toBeGreaterThan(30)
  // One number in 10 ms.
  expect(kept).toBeGreaterThanOrEqual(ticks - 25)
})

test('SES-4 two tabs that write to one session at once: both see both, and so does the next start', async () => {
  const left = await start()
  const right = await (running as RunningApp).context.newPage()
  await right.goto(served.url)
  await call(left, 'say', session, 'first')
  await expect.poll(async () => (await call(right, 'shown', session)).length).toBe(1)
  await Promise.all([call(left, 'say', session, 'from the left'), call(right, 'say', session, 'from the right')])
  const expected = ['first', 'from the left', 'from the right']
  for (const tab of [left, right]) {
    await expect.poll(async () => (await call(tab, 'shown', session)).map(({ text }) => text).sort()).toEqual(expected)
  }
  const page = await killAndStart()
  expect((await call(page, 'shown', session)).map(({ text }) => text).sort()).toEqual(expected)
})

test('SES-4 a turn runs in one tab, and its lock goes with the tab', async () => {
  const left = await start()
  const right = await (running as RunningApp).context.newPage()
  await right.goto(served.url)
  expect(await call(left, 'runTurn', session)).toBe('running')
  expect(await call(right, 'runTurn', session)).toBe('session-busy')
  await left.close()
  await expect.poll(() => call(right, 'runTurn', session)).toBe('running')
})

test('STO-3 a disk that the browser calls full refuses a message whole, and what was there is still there', async () => {
  await call(await start(), 'say', session, 'before')
  // The browser remembers for a while how much room there was: it has to be asked for the first time.
  let page = await killAndStart()
  const devtools = await (running as RunningApp).context.newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(served.url).origin, quotaSize: 1 })
  await expect(call(page, 'say', session, 'x'.repeat(1_000_000))).rejects.toThrow('storage-full')
  expect((await call(page, 'shown', session)).map(({ text }) => text)).toEqual(['before'])
  page = await killAndStart()
  await call(page, 'say', session, 'after')
  expect((await call(page, 'shown', session)).map(({ text }) => text)).toEqual(['before', 'after'])
})

test('a message of 50 MB is read back as it was written', async () => {
  let page = await start()
  const lengthOfText = 50 * 1024 * 1024
  const say = (length: number): Promise<unknown> =>
    page.evaluate(
      async ([id, size]) => (await (globalThis as unknown as { storage: Promise<StoragePage> }).storage).say(id, 'x'.repeat(size)),
      [session, length] as const,
    )
  await say(lengthOfText)
  page = await killAndStart()
  const shown = await page.evaluate(async (id) => {
    const items = await (await (globalThis as unknown as { storage: Promise<StoragePage> }).storage).shown(id)
    return items.map(({ text, status }) => ({ length: text.length, status }))
  }, session)
  expect(shown).toEqual([{ length: lengthOfText, status: 'complete' }])
})
