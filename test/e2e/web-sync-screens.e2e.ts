import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { syncTextFor } from '@renderer/i18n/sync-text'
import type { PairingState, SyncStatus } from '@renderer/state/services'
import { startChromium } from '../helpers/chromium'
import { samplePhrase } from '../helpers/fake-sync'
import { buildPage, serveUnderPolicy, type ServedPage } from '../helpers/policy-server'
import type { RunningApp } from '../helpers/running-app'
import { projectRoot } from '../helpers/source-files'
import { axeFindings } from './axe'

/** The screens of sync over a service in memory, in the browser and under the page's policy. */
const text = syncTextFor('en')
const slow = { timeout: 10_000, interval: 50 }

let folder: string
let served: ServedPage
let running: RunningApp
let page: Page
const problems: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonplace-sync-screens-'))
  await buildPage(join(projectRoot, 'test/screens'), join(folder, 'page'))
  served = await serveUnderPolicy(join(folder, 'page'))
  running = await startChromium(join(folder, 'profile'), 'about:blank', ['--use-fake-ui-for-media-stream'])
  page = running.page
  page.setDefaultTimeout(10_000)
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) problems.push(message.text())
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
})
afterAll(async () => {
  await running.kill()
  await served.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})
beforeEach(async () => {
  problems.length = 0
  await page.setViewportSize({ width: 1280, height: 800 })
})

