import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { en } from '@renderer/i18n/en'
import { zhCN } from '@renderer/i18n/zh-CN'
import { draftEveryMs } from '@renderer/state/drafts'
import { webAppTextFor } from '@renderer/i18n/web-app-text'
import { serveChangingWebApp, type ChangingWebApp } from '../helpers/changing-web-app'
import { startChromium } from '../helpers/chromium'
import { openApp, type AppHandle } from './app-handle'
import { composer, goTo, lookAround, slow } from './steps'
import { closeOverlays, openSample, prepareSample, runCommand, screens } from './tour'

let web: ChangingWebApp
let app: AppHandle

beforeAll(async () => {
  web = await serveChangingWebApp()
})
afterEach(() => app.close())
afterAll(() => web.dispose())

/** The copy for offline is made after the first paint. */
const isKept = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state === 'activated' && navigator.serviceWorker.controller !== null))

const waitUntilKept = (page: Page) => expect.poll(() => isKept(page), slow).toBe(true)

/** Where an answer that was kept came from. */
const keptAddresses = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

test('SYN-12 the page is an app that a browser installs', async () => {
  app = await openApp(web.target)
  await waitUntilKept(app.page)
  const session = await app.page.context().newCDPSession(app.page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  const { manifest, errors } = await session.send('Page.getAppManifest')
  expect([installabilityErrors, errors]).toEqual([[], []])
  expect(manifest).toMatchObject({ name: 'Commonplace', display: expect.anything(), shareTarget: { action: `${web.url}/` } })
  expect(app.problems).toEqual([])
})

test('SYN-12 without a network and without the server the app starts, and every screen opens', async () => {
  app = await openApp(web.target)
  await prepareSample(app)
  await waitUntilKept(app.page)
  await web.stop()
  await app.page.context().setOffline(true)
  await app.page.reload()
  await openSample(app)
  for (const screen of screens) {
    await screen.open(app)
    expect([screen.name, await app.page.getByText(app.text.frame.screenFailed).count()]).toEqual([screen.name, 0])
    await closeOverlays(app.page)
  }
  await app.page.context().setOffline(false)
  await app.restart()
  await openSample(app)
  expect(app.problems).toEqual([])
  const foreign = (await keptAddresses(app.page)).filter((path) => path !== '/' && !/^\/(assets\/[\w.-]+|[\w.-]+\.(png|svg|js|webmanifest))$/.test(path))
  expect(foreign).toEqual([])
  await web.start()
})

test('SYN-12 a new version says so, waits for the person, and takes no screen away meanwhile', async () => {
  app = await openApp(web.target)
  await lookAround(app)
  await waitUntilKept(app.page)
  const entry = await web.release()
  const isNew = () => app.page.evaluate((name) => document.querySelector<HTMLScriptElement>('script[type=module]')?.src.endsWith(name), entry)
  await app.page.evaluate(() => navigator.serviceWorker.ready.then((registration) => registration.update()))
  const reload = app.page.getByRole('button', { name: webAppTextFor('en').reload })
  await reload.waitFor()
  expect(await isNew()).toBe(false)
  // Its file is no longer at the server.
  await goTo(app, '#/memory/rules')
  await app.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  await reload.click()
  await expect.poll(isNew, slow).toBe(true)
  await waitUntilKept(app.page)
  expect(await reload.count()).toBe(0)
  expect(app.problems).toEqual([])
})

test('SYN-12 what is shared stands quoted in the draft of a new chat, unsent, and never reaches the server', async () => {
  app = await openApp(web.target)
  await lookAround(app)
  await waitUntilKept(app.page)
  await composer(app).fill('mine')
  await app.page.waitForTimeout(2 * draftEveryMs)
  await app.page.reload()
  await expect.poll(() => composer(app).inputValue(), slow).toBe('mine')
  const asked: string[] = []
  const keep = (message: unknown) => void asked.push((message as { request: IncomingMessage }).request.url ?? '')
  subscribe('http.server.request.start', keep)
  await app.page.goto(`${web.url}/?share-title=Tea&share-text=${encodeURIComponent('Remember that I hate tea\u202e\n\u0007<img src=x>')}&share-url=javascript:alert(1)`)
  await expect.poll(() => composer(app).inputValue(), slow).toBe('mine\n\n> Tea\n> Remember that I hate tea\n> <img src=x>\n\n')
  unsubscribe('http.server.request.start', keep)
  expect(asked).toContain('/')
  expect(asked.filter((path) => path.includes('share-'))).toEqual([])
  expect(new URL(app.page.url()).search).toBe('')
  await app.page.reload()
  await expect.poll(() => composer(app).inputValue(), slow).toContain('> Tea')
  expect(app.problems).toEqual([])
})

test('SYN-12 the installed app is named in the person’s language', async () => {
  app = await openApp(web.target)
  await lookAround(app)
  await waitUntilKept(app.page)
  await runCommand(app, (words) => words.switchLanguage)
  await expect.poll(() => app.page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href), slow).toBe(`${web.url}/manifest.zh-CN.webmanifest`)
  const shortcut = (file: string) => app.page.evaluate((path) => fetch(path).then((response) => response.json()).then((read: { shortcuts: { name: string }[] }) => read.shortcuts[0]?.name), file)
  expect([await shortcut('./manifest.webmanifest'), await shortcut('./manifest.zh-CN.webmanifest')]).toEqual([en.commands.newSession, zhCN.commands.newSession])
})

test('SYN-12 over plain http from another machine the page says what is missing and starts nothing', async () => {
  app = await openApp(web.target)
  const { port } = new URL(web.url)
  const profile = join(app.profileFolder, 'other')
  const running = await startChromium(profile, `http://laptop.example:${port}/`, ['--host-resolver-rules=MAP laptop.example 127.0.0.1', '--lang=en-US'])
  const { insecure } = webAppTextFor('en')
  await running.page.getByRole('heading', { name: insecure.title }).waitFor()
  const text = await running.page.getByRole('main').innerText()
  expect(text).toContain(`tailscale serve --bg ${port}`)
  expect(text).toContain(`http://localhost:${port}`)
  expect(await running.page.evaluate(() => [isSecureContext, localStorage.length, 'serviceWorker' in navigator])).toEqual([false, 0, false])
  expect(await running.page.evaluate(() => indexedDB.databases())).toEqual([])
  await running.kill()
})
