import { expect } from 'vitest'
import { background as words } from '@renderer/i18n/en/background'
import type { Scenario } from '../scenario'
import { ask, goTo, sessionLink, setUpModel, slow } from '../steps'

export const backgroundScenarios: readonly Scenario[] = [
  {
    title: 'a conversation is named after its first answer, and after eight turns what the person said of themselves is in memory',
    async run(app) {
      const { page, emulator } = app
      await setUpModel(app)
      emulator.background.script({ text: '{"title":"A flat by the harbour"}' })
      await ask(app, 'I live in Lyon, and I am allergic to cats. Where do I look for a flat?')
      await sessionLink(app, 'A flat by the harbour').waitFor()
      for (let turn = 2; turn <= 8; turn++) await ask(app, `Question number ${turn}`)

      await goTo(app, '#/memory/review')
      await page.getByRole('main').getByText('Allergic to cats', { exact: true }).first().waitFor()
      await page.getByRole('main').getByText('“I am allergic to cats”').first().waitFor()
      await goTo(app, '#/profile')
      await page.getByRole('main').getByText('Lives in Lyon').first().waitFor()

      await goTo(app, '#/settings/memory')
      const facts = page.getByRole('listitem').filter({ has: page.getByRole('switch', { name: words.tasks.memory.name }) })
      await facts.getByText(new RegExp(`${words.kept(1)}.*${words.proposed(1)}`)).waitFor()
      await expect.poll(() => emulator.background.requests().length, slow).toBe(2)
    },
  },
  {
    title: 'a task that is off asks nothing',
    async run(app) {
      const { page, emulator } = app
      await setUpModel(app)
      await goTo(app, '#/settings/memory')
      for (const task of Object.values(words.tasks)) {
        const toggle = page.getByRole('switch', { name: task.name })
        await toggle.click()
        await expect.poll(() => toggle.isChecked(), slow).toBe(false)
      }
      await goTo(app, '#/')
      for (let turn = 1; turn <= 8; turn++) await ask(app, `I live in Lyon, said ${turn} times`)
      await page.waitForTimeout(4000)
      expect(emulator.background.requests()).toEqual([])
    },
  },
]
