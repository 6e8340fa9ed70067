import type { Page } from 'playwright-core'
import type { Catalogue } from '@renderer/i18n/en'
import { pricesTextFor } from '@renderer/i18n/prices-text'
import { providerFormTextFor } from '@renderer/i18n/provider-form-text'
import { syncTextFor, type SyncText } from '@renderer/i18n/sync-text'
import type { AppHandle } from './app-handle'
import { cards, importMemory, memoryText, openImport } from './memory-steps'
import { ask, chooseService, composer, goTo, languageOf, lastMessage, lookAround, messageAction, newSession, openSession, setUpModel } from './steps'

/** One screen of the app and the way to it. */
export interface Screen {
  readonly name: string
  readonly open: (app: AppHandle) => Promise<void>
  /** The way to it leads over the list of sessions, which a narrow screen does not show. */
  readonly needsRail?: boolean
}

/** A question in the sample's session; its title finds it again. */
export const sampleQuestion = 'Plan three slow days in Kyoto'

/** What is asked of memory in the session before it. */
const memoryQuestion = 'Remember that I live in Lyon'

const sampleAnswer = [
  '## Day 1: *Higashiyama*\n\nStart early at **Kiyomizu-dera**, then walk down to the [old lanes](https://example.org/lanes).\n\n',
  '1. Temple at 8\n2. Tea at 10\n\n> Wear good shoes.\n\n```ts\nconst days: number = 3\n```\n\n',
  '| place | hours |\n|---|---:|\n| Kiyomizu-dera | 2 |\n| Nanzen-ji | 1.5 |\n\n$$d = \\sqrt{x^2 + y^2}$$\n\n',
  'It costs $5 to $10. 京都三日，慢慢走。\n',
].join('')

/** Everything that can be on the screen, without the first run and Recovery, which need a profile of their own. */
export const screens: readonly Screen[] = [
  { name: 'start', open: (app) => goTo(app, '#/') },
  { name: 'chat', needsRail: true, open: (app) => openSample(app) },
  { name: 'chat-memory', needsRail: true, open: (app) => openMemorySample(app) },
  { name: 'answer-memory', needsRail: true, open: (app) => openAnswerMemory(app) },
  { name: 'remember', needsRail: true, open: (app) => openRememberForm(app) },
  { name: 'profile', open: (app) => openPlace(app, '#/profile') },
  { name: 'memory-review', open: (app) => openReview(app) },
  { name: 'memory-all', open: (app) => openPlace(app, '#/memory/all') },
  { name: 'memory-history', open: (app) => openPlace(app, '#/memory/history') },
  { name: 'memory-rules', open: (app) => openPlace(app, '#/memory/rules') },
  { name: 'memory-import', open: async (app) => void (await openImport(app)) },
  { name: 'trash', open: (app) => openPlace(app, '#/trash') },
  { name: 'settings-general', open: (app) => openPlace(app, '#/settings/general') },
  { name: 'settings-models', open: (app) => openPlace(app, '#/settings/models') },
  { name: 'provider-list', open: (app) => openProviders(app) },
  { name: 'provider-form', open: (app) => openProviderForm(app) },
  { name: 'provider-models', open: (app) => openProviderModels(app) },
  { name: 'price', open: (app) => openPrice(app) },
  { name: 'settings-memory', open: (app) => openPlace(app, '#/settings/memory') },
  { name: 'settings-sync', open: (app) => openSync(app) },
  { name: 'sync-turn-on', open: (app) => openSync(app, (words) => words.turnOn) },
  { name: 'sync-recover', open: (app) => openSync(app, (words) => words.lostAll) },
  { name: 'sync-join', open: (app) => openPlace(app, '#/pair') },
  { name: 'settings-storage', open: (app) => openPlace(app, '#/settings/storage') },
  { name: 'settings-about', open: (app) => openPlace(app, '#/settings/about') },
  { name: 'palette', open: (app) => openOverlay(app, 'Control+k') },
  { name: 'shortcuts', open: (app) => openOverlay(app, 'Control+/') },
  { name: 'search', open: (app) => openSearch(app) },
  { name: 'model-picker', needsRail: true, open: (app) => openModelPicker(app) },
]

/** Sets up a model and fills a session and the profile, so that those screens are not empty. */
export async function prepareSample(app: AppHandle): Promise<void> {
  await setUpModel(app, { aboutYou: 'I work at Globex as design lead.\nI am vegetarian.\nMetric units, short answers.' })
  app.emulator.script({ text: 'Noted. Layers, and a raincoat.' })
  await ask(app, memoryQuestion)
  await newSession(app)
  app.emulator.script({ text: sampleAnswer, reasoning: 'They want it slow.', usage: { inputTokens: 412, outputTokens: 690 } })
  await ask(app, sampleQuestion)
  await lastMessage(app).waitFor()
}

export async function openWithoutModel(app: AppHandle): Promise<void> {
  await lookAround(app)
  await composer(app).waitFor()
}

export async function openSample(app: AppHandle): Promise<void> {
  await closeOverlays(app.page)
  await goTo(app, '#/')
  await openSession(app, sampleQuestion)
  await lastMessage(app).waitFor()
}

