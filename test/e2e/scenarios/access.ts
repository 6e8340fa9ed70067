import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { en, type Catalogue } from '@renderer/i18n/en'
import { zhCN } from '@renderer/i18n/zh-CN'
import type { AppHandle } from '../app-handle'
import { axeFindings } from '../axe'
import type { Scenario, Stage } from '../scenario'
import { composer, goTo } from '../steps'
import { closeOverlays, openSample, openWithoutModel, prepareSample, runCommand, screens, settle } from '../tour'

/** The sample in English on a desk, in the theme of the system, seen by who wants no motion. */
const sample: Stage = {
  async prepare(app) {
    await prepareSample(app)
    await app.page.reload()
    await app.page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await openSample(app)
  },
  async reset(app) {
    await closeOverlays(app.page)
    await app.page.setViewportSize({ width: 1280, height: 800 })
    if (app.text !== en) await switchLanguage(app, en)
    await openSample(app)
  },
}

/** Colours do not depend on the language: Electron, which shows the same pages, sees each theme and each language once. */
const looksOf = ({ surface }: AppHandle): readonly (readonly [Catalogue, 'light' | 'dark'])[] =>
  surface === 'web' ? [[en, 'light'], [en, 'dark'], [zhCN, 'dark']] : [[en, 'light'], [zhCN, 'dark']]

export const accessScenarios: readonly Scenario[] = [
  {
    // The problems of the page, which must be none at its end, are those of every screen after a reload.
    title: 'UI-3 axe-core finds nothing on any screen, in both themes and languages, and no screen breaks the Content-Security-Policy',
    stage: sample,
    async run(app) {
      const found: string[] = []
      for (const [text, theme] of looksOf(app)) {
        if (text !== app.text) await switchLanguage(app, text)
        await app.page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme })
        for (const screen of screens) {
          await screen.open(app)
          found.push(...(await axeFindings(app.page)).map((line) => `${screen.name}, ${theme}, ${text.common.cancel}: ${line}`))
          await closeOverlays(app.page)
        }
      }
      expect(found).toEqual([])
    },
  },
  {
    title: 'no screen scrolls sideways at a width of 360 px',
    stage: sample,
    async run(app) {
      const { page } = app
      const names = screens.filter(({ needsRail }) => needsRail !== true)
      await page.setViewportSize({ width: 360, height: 740 })
      const wide: string[] = []
      const measure = async (name: string) => {
        await settle(page)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        if (overflow > 0) wide.push(`${name}: ${overflow} px`)
      }
      await measure('chat')
      for (const screen of names) {
        await screen.open(app)
        await measure(screen.name)
        await closeOverlays(page)
      }
      expect(wide).toEqual([])
    },
  },
  {
    title: 'everything is reached by Tab, has a name, shows its focus, and lets it go again',
    stage: sample,
    async run(app) {
      const { page, text } = app
      const stops = await tabWalk(page)
      expect(stops.filter(({ name }) => name === '').map(({ html }) => html)).toEqual([])
      expect(stops.filter(({ isVisible }) => !isVisible).map(({ name }) => name)).toEqual([])
      const names = stops.map(({ name }) => name)
      for (const expected of [text.frame.skipToInput, text.sessions.settings, text.chat.message]) {
        expect(names.join('\n')).toContain(expected)
      }
      expect(stops.length).toBeLessThan(150)
    },
  },
  {
    title: 'the shortcuts sheet lists the keys, and the keys work',
    stage: sample,
    async run(app) {
      const { page, text } = app
      await page.keyboard.press('Control+/')
      const sheet = page.getByRole('dialog', { name: text.palette.shortcutsTitle })
      await sheet.getByText(text.commands.newSession, { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
      // Browsers keep some keys for themselves.
      await page.keyboard.press(app.surface === 'web' ? 'Alt+,' : 'Control+,')
      await page.getByRole('heading', { name: text.settings.title, exact: true }).first().waitFor()
      await runCommand(app, (words) => words.openProfile)
      await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/profile')
    },
  },
  {
    title: 'the focus goes back to where it was when an overlay is closed',
    stage: sample,
    async run(app) {
      const { page } = app
      for (const keys of ['Control+k', 'Control+/', 'Control+Shift+f', 'Control+Shift+m']) {
        await composer(app).focus()
        await page.keyboard.press(keys)
        await page.getByRole('dialog').waitFor()
        await closeOverlays(page)
        await expect.poll(() => composer(app).evaluate((box) => box === document.activeElement), { message: keys, timeout: 2_000 }).toBe(true)
      }
    },
  },
  {
    title: 'theme and language change at once and stay over a restart',
    stage: sample,
    async run(app) {
      const background = () => app.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
      await runCommand(app, (words) => words.themeLight)
      // Another scenario may have left the window dark: the change is waited for.
      await expect.poll(async () => Number(/\d+/.exec(await background())?.[0])).toBeGreaterThan(128)
      const light = await background()
      await runCommand(app, (words) => words.themeDark)
      await expect.poll(background).not.toBe(light)
      await switchLanguage(app, zhCN)
      await app.restart()
      await app.page.getByRole('link', { name: zhCN.sessions.settings }).first().waitFor()
      await expect.poll(background).not.toBe(light)
    },
  },
  {
    title: 'UI-3 axe-core finds nothing in the first run and before a model is set up',
    async run(app) {
      const { page } = app
      const found: string[] = []
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme })
        found.push(...(await axeFindings(page)).map((line) => `welcome, ${theme}: ${line}`))
      }
      await openWithoutModel(app)
      found.push(...(await axeFindings(page)))
      await goTo(app, '#/settings/models')
      await page.getByRole('heading', { name: app.text.settings.title, level: 1 }).waitFor()
      found.push(...(await axeFindings(page)))
      expect(found).toEqual([])
    },
  },
]

/** There are two: the command goes to the other one. */
async function switchLanguage(app: AppHandle, to: Catalogue): Promise<void> {
  await runCommand(app, (words) => words.switchLanguage)
  app.text = to
  await expect.poll(() => app.page.evaluate(() => document.documentElement.lang)).toBe(to === zhCN ? 'zh-CN' : 'en')
}

interface TabStop {
  readonly name: string
  readonly html: string
  readonly isVisible: boolean
}

/** Presses Tab until the focus is back where it began. */
async function tabWalk(page: Page): Promise<TabStop[]> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  const stops: TabStop[] = []
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press('Tab')
    await focusSettles(page)
    const stop = await page.evaluate(() => {
      const element = document.activeElement
      if (element === null || element === document.body) return null
      const isFirst = element.hasAttribute('data-walked')
      element.setAttribute('data-walked', '')
      const labelled = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '')
      const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent ?? '') : []
      const named = [element.getAttribute('aria-label'), ...labelled, ...labels, element.textContent, element.getAttribute('title')]
      const style = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      return {
        isFirst,
        name: (named.find((words) => (words ?? '').trim() !== '') ?? '').trim(),
        html: element.outerHTML.slice(0, 200),
        isVisible: box.width > 0 && box.height > 0 && (style.outlineStyle !== 'none' || style.boxShadow !== 'none' || element.closest(':focus-within') !== null),
      }
    })
    if (stop === null) continue
    if (stop.isFirst) break
    stops.push(stop)
  }
  return stops
}

/** Behind the last stop the window hands the focus back to the page by itself, a moment after the key; nothing else may come between. */
const focusSettles = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.activeElement !== null && document.activeElement !== document.body, null, { timeout: 2_000 }).catch(() => null)
