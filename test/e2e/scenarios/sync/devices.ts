import { expect } from 'vitest'
import type { SyncScenario } from '../../sync-scenario'
import { isSynced, openProfile, openSync, patient, patiently, profileLine, profileLines, saysStatus, syncText, writeLine } from '../../sync-steps'

const kept = 'Known before the parting'
const later = 'Only for those who stay'

export const deviceScenarios: readonly SyncScenario[] = [
  {
    title: 'a new name of a device is seen on the other',
    async run({ laptop, phone }) {
      const { page, text } = laptop.app
      const words = syncText(laptop.app)
      await openSync(laptop.app)
      await page.getByRole('button', { name: words.rename, exact: true }).click()
      await page.getByRole('textbox', { name: words.renameLabel }).fill('Kitchen laptop')
      await page.getByRole('button', { name: text.common.save, exact: true }).click()
      await openSync(phone.app)
      await phone.app.page.getByRole('list', { name: words.devices }).getByText('Kitchen laptop').waitFor(patiently)
    },
  },
  {
    title: 'SYN-7 a phone that is removed says so within seconds, keeps what it has, and gets nothing of what follows',
    async run({ world, laptop, phone }) {
      const { page, text } = laptop.app
      const words = syncText(laptop.app)
      await writeLine(laptop, kept)
      await openProfile(phone.app)
      await profileLine(phone.app, kept).waitFor(patiently)
      await openSync(laptop.app)
      await page.getByRole('button', { name: words.removeDevice(phone.name) }).click()
      await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: text.common.remove, exact: true }).click()
      await saysStatus(phone, words.stateRefused)
      await page.getByText(words.removedDevices(1)).waitFor(patiently)
      await page.getByRole('main').getByText(words.epochNumber(2)).waitFor(patiently)
      await openSync(phone.app)
      await phone.app.page.getByRole('main').getByText(words.refusals.removed.message).first().waitFor()
      await world.picture('removed')

      await writeLine(laptop, later)
      await isSynced(laptop)
      await phone.app.page.reload()
      await saysStatus(phone, words.stateRefused)
      const lines = (await profileLines(phone.app)).join('\n')
      expect([lines.includes(kept), lines.includes(later)]).toEqual([true, false])
      await openSync(phone.app)
      await phone.app.page.getByRole('button', { name: words.refusals.removed.action, exact: true }).click()
      await phone.app.page.getByRole('button', { name: words.joinOthers }).waitFor()
      await expect.poll(async () => (await profileLines(phone.app)).join('\n'), patient).toContain(kept)
    },
  },
]
