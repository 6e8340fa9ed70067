import { expect } from 'vitest'
import { pricesTextFor } from '@renderer/i18n/prices-text'
import type { AppHandle } from '../app-handle'
import type { Scenario } from '../scenario'
import { ask, goTo, languageOf, lastMessage, openSession, setUpModel } from '../steps'

const small = 'Demo model, not a language model (small)'

async function openEditor({ page }: AppHandle): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${small.replace(/[()]/g, '\\$&')}`) }).last().click()
  await page.getByRole('dialog').waitFor()
}

export const priceScenarios: readonly Scenario[] = [
  {
    title: 'PRV-7 a price that the person sets is the next call’s, not the last one’s; it can be taken back; the table is fetched only where that is switched on',
    async run(app) {
      const { page } = app
      const words = pricesTextFor(languageOf(app))
      await setUpModel(app)
      await ask(app, 'What does this cost')
      const before = lastMessage(app).getByText(/ · (?:price unknown|~?\$[\d.]+) · /)
      const unchanged = (await before.textContent()) ?? ''

      await goTo(app, '#/settings/models')
      await page.getByText(words.bundledNote).waitFor()
      await openEditor(app)
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(words.rates.input, { exact: true }).fill('much')
      await dialog.getByRole('button', { name: words.save, exact: true }).click()
      await dialog.getByRole('alert').getByText(words.invalid).waitFor()
      await dialog.getByLabel(words.rates.input, { exact: true }).fill('0')
      await dialog.getByLabel(words.rates.output, { exact: true }).fill('9000')
      await dialog.getByRole('button', { name: words.save, exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText(words.own, { exact: true }).waitFor()

      const daily = page.getByRole('switch', { name: words.daily })
      expect(await daily.getAttribute('aria-checked')).toBe('false')
      await daily.click()
      await expect.poll(() => daily.getAttribute('aria-checked')).toBe('true')

      await app.restart()
      await openSession(app, 'What does this cost')
      await ask(app, 'And now')
      await lastMessage(app).getByText(/ · ~?\$\d+\.\d+ · /).waitFor()
      expect(await lastMessage(app).getByText(/ · ~?\$\d+\.\d+ · /).textContent()).not.toContain(unchanged.split(' · ')[2] ?? '?')
      const again = app.page
      await again.getByText(unchanged, { exact: true }).waitFor()

      await goTo(app, '#/settings/models')
      await again.getByText(words.own, { exact: true }).waitFor()
      expect(await again.getByRole('switch', { name: words.daily }).getAttribute('aria-checked')).toBe('true')
      await again.getByRole('switch', { name: words.daily }).click()
      await openEditor(app)
      const reopened = again.getByRole('dialog')
      await reopened.getByRole('button', { name: words.reset, exact: true }).click()
      await reopened.waitFor({ state: 'detached' })
      expect(await again.getByText(words.own, { exact: true }).count()).toBe(0)
    },
  },
]
