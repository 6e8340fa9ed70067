import { expect } from 'vitest'
import type { AppHandle } from '../../app-handle'
import { goTo, lastMessage } from '../../steps'
import type { SyncScenario } from '../../sync-scenario'
import { goToSession, isSynced, openSync, patient, patiently, profileLines, syncText } from '../../sync-steps'
import { aboutLine, firstQuestion } from './pairing'

const button = (app: AppHandle, name: string) => app.page.getByRole('button', { name, exact: true })

export const recoveryScenarios: readonly SyncScenario[] = [
  {
    title: 'the drill reads everything with the phrase alone, counts it, and changes nothing',
    async run({ world, laptop }) {
      const { app } = laptop
      const words = syncText(app)
      const lines = await profileLines(app)
      await openSync(app)
      const devices = app.page.getByRole('list', { name: words.devices }).getByRole('listitem')
      const count = await devices.count()
      await button(app, words.drill).click()
      const dialog = app.page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: words.phrase }).fill(world.phrase)
      await dialog.getByRole('button', { name: words.drillRun, exact: true }).click()
      await dialog.getByText(words.drillDone).waitFor(patiently)
      const said = (await dialog.getByRole('status').innerText()).match(/\d+/g)?.map(Number) ?? []
      expect(said).toHaveLength(3)
      expect(Math.min(...said)).toBeGreaterThan(0)
      await world.picture('drill')
      await dialog.getByRole('button').last().click()
      await dialog.waitFor({ state: 'detached' })
      expect(await devices.count()).toBe(count)
      expect(await profileLines(app)).toEqual(lines)
    },
  },
  {
    title: 'with every device gone, a fresh profile with the phrase has memory and sessions',
    async run({ world, laptop }) {
      const lines = await profileLines(laptop.app)
      await isSynced(laptop)
      await laptop.app.kill()
      const fresh = await world.addDevice({ name: 'New laptop', on: 'browser' })
      const { app, path } = fresh
      const words = syncText(app)
      await goTo(app, '#/pair')
      await button(app, words.recoverInstead).click()
      await app.page.getByRole('textbox', { name: words.serverAddress }).fill(path.url)
      await app.page.getByRole('textbox', { name: words.deviceName }).fill(fresh.name)
      await button(app, words.next).click()
      await app.page.getByRole('textbox', { name: words.phrase }).fill(world.phrase.toUpperCase())
      await button(app, words.recover).click()
      await app.page.getByText(words.recovered).waitFor(patiently)
      await world.picture('recovered')
      await isSynced(fresh)
      await expect.poll(() => profileLines(app), patient).toEqual(lines)
      expect(lines.join('\n')).toContain(aboutLine.split(' ').at(-1))
      await goToSession(fresh, firstQuestion)
      await lastMessage(app).waitFor()
      // Whoever holds a lost device is shut out.
      await openSync(app)
      await button(app, words.removeDevice('Kitchen laptop')).click()
      await app.page.getByRole('dialog').or(app.page.getByRole('alertdialog')).getByRole('button', { name: app.text.common.remove, exact: true }).click()
      await app.page.getByText(words.removedDevices(2)).waitFor(patiently)
      await laptop.app.start()
    },
  },
]
