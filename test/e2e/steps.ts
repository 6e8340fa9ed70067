import type { Locator, Page } from 'playwright-core'
import type { Language } from '@renderer/i18n'
import { en } from '@renderer/i18n/en'
import { providerFormTextFor } from '@renderer/i18n/provider-form-text'
import { welcomeTextFor, type WelcomeText } from '@renderer/i18n/welcome-text'
import { presetName } from '@renderer/parts/preset-name'
import { presets, type PresetId } from '@shared/providers/presets'
import type { AppHandle } from './app-handle'

/** Steps that a person takes in many scenarios, by roles and names alone. */

/** For `expect.poll`. */
export const slow = { timeout: 15_000, interval: 100 }

/** Words that are no part of the catalogue are looked up in its language. */
export const languageOf = ({ text }: AppHandle): Language => (text.common.cancel === en.common.cancel ? 'en' : 'zh-CN')

export const welcomeText = (app: AppHandle): WelcomeText => welcomeTextFor(languageOf(app))

export interface ProviderChoice {
  readonly key?: string
  readonly address?: string
}

/** First run: points the app at the scenario's model service, checks it and starts. */
export async function setUpModel(app: AppHandle, choice: ProviderChoice & { readonly aboutYou?: string } = {}): Promise<void> {
  await fillProvider(app, choice)
  await check(app)
  if (choice.aboutYou !== undefined) await app.page.getByRole('textbox', { name: welcomeText(app).aboutYouLabel }).fill(choice.aboutYou)
  await app.page.getByRole('button', { name: welcomeText(app).start, exact: true }).click()
  await composer(app).waitFor()
}

export async function fillProvider(app: AppHandle, { key, address = `${app.emulator.url}/v1` }: ProviderChoice): Promise<void> {
  const { page, text } = app
  await chooseService(app, 'compatible')
  await page.getByRole('textbox', { name: text.providers.address }).fill(address)
  if (key === undefined) return
  await page.getByLabel(new RegExp(`^(${text.providers.key}|${escape(text.providers.keyOptional)})$`)).fill(key)
  await chooseKeyStorage(app)
}

/** First run, or the form for another provider: from the few that are known best to the whole list. */
export async function chooseService(app: AppHandle, preset: PresetId): Promise<void> {
  const { page } = app
  const words = providerFormTextFor(languageOf(app))
  const name = presetName(preset, words)
  const chosen = page.getByRole('heading', { name, exact: true })
  const inList = page.getByRole('region', { name: words.groups[presets[preset].group] }).getByRole('button', { name: new RegExp(`^${escape(name)}`) })
  const more = page.getByRole('radio', { name: words.moreServices })
  await chosen.or(inList).or(more).first().waitFor()
  if (await chosen.isVisible()) return
  if (!(await inList.isVisible())) await more.click()
  await inList.click()
  await chosen.waitFor()
}

/** Where the machine has no keychain the person says how keys are kept: here until the app is quit. */
async function chooseKeyStorage({ page, text, surface }: AppHandle): Promise<void> {
  const isOpen = page.getByText(text.providers.storageChoice)
  const isMade = page.getByText(text.providers.kept['until-quit'])
  if (surface === 'web') return
  await isOpen.or(isMade).first().waitFor()
  if (await isMade.isVisible()) return
  await page.getByRole('radio', { name: text.providers.untilQuit }).click()
  await page.getByRole('button', { name: text.providers.useThis }).click()
  await isMade.waitFor()
}

export async function check(app: AppHandle): Promise<void> {
  await app.page.getByRole('button', { name: app.text.providers.check, exact: true }).click()
}

/** First run without a model. */
export async function lookAround(app: AppHandle): Promise<void> {
  await app.page.getByRole('button', { name: welcomeText(app).lookAround }).click()
  await app.page.getByRole('button', { name: welcomeText(app).lookAround }).waitFor({ state: 'detached' })
}

export function composer(app: AppHandle, page: Page = app.page): Locator {
  return page.getByRole('textbox', { name: app.text.chat.message, exact: true })
}

export async function send(app: AppHandle, words: string, page: Page = app.page): Promise<void> {
  await composer(app, page).fill(words)
  await composer(app, page).press('Enter')
  await question(app, words, page).first().waitFor()
}

/** Sends, and waits until the answer is whole. */
export async function ask(app: AppHandle, words: string, page: Page = app.page): Promise<void> {
  await send(app, words, page)
  await answered(app, page)
}

export async function answered(app: AppHandle, page: Page = app.page): Promise<void> {
  await stopButton(app, page).waitFor({ state: 'detached' })
}

export function stopButton(app: AppHandle, page: Page = app.page): Locator {
  return page.getByRole('button', { name: app.text.chat.stop, exact: true })
}

export function messages(app: AppHandle, page: Page = app.page): Locator {
  return page.getByRole('main').getByRole('article')
}

export function question(app: AppHandle, words: string, page: Page = app.page): Locator {
  return messages(app, page).filter({ hasText: words })
}

export function lastMessage(app: AppHandle, page: Page = app.page): Locator {
  return messages(app, page).last()
}

export async function seeText(page: Page, words: string | RegExp): Promise<void> {
  await page.getByText(words).first().waitFor()
}

export async function newSession(app: AppHandle): Promise<void> {
  await app.page.getByRole('button', { name: app.text.sessions.newSession }).or(app.page.getByRole('link', { name: app.text.sessions.newSession })).first().click()
  await messages(app).first().waitFor({ state: 'detached' })
}

export async function openSession(app: AppHandle, title: string, page: Page = app.page): Promise<void> {
  await sessionLink(app, title, page).click()
}

export function sessionLink(app: AppHandle, title: string | RegExp, page: Page = app.page): Locator {
  return page.getByRole('list', { name: app.text.sessions.list }).getByRole('link', { name: title })
}

/** Goes to an address of the app, as a link does. */
export async function goTo(app: AppHandle, hash: string, page: Page = app.page): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to
  }, hash)
}

/** A message's own button or menu trigger, shown on hover. */
export async function messageAction(message: Locator, name: string): Promise<void> {
  await message.hover()
  await message.getByRole('button', { name, exact: true }).first().click()
}

/** The bodies of all answers that were asked for, as they went over the wire. */
export function sentBodies(app: AppHandle): string[] {
  return app.emulator
    .requests()
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/chat/completions'))
    .map(({ body }) => body.toString('utf8'))
}

/** Role and text of every turn of a request, instructions included. */
export function turnsOf(body: string): { readonly role: string; readonly text: string }[] {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: unknown }[] }
  return messages.map(({ role, content }) => ({ role, text: typeof content === 'string' ? content : JSON.stringify(content) }))
}

function escape(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
