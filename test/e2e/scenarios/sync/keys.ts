import { expect } from 'vitest'
import { planted } from './planted'
import type { SyncScenario } from '../../sync-scenario'
import { chooseModel, isSynced, openSync, patient, patiently, say, syncText } from '../../sync-steps'
import { goTo } from '../../steps'

const question = 'Which key is this?'

export const keyScenarios: readonly SyncScenario[] = [
  {
    title: 'a key that is sent to the phone, which is open, answers there at once; both say so in the log',
    // On the desktop the system asks the person in a dialog of its own.
    surfaces: ['web'],
    async run({ world, laptop, phone }) {
      const { page } = laptop.app
      const words = syncText(laptop.app)
      await isSynced(phone)
      await openSync(laptop.app)
      await page.getByRole('button', { name: words.sendKeysTo(phone.name), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('checkbox').check()
      await dialog.getByRole('button', { name: words.sendKeysConfirm(1), exact: true }).click()
      await page.getByText(words.keysSent(phone.name)).first().waitFor(patiently)
      await world.picture('keys-sent')

      await goTo(phone.app, '#/settings/models')
      const select = phone.app.page.getByRole('combobox', { name: phone.app.text.settings.defaultModel })
      const before = await select.inputValue()
      await chooseModel(phone, planted.model)
      laptop.app.emulator.script({ text: 'The one from the laptop.' })
      await goTo(phone.app, '#/')
      await say(phone, question)
      const asked = (): (string | undefined)[] => laptop.app.emulator.requests().filter(({ body }) => body.toString().includes(question)).map(({ headers }) => headers.authorization)
      await expect.poll(asked, patient).toContain(`Bearer ${planted.key}`)

      await goTo(phone.app, '#/settings/models')
      await select.selectOption(before)
      const said = { laptop: words.log['credentials-sent']({ count: 1, device: phone.name }), phone: syncText(phone.app).log['credentials-received']({ count: 1, device: laptop.name }) }
      for (const [device, line] of [[laptop, said.laptop], [phone, said.phone]] as const) {
        await openSync(device.app)
        await device.app.page.getByRole('list', { name: words.logList }).getByText(line).first().waitFor(patiently)
      }
    },
  },
]
