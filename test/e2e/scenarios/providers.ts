import { expect } from 'vitest'
import { presets } from '@shared/providers/presets'
import { providerFormTextFor } from '@renderer/i18n/provider-form-text'
import type { AppHandle } from '../app-handle'
import type { Scenario } from '../scenario'
import { check, chooseService, fillProvider, goTo, languageOf, lookAround, slow } from '../steps'

const first = 'sk-first-0123456789abcd'
const second = 'sk-second-0123456789efgh'

const wordsOf = (app: AppHandle) => providerFormTextFor(languageOf(app))
const openMore = (app: AppHandle) => app.page.locator('summary').filter({ hasText: wordsOf(app).more }).click()
const row = (app: AppHandle, name: string) => app.page.getByRole('main').getByRole('listitem', { name, exact: true })

/** Opens the form of a service that is to be added. */
async function add(app: AppHandle): Promise<void> {
  await app.page.getByRole('button', { name: app.text.settings.addProvider }).first().click()
}

export const providerScenarios: readonly Scenario[] = [
  {
    title: 'two services are added from presets, one with two keys and a header; each is checked, changed and removed',
    // Each key is looked at in what was sent.
    emulator: { key: null },
    async run(app) {
      const { page, text, emulator } = app
      const words = wordsOf(app)
      await lookAround(app)
      await goTo(app, '#/settings/models')

      await add(app)
      await fillProvider(app, { key: ` ${first}\n`, address: ` "${emulator.url}/v1/chat/completions/" ` })
      await openMore(app)
      await page.getByRole('button', { name: words.addKey }).click()
      await page.getByLabel(words.furtherKey(1), { exact: true }).fill(second)
      await page.getByRole('button', { name: words.addHeader }).click()
      await page.getByRole('textbox', { name: words.headerName }).fill('Authorization')
      await page.getByText(words.headerProblems.owned).waitFor()
      await check(app)
      expect(emulator.requests()).toEqual([])
      await page.getByRole('textbox', { name: words.headerName }).fill('X-Team')
      await page.getByRole('textbox', { name: words.headerValue }).fill('blue')
      await check(app)

      const host = new URL(emulator.url).host
      await row(app, host).getByText(words.keyEnding('efgh')).waitFor()
      expect(emulator.requests().map(({ path, headers }) => [path, headers.authorization, headers['x-team']])).toEqual([
        ['/v1/models', `Bearer ${first}`, 'blue'],
        ['/v1/chat/completions', `Bearer ${first}`, 'blue'],
        ['/v1/models', `Bearer ${second}`, 'blue'],
        ['/v1/chat/completions', `Bearer ${second}`, 'blue'],
      ])

      await add(app)
      await chooseService(app, 'vllm')
      await page.getByRole('textbox', { name: text.providers.address }).fill(emulator.url)
      await check(app)
      const ownServer = row(app, presets.vllm.name)
      await ownServer.getByText(text.settings.noKeyNeeded).waitFor()

      emulator.clear()
      await row(app, host).getByRole('button', { name: words.checkKey(words.keyEnding('efgh')) }).click()
      await row(app, host).getByText(words.keyWorks).waitFor()
      expect(emulator.requests().every(({ headers }) => headers.authorization === `Bearer ${second}`)).toBe(true)

      await row(app, host).getByRole('button', { name: new RegExp(`^${words.chooseModels}`) }).click()
      await page.getByRole('checkbox', { name: /demo-large|large/ }).click()
      await page.keyboard.press('Escape')
      await row(app, host).getByText(words.modelsShown(1, 2)).waitFor()

      await row(app, host).getByRole('button', { name: text.settings.change }).click()
      await openMore(app)
      await page.getByRole('textbox', { name: text.providers.name, exact: true }).fill('My gateway')
      await check(app)
      await row(app, 'My gateway').getByText(words.modelsShown(1, 2)).waitFor()

      // SEC-2: another address asks for the key again.
      await row(app, 'My gateway').getByRole('button', { name: text.settings.change }).click()
      await page.getByRole('textbox', { name: text.providers.address }).fill(`${emulator.url}/elsewhere`)
      await check(app)
      await page.getByText(words.keyChanged).waitFor()
      await page.keyboard.press('Escape')

      await row(app, 'My gateway').getByRole('button', { name: words.removeKeyTitle(words.keyEnding('abcd')) }).click()
      await page.getByRole('dialog').getByRole('button', { name: text.settings.removeProvider, exact: true }).click()
      await row(app, 'My gateway').getByText(text.settings.keyEnding('efgh')).waitFor()

      for (const name of ['My gateway', presets.vllm.name]) {
        await row(app, name).getByRole('button', { name: text.settings.removeProviderTitle(name) }).click()
        await page.getByRole('dialog').getByRole('button', { name: text.settings.removeProvider, exact: true }).click()
        await row(app, name).waitFor({ state: 'detached' })
      }
      await expect.poll(() => page.getByText(text.settings.noProvidersTitle).count(), slow).toBe(1)
    },
  },
  {
    title: 'PRV-12 a browser marks the services that it cannot call, with the reason, and does not try them',
    surfaces: ['web'],
    async run(app) {
      const { page, text } = app
      await chooseService(app, 'azure')
      await page.getByRole('status').filter({ hasText: 'Azure OpenAI' }).waitFor()
      expect(await page.getByRole('button', { name: text.providers.check, exact: true }).isDisabled()).toBe(true)
    },
  },
]
