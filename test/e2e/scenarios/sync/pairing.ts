import { expect } from 'vitest'
import { planted } from './planted'
import type { SyncScenario } from '../../sync-scenario'
import { addModel, goToSession, isOffline, isSynced, openSync, pair, patient, patiently, profileLines, say, syncText, turnOn } from '../../sync-steps'
import { lastMessage, setUpModel } from '../../steps'

export const aboutLine = 'I live in Lisbon'
export const firstQuestion = 'Plan a walk through Alfama'

/** The first one of every two devices. */
export const pairingScenario: SyncScenario = {
    title: 'sync is turned on, a phone is added by its code, and has memory and sessions, searchable',
    async run({ world, laptop, phone }) {
      await setUpModel(laptop.app, { key: planted.key, aboutYou: aboutLine })
      laptop.app.emulator.script({ text: 'Begin at the Miradouro, before the heat.' })
      await say(laptop, firstQuestion)
      await turnOn(world, laptop)
      const { there, here } = await pair(laptop, phone)
      expect(here).toEqual(there)
      expect(here).toHaveLength(3)

      await isSynced(phone)
      await expect.poll(() => profileLines(phone.app), patient).toEqual(expect.arrayContaining([expect.stringContaining(aboutLine)]))
      await goToSession(phone, firstQuestion)
      await lastMessage(phone.app).getByText(/before the heat/).waitFor()
      await phone.app.page.keyboard.press('Control+Shift+F')
      await phone.app.page.getByRole('combobox').or(phone.app.page.getByPlaceholder(phone.app.text.sessions.searchPlaceholder)).first().fill('miradouro')
      await phone.app.page.getByRole('option', { name: /Miradouro/ }).first().waitFor()
      await phone.app.page.keyboard.press('Escape')
      await isSynced(laptop)
      await world.picture('paired')
    },
}

/** The server of these scenarios serves the build that the laptop's program was made of. */
export const servedWebAppScenario: SyncScenario = {
  title: 'SYN-12 the desktop app says that the server serves the same web app as its own',
  surfaces: ['electron', 'packed'],
  async run({ laptop }) {
    await openSync(laptop.app)
    const [before = ''] = syncText(laptop.app).webAppSame('0').split('0')
    await laptop.app.page.getByText(new RegExp(`^${escape(before)}[0-9a-f]{8}`)).waitFor(patiently)
  },
}

const escape = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export const pairingScenarios: readonly SyncScenario[] = [
  pairingScenario,
  {
    title: 'both devices list both, the phone as a phone',
    async run({ laptop, phone }) {
      for (const device of [laptop, phone]) {
        const words = syncText(device.app)
        await openSync(device.app)
        const list = device.app.page.getByRole('list', { name: words.devices })
        await expect.poll(() => list.getByRole('listitem').count(), patient).toBe(2)
        const other = list.getByRole('listitem').filter({ hasText: device === laptop ? phone.name : laptop.name })
        await other.getByText(words.online).waitFor(patiently)
        await list.getByRole('listitem').filter({ hasText: phone.name }).getByRole('img', { name: words.deviceKinds.phone }).waitFor()
        await list.getByRole('listitem').filter({ hasText: device.name }).getByText(words.thisDevice).waitFor()
      }
    },
  },
  {
    title: 'without a network and after a load of the page the phone shows all of it, and says that it is offline',
    async run({ phone }) {
      const { app, path } = phone
      await expect.poll(() => app.page.evaluate(() => navigator.serviceWorker.controller !== null), patient).toBe(true)
      path.become('cut')
      await app.page.context().setOffline(true)
      await app.page.reload()
      await goToSession(phone, firstQuestion)
      await lastMessage(app).getByText(/before the heat/).waitFor()
      expect(await profileLines(app)).toEqual(expect.arrayContaining([expect.stringContaining(aboutLine)]))
      await isOffline(phone)
      path.become('through')
      await app.page.context().setOffline(false)
      await isSynced(phone)
      await addModel(app)
    },
  },
]