async function openMemorySample(app: AppHandle): Promise<void> {
  await closeOverlays(app.page)
  await goTo(app, '#/')
  await openSession(app, memoryQuestion)
  await lastMessage(app).getByText(/raincoat/).waitFor()
}

async function openAnswerMemory(app: AppHandle): Promise<void> {
  await openMemorySample(app)
  const [label] = app.text.chat.answerMemory(0, 0).split('0')
  await lastMessage(app).getByRole('button', { name: new RegExp(`^${label}\\d`) }).click()
  await app.page.getByRole('dialog').waitFor()
}

async function openRememberForm(app: AppHandle): Promise<void> {
  await openMemorySample(app)
  await messageAction(lastMessage(app), app.text.chat.remember)
  await lastMessage(app).getByRole('textbox').waitFor()
}

export async function openOverlay(app: AppHandle, keys: string): Promise<void> {
  await goTo(app, '#/')
  await app.page.keyboard.press(keys)
  await app.page.getByRole('dialog').waitFor()
}

/** A screen of its own is there when its heading is: until then its code is on the way. */
async function openPlace(app: AppHandle, hash: string): Promise<void> {
  await goTo(app, hash)
  await app.page.waitForFunction((to) => location.hash === to, hash)
  await app.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
}

/** The services to choose from. */
async function openProviders(app: AppHandle): Promise<void> {
  await openPlace(app, '#/settings/models')
  await app.page.getByRole('button', { name: app.text.settings.addProvider }).first().click()
  await app.page.getByRole('dialog').getByRole('button', { name: /^OpenRouter/ }).waitFor()
}

/** The form of one, with everything that it can hold. */
async function openProviderForm(app: AppHandle): Promise<void> {
  const words = providerFormTextFor(languageOf(app))
  await openProviders(app)
  await chooseService(app, 'compatible')
  await app.page.locator('summary').filter({ hasText: words.more }).click()
  await app.page.getByRole('button', { name: words.addKey }).click()
  await app.page.getByRole('button', { name: words.addHeader }).click()
  await app.page.getByRole('textbox', { name: words.headerName }).fill('Authorization')
  await app.page.getByText(words.headerProblems.owned).waitFor()
}

async function openProviderModels(app: AppHandle): Promise<void> {
  await openPlace(app, '#/settings/models')
  await app.page.getByRole('button', { name: new RegExp(`^${providerFormTextFor(languageOf(app)).chooseModels}`) }).click()
  await app.page.getByRole('dialog').waitFor()
}

async function openPrice(app: AppHandle): Promise<void> {
  await openPlace(app, '#/settings/models')
  await app.page.getByRole('main').getByRole('button', { name: pricesTextFor(languageOf(app)).unknown }).first().click()
  await app.page.getByRole('dialog').waitFor()
}

/** The page of sync while it is off, or one of the ways in from there. */
async function openSync(app: AppHandle, way?: (words: SyncText) => string): Promise<void> {
  const words = syncTextFor(languageOf(app))
  // Another page first: a way that was taken before is left by it.
  await openPlace(app, '#/settings/about')
  await openPlace(app, '#/settings/sync')
  await app.page.getByRole('heading', { name: words.title, level: 2 }).waitFor()
  if (way === undefined) return
  await app.page.getByRole('button', { name: way(words) }).click()
  await app.page.getByRole('textbox', { name: words.serverAddress }).waitFor()
}

/** Everything that moves has come to rest: colours in the middle of a fade are nobody's. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page.evaluate(async () => {
    const endless = (animation: Animation) => animation.effect?.getComputedTiming().iterations === Infinity
    await Promise.allSettled(document.getAnimations().filter((animation) => !endless(animation)).map(({ finished }) => finished))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}

export async function closeOverlays(page: Page): Promise<void> {
  for (let open = await page.getByRole('dialog').count(); open > 0; open = await page.getByRole('dialog').count()) {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').first().waitFor({ state: 'detached', timeout: 3_000 })
  }
}

/** Runs a command by its name in the palette. */
export async function runCommand(app: AppHandle, name: (words: Catalogue['commands']) => string): Promise<void> {
  await app.page.keyboard.press('Control+k')
  const dialog = app.page.getByRole('dialog')
  await dialog.waitFor()
  await app.page.keyboard.type(name(app.text.commands))
  await dialog.getByRole('option', { name: name(app.text.commands) }).first().waitFor()
  await app.page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

/** With something that waits. */
async function openReview(app: AppHandle): Promise<void> {
  await openPlace(app, '#/memory/review')
  const isEmpty = app.page.getByText(memoryText(app).reviewEmptyTitle)
  await cards(app.page).or(isEmpty).first().waitFor()
  if (await isEmpty.isVisible()) await importMemory(app, '## Preferences\n- Prefers green tea\n- Takes night trains\n## Tasks\n- Visa appointment in spring')
}

async function openSearch(app: AppHandle): Promise<void> {
  await openOverlay(app, 'Control+Shift+f')
  await app.page.keyboard.type('Kyoto')
  await app.page.getByRole('dialog').getByRole('option').first().waitFor()
}

async function openModelPicker(app: AppHandle): Promise<void> {
  await openSample(app)
  await app.page.keyboard.press('Control+Shift+m')
  await app.page.getByRole('dialog').waitFor()
}
