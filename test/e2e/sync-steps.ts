import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { syncTextFor, type SyncText } from '@renderer/i18n/sync-text'
import type { AppHandle } from './app-handle'
import { answered, check, composer, fillProvider, goTo, languageOf, newSession, openSession, question, sessionLink } from './steps'
import type { SyncDevice, SyncWorld } from './sync-world'

/** For `expect.poll`: through a server, with a machine under load. */
export const patient = { timeout: 45_000, interval: 150 }
const patientMs = patient.timeout
/** For what is waited for. */
export const patiently = { timeout: patientMs }

export const syncText = (app: AppHandle): SyncText => syncTextFor(languageOf(app))

const button = (app: AppHandle, name: string): Locator => app.page.getByRole('button', { name, exact: true })

/** Follows the setup link, writes the words down and types the asked ones back. */
export async function turnOn(world: SyncWorld, { app, path, name }: SyncDevice): Promise<void> {
  const words = syncText(app)
  await goTo(app, `#/settings/sync?setup=${world.setupToken}`)
  const address = app.page.getByRole('textbox', { name: words.serverAddress })
  await address.fill(path.url)
  await app.page.getByRole('textbox', { name: words.deviceName }).fill(name)
  await button(app, words.turnOn).click()
  const list = app.page.getByRole('list', { name: words.phraseList })
  await list.waitFor({ timeout: patientMs })
  world.phrase = (await list.getByRole('listitem').allInnerTexts()).map((item) => item.replace(/[\d\s]/g, '')).join(' ')
  await button(app, words.wroteDown).click()
  await typeAskedWords(app, world.phrase.split(' '))
  await button(app, words.checkDone).click()
  await app.page.getByText(words.checked).first().waitFor()
}

async function typeAskedWords(app: AppHandle, phrase: readonly string[]): Promise<void> {
  const [before = ''] = syncText(app).wordAt(0).split('0')
  const fields = app.page.getByRole('textbox', { name: new RegExp(`^${before}\\d+`) })
  await expect.poll(() => fields.count(), patient).toBe(3)
  for (let at = 0; at < 3; at++) {
    const label = await fields.nth(at).evaluate((field) => (field instanceof HTMLInputElement ? (field.labels?.[0]?.textContent ?? '') : ''))
    await fields.nth(at).fill(phrase[Number(/\d+/.exec(label)?.[0]) - 1] ?? '')
  }
}

export interface ComparedWords {
  readonly there: readonly string[]
  readonly here: readonly string[]
}

/** `from` shows a code, `to` follows the link with it; both see the same words and say so. */
export async function pair(from: SyncDevice, to: SyncDevice): Promise<ComparedWords> {
  const words = syncText(from.app)
  const others = syncText(to.app)
  await openSync(from.app)
  await button(from.app, words.addDevice).click()
  const dialog = from.app.page.getByRole('dialog')
  const shown = dialog.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  await shown.waitFor({ timeout: patientMs })
  await goTo(to.app, `#/pair/${await shown.innerText()}`)
  await to.app.page.getByRole('textbox', { name: others.serverAddress }).fill(to.path.url)
  await to.app.page.getByRole('textbox', { name: others.deviceName }).fill(to.name)
  await button(to.app, others.join).click()
  const seen = { there: await comparedWords(from.app), here: await comparedWords(to.app) }
  await button(from.app, words.same).click()
  await button(to.app, others.same).click()
  await dialog.getByText(words.addDone(to.name)).waitFor({ timeout: patientMs })
  await dialog.getByRole('button').last().click()
  await to.app.page.getByRole('heading', { name: others.joinDone }).waitFor({ timeout: patientMs })
  await button(to.app, others.start).click()
  await composer(to.app).waitFor()
  return seen
}

async function comparedWords(app: AppHandle): Promise<string[]> {
  const list = app.page.getByRole('list', { name: syncText(app).compareWords })
  await list.waitFor({ timeout: patientMs })
  return list.getByRole('listitem').allInnerTexts()
}

export async function openSync(app: AppHandle): Promise<void> {
  await goTo(app, '#/settings/sync')
  // A device that was removed has no list of devices; every one has its log.
  await app.page.getByRole('heading', { name: syncText(app).logTitle, exact: true }).waitFor()
}

