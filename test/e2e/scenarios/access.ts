import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { zhCN } from '@renderer/i18n/zh-CN'
import type { AppHandle } from '../app-handle'
import { axeFindings } from '../axe'
import type { Scenario } from '../scenario'
import { composer, goTo } from '../steps'
import { closeOverlays, openSample, openWithoutModel, prepareSample, runCommand, screens, settle } from '../tour'

export const accessScenarios: readonly Scenario[] = [
  {
    title: 'UI-3 axe-core finds nothing on any screen, in both themes and languages',
    async run(app) {
      const { page } = app
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
      const found: string[] = []
      const look = async (name: string) => found.push(...(await axeFindings(page)).map((line) => `${name}: ${line}`))
      await look('welcome, light')
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
      await look('welcome, dark')

      await prepareSample(app)
      for (const language of ['en', 'zh-CN'] as const) {
        if (language === 'zh-CN') await switchToChinese(app)
        for (const theme of ['light', 'dark'] as const) {
          await runCommand(app, (words) => (theme === 'light' ? words.themeLight : words.themeDark))
          for (const screen of screens) {
            await screen.open(app)
            await look(`${screen.name}, ${theme}, ${language}`)
            await closeOverlays(page)
          }
        }
      }
      expect(found).toEqual([])
    },
  },
  {
    title: 'UI-3 axe-core finds nothing before a model is set up',
    async run(app) {
      await openWithoutModel(app)
      const found = [await axeFindings(app.page)]
      await goTo(app, '#/settings/models')
      await app.page.getByRole('heading', { name: app.text.settings.title, level: 1 }).waitFor()
      found.push(await axeFindings(app.page))
      expect(found.flat()).toEqual([])
    },
  },
  {
    title: 'no screen breaks the Content-Security-Policy, also over a reload',
    async run(app) {
      await prepareSample(app)
      await app.page.reload()
      for (const screen of screens) {
        await screen.open(app)
        await settle(app.page)
        await closeOverlays(app.page)
      }
      expect(app.problems).toEqual([])
    },
  },
  {
    title: 'no screen scrolls sideways at a width of 360 px',
    async run(app) {
      const { page } = app
      await prepareSample(app)
      const names = screens.filter(({ needsRail }) => needsRail !== true)
      await openSample(app)
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
    async run(app) {
      const { page, text } = app
      await prepareSample(app)
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
    async run(app) {
      const { page, text } = app
      await prepareSample(app)
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
    async run(app) {
      const { page } = app
      await prepareSample(app)
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
    async run(app) {
      await prepareSample(app)
      const background = () => app.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
      await runCommand(app, (words) => words.themeLight)
      const light = await background()
      await runCommand(app, (words) => words.themeDark)
      await expect.poll(background).not.toBe(light)
      await switchToChinese(app)
      await app.restart()
      await app.page.getByRole('link', { name: zhCN.sessions.settings }).first().waitFor()
      await expect.poll(background).not.toBe(light)
    },
  },
]

async function switchToChinese(app: AppHandle): Promise<void> {
  await runCommand(app, (words) => words.switchLanguage)
  app.text = zhCN
  await expect.poll(() => app.page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
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
  page.waitForFunction(() => document.activeElement !== null && document.activeElement !== document.body, null, { timeout: 500 }).catch(() => null)
