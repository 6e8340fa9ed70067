import { expect } from 'vitest'
import { calls as en } from '@renderer/i18n/en/calls'
import type { AppHandle } from '../app-handle'
import type { Scenario } from '../scenario'
import { answered, composer, goTo, lastMessage, openSession, send, setUpModel } from '../steps'

const large = 'Demo model, not a language model (large)'
const small = 'Demo model, not a language model (small)'

/** Picks, in a list of the platform, the one row whose words hold these. */
async function choose({ page }: AppHandle, list: string, words: string): Promise<void> {
  const field = page.getByRole('combobox', { name: list, exact: true })
  await field.selectOption({ label: (await field.locator('option').filter({ hasText: words }).first().textContent()) ?? '' })
}

export const routeScenarios: readonly Scenario[] = [
  {
    title: 'PRV-5 a limited model is waited for in one quiet line; where that takes long, its route answers, and the answer says so, also after a restart',
    async run(app) {
      const { page, text, emulator } = app
      await setUpModel(app)
      await goTo(app, '#/settings/models')
      await choose(app, text.settings.defaultModel, large)
      await page.getByRole('heading', { name: en.routes.title }).waitFor()
      await choose(app, en.routes.model, large)
      await choose(app, en.routes.add, small)
      await page.getByRole('button', { name: new RegExp(`^Remove ${small.replace(/[()]/g, '\\$&')}`) }).waitFor()

      await goTo(app, '#/')
      await composer(app).waitFor()
      emulator.fault({ kind: 'status', status: 429, headers: { 'retry-after': '3' } })
      emulator.script({ text: 'Worth the wait.' })
      await send(app, 'First question')
      await lastMessage(app).getByText(/is limiting: trying again in \d/).waitFor()
      await lastMessage(app).getByText('Worth the wait.').waitFor()
      await answered(app)
      expect(await lastMessage(app).getByText(/^Answered by/).count()).toBe(0)

      emulator.clear()
      emulator.fault({ kind: 'status', status: 429, headers: { 'retry-after': '600' } })
      emulator.script({ text: 'Said by the other one.' })
      await send(app, 'Second question')
      await lastMessage(app).getByText('Said by the other one.').waitFor()
      await answered(app)
      const note = en.answeredBy(small, en.reasons['rate-limited'].then(large))
      await lastMessage(app).getByText(note, { exact: true }).waitFor()
      const asked = emulator.requests().map(({ body }) => (JSON.parse(body.toString()) as { model: string }).model)
      expect(asked).toEqual(['demo-large', 'demo-small'])

      await app.restart()
      await openSession(app, 'First question')
      await lastMessage(app).getByText(note, { exact: true }).waitFor()
    },
  },
]