async function show(query: string, hash = '#/settings/sync'): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${served.url}?${query}${hash}`)
  await page.waitForFunction(() => 'fakeSync' in window)
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const pairingIs = (state: PairingState) => page.evaluate((next) => window.fakeSync.pairing.set(next), state)
const statusIs = (status: SyncStatus) => page.evaluate((next) => window.fakeSync.status.set(next), status)
/** What the screens asked for; the look at the server's web app, which a screen takes by itself, left out. */
const calls = () => page.evaluate(() => window.fakeSync.calls.filter(([name]) => name !== 'checkServer').map((call) => [...call]))
const spoken = () => page.locator('[role=status].sr-only').first().textContent()

test('a device that was removed is offered nothing of the vault; one that the server does not know may ask again', async () => {
  await show('theme=light&language=en&sync=removed')
  await button(text.refusals.removed.action).waitFor()
  for (const name of [text.addDevice, text.sendKeys, text.rename]) expect(await button(name).count()).toBe(0)
  await statusIs({ kind: 'refused', waiting: 0, reason: 'token-rejected' })
  await button(text.syncNow).click()
  expect((await calls()).map(([name]) => name)).toContain('syncNow')
})

test('every state of sync is drawn without a finding of axe, in both themes and languages', async () => {
  const found: string[] = []
  for (const [theme, language] of [['light', 'en'], ['dark', 'zh-CN']] as const) {
    const words = syncTextFor(language)
    for (const state of ['off', 'alone', 'synced', 'syncing', 'offline', 'paused', 'quota', 'removed']) {
      await show(`theme=${theme}&language=${language}&sync=${state}`)
      await page.getByRole('heading', { name: words.title, level: 2 }).waitFor()
      found.push(...(await axeFindings(page)).map((line) => `${state}, ${theme}: ${line}`))
    }
    for (const state of ['synced', 'compare', 'paired', 'expired']) {
      await show(`theme=${theme}&language=${language}&sync=${state}`)
      await page.getByRole('button', { name: words.addDevice, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      found.push(...(await axeFindings(page)).map((line) => `adding, ${state}, ${theme}: ${line}`))
    }
  }
  expect(found).toEqual([])
  expect(problems).toEqual([])
})

test('turning on: the pasted link fills both fields, the phrase is shown once and asked back', async () => {
  await show('sync=off')
  await button(text.turnOn).click()
  await field(text.setupCode).fill('https://home.example.net/#/settings/sync?setup=one-time')
  expect(await field(text.serverAddress).inputValue()).toBe('https://home.example.net')
  expect(await field(text.setupCode).inputValue()).toBe('one-time')
  await field(text.deviceName).fill('Kitchen laptop')
  await button(text.turnOn).click()
  await heading(text.phraseTitle).waitFor()
  expect((await calls()).find(([name]) => name === 'turnOn')).toEqual(['turnOn', { serverUrl: 'https://home.example.net', setupToken: 'one-time', deviceName: 'Kitchen laptop' }])
  const words = await page.getByRole('list', { name: text.phraseList }).getByRole('listitem').allInnerTexts()
  expect(words.map((item) => item.replace(/[\d\s]/g, '')).join(' ')).toBe(samplePhrase)

  await button(text.wroteDown).click()
  await button(text.checkDone).click()
  expect(await page.getByText(text.wordMissing).count()).toBe(3)
  await page.getByRole('textbox').first().fill(samplePhrase.toUpperCase())
  await button(text.checkDone).click()
  await expect.poll(calls, slow).toContainEqual(['confirmPhrase'])
  await page.getByText(text.checked).first().waitFor()
  expect(problems).toEqual([])
})

test('the phrase is still there after a look elsewhere, and gone once it is put away', async () => {
  await show('sync=off', '#/settings/sync?setup=one-time')
  expect(await page.evaluate(() => location.hash)).toBe('#/settings/sync')
  await field(text.serverAddress).fill('home.example.net')
  await button(text.turnOn).click()
  await heading(text.phraseTitle).waitFor()
  await page.evaluate(() => (location.hash = '#/profile'))
  await heading(text.phraseTitle).waitFor({ state: 'detached' })
  await page.evaluate(() => (location.hash = '#/settings/sync'))
  await heading(text.phraseTitle).waitFor()
  await button(text.wroteDown).click()
  await button(text.later).click()
  await page.getByText(text.postponed).first().waitFor()
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, location.href, document.body.innerText]))
  expect(kept).not.toContain(samplePhrase.split(' ').slice(0, 3).join(' '))
  expect(kept).not.toContain('one-time')
})

test('adding: the code, then the words with the focus on the question, then the focus back on the button', async () => {
  await show('sync=synced')
  await button(text.addDevice).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img', { name: text.qr }).waitFor()
  await dialog.getByText('4KD2-9QTM-71XC').waitFor()
  await pairingIs({ kind: 'compare', words: ['river', 'candle', 'stone'], otherName: 'Pixel 9' })
  await dialog.getByText('candle').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(text.compareText('Pixel 9'))
  await button(text.same).click()
  await dialog.getByText(text.finishing).waitFor()
  await pairingIs({ kind: 'done', deviceName: 'Pixel 9' })
  await dialog.getByText(text.addDone('Pixel 9')).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(text.addDevice)
  expect((await calls()).map(([name]) => name)).toEqual(['offer', 'confirm'])
})

test('words that differ end the attempt with the reason; closing a running attempt cancels it', async () => {
  await show('sync=compare')
  await button(text.addDevice).click()
  await button(text.different).click()
  await page.getByText(text.pairingFailures['words-differ'].message).waitFor()
  await button(text.pairingFailures['words-differ'].action).click()
  await page.getByText('candle').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await calls()).map(([name]) => name), slow).toEqual(['offer', 'confirm', 'offer', 'cancel'])
})

test('a new phone: the code of the link is filled in, the words, the first sync, and straight into the app', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await show('scene=welcome&surface=browser&sync=off', '#/pair/4kd29qtm71xc')
  expect(await page.evaluate(() => location.hash)).toBe('#/pair')
  expect(await field(text.codeOrLink).inputValue()).toBe('4KD2-9QTM-71XC')
  expect(await field(text.serverAddress).inputValue()).toBe(new URL(served.url).origin)
  await button(text.join).click()
  await page.getByText('candle').waitFor()
  await button(text.same).click()
  await pairingIs({ kind: 'done', deviceName: 'Work laptop' })
  await heading(text.joinDone).waitFor()
  await statusIs({ kind: 'syncing', waiting: 0, progress: { done: 3, total: 12 } })
  await expect.poll(() => page.getByRole('progressbar').getAttribute('aria-valuenow'), slow).toBe('25')
  await button(text.start).click()
  await expect.poll(() => page.evaluate(() => location.hash || '#/'), slow).toBe('#/')
  await page.getByRole('contentinfo').getByText(text.state.syncing).waitFor()
})

test('a code that is too short is said at its field; without a camera the field stays', async () => {
  await show('sync=off', '#/pair')
  await field(text.codeOrLink).fill('4KD2-9QTM')
  await field(text.serverAddress).fill('home.example.net')
  await button(text.join).click()
  await page.getByText(text.codeIncomplete).waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
  await button(text.scan).click()
  await page.getByText(text.cameraNone).waitFor()
  await button(text.scan).waitFor()
  await field(text.codeOrLink).fill('https://home.example.net/#/pair/4KD2-9QTM-71XC')
  expect(await field(text.codeOrLink).inputValue()).toBe('4KD2-9QTM-71XC')
  expect(await field(text.serverAddress).inputValue()).toBe('https://home.example.net')
})

test('coming back with the phrase: the wrong word is named, and lost devices are to be removed', async () => {
  await show('sync=off')
  await button(text.lostAll).click()
  await field(text.serverAddress).fill('home.example.net')
  await button(text.next).click()
  await field(text.phrase).fill('city noise scissrs ')
  await page.getByText(text.phraseFaults.word(3, 'scissrs')).waitFor()
  await field(text.phrase).fill(samplePhrase)
  await button(text.recover).click()
  await expect.poll(async () => (await calls()).map(([name]) => name), slow).toContain('recover')
  await page.evaluate(() => window.fakeSync.vault.set({ serverUrl: 'https://home.example.net', devices: [], usedBytes: null, maxBytes: null, epoch: 1, options: { memory: true, sessions: true, attachments: false, attachmentLimitBytes: 1 }, isPhraseChecked: true, isPersistent: true }))
  await page.getByText(text.recovered).waitFor()
})

test('a change of state is spoken once, and progress is not', async () => {
  await show('sync=synced')
  await heading(text.devices).waitFor()
  await statusIs({ kind: 'offline', waiting: 2, reason: 'unreachable', retryAt: null })
  await expect.poll(spoken, slow).toBe('Offline (2 waiting)')
  await statusIs({ kind: 'syncing', waiting: 2, progress: { done: 1, total: 9 } })
  await expect.poll(spoken, slow).toBe(text.backOnline)
  await statusIs({ kind: 'syncing', waiting: 2, progress: { done: 5, total: 9 } })
  await page.getByText(text.progress('5', '9')).first().waitFor()
  expect(await spoken()).toBe(text.backOnline)
})

test('removing asks first and says what it means; sending keys chooses none by itself', async () => {
  await show('sync=synced')
  await button(text.removeDevice('Pixel 9')).click()
  for (const line of text.removeText('Pixel 9')) await page.getByRole('dialog').getByText(line).waitFor()
  await page.keyboard.press('Escape')
  expect(await calls()).toEqual([])
  await button(text.sendKeysTo('Pixel 9')).click()
  expect(await button(text.sendKeysConfirm(0)).isDisabled()).toBe(true)
  await page.getByRole('checkbox').first().check()
  await button(text.sendKeysConfirm(1)).click()
  await expect.poll(calls, slow).toEqual([['sendCredentials', 'phone', ['credential-1']]])
})

test('the drill proves the phrase; leaving keeps what is here unless deletion is chosen', async () => {
  await show('sync=alone')
  await button(text.phraseReminderAction).click()
  await field(text.phrase).fill(samplePhrase)
  await button(text.drillRun).click()
  await page.getByText(text.drillDone).waitFor()
  await page.getByRole('dialog').getByRole('button').last().click()
  await page.getByText(text.phraseReminder).waitFor({ state: 'detached' })
  await button(text.leaveButton).click()
  await button(text.leaveConfirm).click()
  await expect.poll(async () => (await calls()).at(-1), slow).toEqual(['leave', { deleteOnServer: false }])
})

test('no screen of sync is wider than a window of 320 px', async () => {
  await page.setViewportSize({ width: 320, height: 700 })
  const wide: string[] = []
  for (const [state, hash] of [['off', '#/settings/sync'], ['alone', '#/settings/sync'], ['quota', '#/settings/sync'], ['off', '#/pair'], ['off', '#/settings/sync?setup=x']] as const) {
    await show(`language=en&sync=${state}`, hash)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    const overflow = await page.evaluate(() => {
      const box = document.querySelector('main .overflow-y-auto')
      return Math.max(document.documentElement.scrollWidth - innerWidth, box === null ? 0 : box.scrollWidth - box.clientWidth)
    })
    if (overflow > 0) wide.push(`${state} ${hash}: ${overflow}`)
  }
  expect(wide).toEqual([])
})
