import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { servicesForBrowsers } from '@shared/providers/browser-access'
import { zhCN } from '@renderer/i18n/zh-CN'
import { webAppTextFor } from '@renderer/i18n/web-app-text'
import { becomePhone, phoneFaults } from '../helpers/phone'
import type { Target } from '../helpers/running-app'
import { openWebTarget } from '../helpers/web-app'
import { openApp, type AppHandle } from './app-handle'
import { chooseService, composer, goTo, lookAround, setUpModel, slow, welcomeText } from './steps'
import { closeOverlays, prepareSample, runCommand, screens, settle } from './tour'

const none = { tooWide: [], tooSmall: [], zooming: [] }
const desk = { width: 1280, height: 800 }

let target: Target
let app: AppHandle

beforeAll(async () => {
  target = await openWebTarget()
})
afterEach(() => app.close())
afterAll(() => target.dispose())

test.each(['en', 'zh-CN'] as const)('on a phone every screen fits, fingers hit what is to be pressed, and no field zooms (%s)', async (language) => {
  app = await openApp(target, { emulator: { tokensPerSecond: null } })
  await app.page.emulateMedia({ reducedMotion: 'reduce' })
  await prepareSample(app)
  if (language === 'zh-CN') {
    await runCommand(app, (words) => words.switchLanguage)
    app.text = zhCN
  }
  const phone = await becomePhone(app.page)
  for (const screen of screens) {
    await phone.resize(desk.width, desk.height)
    await screen.open(app)
    for (const width of [390, 360, 320]) {
      await phone.resize(width)
      await settle(app.page)
      expect([screen.name, width, await phoneFaults(app.page)]).toEqual([screen.name, width, none])
    }
    await closeOverlays(app.page)
  }
  await goTo(app, '#/')
  await app.page.getByRole('button', { name: app.text.frame.showSessions }).click()
  await app.page.getByRole('dialog').waitFor()
  await settle(app.page)
  expect(await phoneFaults(app.page)).toEqual(none)
})

test('on a phone the first run fits, Enter breaks the line, and no shortcut is shown', async () => {
  app = await openApp(target)
  const phone = await becomePhone(app.page)
  for (const width of [390, 320]) {
    await phone.resize(width)
    await settle(app.page)
    expect([width, await phoneFaults(app.page)]).toEqual([width, none])
  }
  await lookAround(app)
  await composer(app).fill('first')
  await composer(app).press('Enter')
  await composer(app).pressSequentially('second')
  expect(await composer(app).inputValue()).toBe('first\nsecond')
  expect(await app.page.locator('kbd:visible').count()).toBe(0)
})

test('SYN-12 a service that answers no page, and plain http of another machine, are explained and not tried', async () => {
  app = await openApp(target)
  const { page, text } = app
  const { access } = webAppTextFor('en')
  const address = page.getByRole('textbox', { name: text.providers.address })
  const check = page.getByRole('button', { name: text.providers.check, exact: true })
  await chooseService(app, 'compatible')
  await address.fill('https://integrate.api.nvidia.com/v1')
  await page.getByText(access.refused('integrate.api.nvidia.com', servicesForBrowsers.join(', '))).waitFor()
  expect(await check.isDisabled()).toBe(true)
  await address.fill('http://192.168.7.7:11434/v1')
  await page.getByText(access.insecure('192.168.7.7:11434')).waitFor()
  expect(await check.isDisabled()).toBe(true)
  await address.fill('http://127.0.0.1:11434/v1')
  await page.getByText(access.local(new URL(page.url()).origin)).waitFor()
  expect(await check.isDisabled()).toBe(false)
  await address.fill('https://api.mistral.ai/v1')
  await expect.poll(() => page.getByText('OLLAMA_ORIGINS').count(), slow).toBe(0)
  expect(await check.isDisabled()).toBe(false)
})

test('SYN-12 models of a service that no page can call are shown in the picker with the reason, and cannot be picked', async () => {
  app = await openApp(target)
  await setUpModel(app)
  for (const [baseUrl, reason] of [['https://integrate.api.nvidia.com/v1', app.text.chat.notFromPage], ['http://192.168.7.7:11434/v1', app.text.chat.notFromSecurePage]] as const) {
    await moveProviders(app.page, baseUrl)
    await app.page.reload()
    await composer(app).waitFor()
    await app.page.keyboard.press('Control+Shift+m')
    const dialog = app.page.getByRole('dialog')
    const model = dialog.getByRole('option', { disabled: true }).first()
    await model.getByText(reason).waitFor()
    await model.click({ force: true })
    await app.page.keyboard.press('Enter')
    expect(await dialog.count()).toBe(1)
    await closeOverlays(app.page)
  }
})

/** As when the provider came from another device, where it can be called. */
const moveProviders = (page: Page, baseUrl: string): Promise<void> =>
  page.evaluate(
    (to) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('commonplace')
        opening.onerror = () => reject(new Error('no database'))
        opening.onsuccess = () => {
          const change = opening.result.transaction('modelProviders', 'readwrite')
          const store = change.objectStore('modelProviders')
          const reading = store.getAll()
          reading.onsuccess = () => reading.result.forEach((row: object) => store.put({ ...row, baseUrl: to }))
          change.oncomplete = () => {
            opening.result.close()
            resolve()
          }
          change.onabort = () => reject(new Error('not changed'))
        }
      }),
    baseUrl,
  )

test('SYN-12 lasting storage is asked for with the first data and not before', async () => {
  app = await openApp(target)
  await app.page.addInitScript(() => {
    const asked = navigator.storage.persist.bind(navigator.storage)
    Object.assign(globalThis, { persistAsked: 0 })
    navigator.storage.persist = () => {
      const counted = globalThis as unknown as { persistAsked: number }
      counted.persistAsked += 1
      return asked()
    }
  })
  await app.page.reload()
  const asked = () => app.page.evaluate(() => (globalThis as unknown as { persistAsked: number }).persistAsked)
  await app.page.getByRole('button', { name: welcomeText(app).lookAround }).waitFor()
  expect(await asked()).toBe(0)
  await prepareSample(app)
  await expect.poll(asked, slow).toBe(1)
})
