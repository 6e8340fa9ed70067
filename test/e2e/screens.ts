/**
 * `tsx --tsconfig test/tsconfig.json test/e2e/screens.ts --out <folder>`: a picture of every screen in both themes, both languages and two widths,
 * of the built web app against the emulator's demo model.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { zhCN } from '@renderer/i18n/zh-CN'
import { openWebTarget } from '../helpers/web-app'
import { openApp, type AppHandle } from './app-handle'
import { closeOverlays, openWithoutModel, prepareSample, runCommand, screens, settle } from './tour'

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

const { values } = parseArgs({ options: { out: { type: 'string', default: 'test-results/screens' } } })
const folder = values.out
await mkdir(folder, { recursive: true })

const target = await openWebTarget()
let taken = 0
for (const language of ['en', 'zh-CN'] as const) {
  await takeFirstRun(language)
  await takeAll(language)
}
await target.dispose()
console.log(`${taken} pictures in ${folder}`)

async function takeFirstRun(language: 'en' | 'zh-CN'): Promise<void> {
  const app = await openApp(target)
  await app.page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await app.page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
    if (language === 'en') await take(app, 'welcome', colorScheme, language)
  }
  await openWithoutModel(app)
  await speak(app, language)
  for (const theme of ['light', 'dark'] as const) {
    await choose(app, theme)
    await take(app, 'start-without-model', theme, language)
  }
  await app.close()
}

async function takeAll(language: 'en' | 'zh-CN'): Promise<void> {
  const app = await openApp(target, { emulator: { tokensPerSecond: null } })
  await app.page.emulateMedia({ reducedMotion: 'reduce' })
  await prepareSample(app)
  await speak(app, language)
  for (const theme of ['light', 'dark'] as const) {
    await app.page.setViewportSize(sizes[0] ?? { width: 1280, height: 800 })
    await choose(app, theme)
    for (const screen of screens) {
      await app.page.setViewportSize(sizes[0] ?? { width: 1280, height: 800 })
      await screen.open(app)
      await take(app, screen.name, theme, language)
      await closeOverlays(app.page)
    }
  }
  await app.close()
}

async function speak(app: AppHandle, language: 'en' | 'zh-CN'): Promise<void> {
  if (language === 'en') return
  await runCommand(app, (words) => words.switchLanguage)
  app.text = zhCN
}

async function choose(app: AppHandle, theme: 'light' | 'dark'): Promise<void> {
  await runCommand(app, (words) => (theme === 'light' ? words.themeLight : words.themeDark))
}

async function take(app: AppHandle, name: string, theme: string, language: string): Promise<void> {
  for (const size of sizes) {
    await app.page.setViewportSize(size)
    await settle(app.page)
    await app.page.screenshot({ path: join(folder, `${name}-${theme}-${language}-${size.width}.png`) })
    taken++
  }
}