/** A service for the model, on a device that came to the others without one. */
export async function addModel(app: AppHandle): Promise<void> {
  await goTo(app, '#/settings/models')
  await button(app, app.text.settings.addProvider).click()
  await app.page.getByRole('dialog').waitFor()
  await fillProvider(app, {})
  await check(app)
  await app.page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** What the foot of the window says about sync. */
export const statusItem = (app: AppHandle): Locator => app.page.getByRole('contentinfo')

export async function saysStatus(device: SyncDevice, status: string | RegExp): Promise<void> {
  await statusItem(device.app).getByText(status).first().waitFor({ timeout: patientMs })
}

export const isSynced = (device: SyncDevice): Promise<void> => saysStatus(device, new RegExp(`^${syncText(device.app).state.synced('')}`))

export const isOffline = (device: SyncDevice): Promise<void> => saysStatus(device, new RegExp(`^${syncText(device.app).stateOffline(0)}`))

/** Pulls the cable out of some devices, and waits until each has noticed. */
export async function goOffline(...devices: readonly SyncDevice[]): Promise<void> {
  for (const { path } of devices) path.become('cut')
  for (const device of devices) await isOffline(device)
}

/** Puts it back. By itself a device asks again after a pause that grows to a minute; who does not wait presses *Sync now*. */
export async function goOnline(...devices: readonly SyncDevice[]): Promise<void> {
  for (const { path } of devices) path.become('through')
  for (const device of devices) await syncNow(device)
  for (const device of devices) await isSynced(device)
}

/** Where the device knows already how it stands with the server, the button may be gone. */
export async function syncNow({ app }: SyncDevice): Promise<void> {
  await openSync(app)
  const now = button(app, syncText(app).syncNow)
  if (await now.isVisible()) await now.click({ timeout: 2_000 }).catch(() => undefined)
}

/** Sends and waits for the whole answer; on a phone Enter breaks the line. */
export async function say({ app, isPhone }: SyncDevice, words: string): Promise<void> {
  await composer(app).fill(words)
  if (isPhone) await button(app, app.text.chat.send).click()
  else await composer(app).press('Enter')
  await question(app, words).first().waitFor()
  await answered(app)
}

/** Opens a session by its title from the list, which a phone has in a drawer. */
export async function goToSession({ app, isPhone }: SyncDevice, title: string): Promise<void> {
  await goTo(app, '#/')
  if (isPhone) await button(app, app.text.frame.showSessions).click()
  const link = app.page.getByRole('list', { name: app.text.sessions.list }).getByRole('link', { name: title })
  await link.first().waitFor({ timeout: patientMs })
  await link.first().click()
}

/** A new line at the end of the profile, as typed. */
export async function writeLine({ app }: SyncDevice, line: string): Promise<void> {
  const editor = await openProfile(app)
  await editor.click()
  await app.page.keyboard.press('Control+End')
  await app.page.keyboard.press('Enter')
  await app.page.keyboard.type(line)
  await profileLine(app, line).waitFor()
}

/** Types at the end of a line of the profile, or before its last word. */
export async function typeIntoLine({ app }: SyncDevice, line: string, at: 'end' | 'before-last-word', words: string): Promise<void> {
  await openProfile(app)
  await profileLine(app, line).click()
  await app.page.keyboard.press('End')
  if (at === 'before-last-word') await app.page.keyboard.press('Control+ArrowLeft')
  await app.page.keyboard.type(words)
  await profileLine(app, words.trim()).waitFor()
}

export async function openProfile(app: AppHandle): Promise<Locator> {
  await goTo(app, '#/profile')
  const editor = app.page.locator('.cm-content')
  await editor.waitFor()
  return editor
}

export const profileLine = (app: AppHandle, words: string): Locator => app.page.locator('.cm-line').filter({ hasText: words }).first()

/** All lines of the profile that hold something. */
export async function profileLines(app: AppHandle): Promise<string[]> {
  await openProfile(app)
  return (await app.page.locator('.cm-line').allInnerTexts()).map((line) => line.trim()).filter((line) => line !== '')
}

/** The model of all sessions from now on. */
export async function chooseModel({ app }: SyncDevice, model: string): Promise<void> {
  await goTo(app, '#/settings/models')
  const select = app.page.getByRole('combobox', { name: app.text.settings.defaultModel })
  const option = select.locator('option', { hasText: model }).first()
  await option.waitFor({ state: 'attached' })
  await select.selectOption(await option.getAttribute('value'))
}

export async function startSession(device: SyncDevice, words: string): Promise<void> {
  await goTo(device.app, '#/')
  await newSession(device.app)
  await say(device, words)
}

/** From a desk's list of sessions. */
export async function renameSession({ app }: SyncDevice, title: string, name: string): Promise<void> {
  await openSession(app, title)
  await app.page.keyboard.press('F2')
  const field = app.page.getByRole('textbox', { name: app.text.sessions.title, exact: true }).or(app.page.getByRole('textbox', { name: app.text.chat.renameTitle })).first()
  await field.fill(name)
  await field.press('Enter')
  await sessionLink(app, name).waitFor()
}
