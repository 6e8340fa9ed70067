import { expect } from 'vitest'
import type { SyncScenario } from '../../sync-scenario'
import { goOffline, goOnline, goToSession, patient, patiently, say, syncText } from '../../sync-steps'
import { answered, composer, lastMessage, messages, question, send, sentBodies } from '../../steps'
import { pastePicture } from '../sessions'
import { firstQuestion } from './pairing'

export const syncedSessionScenarios: readonly SyncScenario[] = [
  {
    title: 'a session of the laptop goes on on the phone, with all that was said before in its prompt, and back',
    async run({ laptop, phone }) {
      await goToSession(phone, firstQuestion)
      phone.app.emulator.script({ text: 'Then along the tram line 28.' })
      await say(phone, 'And after that?')
      const body = sentBodies(phone.app).at(-1)
      expect([body?.includes(firstQuestion), body?.includes('before the heat')]).toEqual([true, true])
      await goToSession(laptop, firstQuestion)
      await lastMessage(laptop.app).getByText(/tram line 28/).waitFor(patiently)
    },
  },
  {
    title: 'SYN-1 a session that both went on with offline has both continuations on both, says which is whose, and the next prompt holds both',
    async run({ laptop, phone }) {
      await goToSession(laptop, firstQuestion)
      await goToSession(phone, firstQuestion)
      await goOffline(laptop, phone)
      laptop.app.emulator.script({ text: 'The castle opens at nine.' })
      await say(laptop, 'When does the castle open?')
      phone.app.emulator.script({ text: 'A pastry shop near the river.' })
      await say(phone, 'Where do we have breakfast?')
      await goOnline(laptop, phone)
      for (const device of [laptop, phone]) {
        const { app } = device
        await goToSession(device, firstQuestion)
        for (const words of ['When does the castle open?', 'opens at nine', 'Where do we have breakfast?', 'near the river']) {
          await question(app, words).first().waitFor(patiently)
        }
      }
      for (const [here, other] of [[laptop, phone], [phone, laptop]] as const) {
        const words = syncText(here.app)
        await here.app.page.getByText(words.joinedHere).or(here.app.page.getByText(words.joinedOn(other.name))).first().waitFor()
      }
      await say(laptop, 'What is the plan now?')
      const body = sentBodies(laptop.app).at(-1) ?? ''
      const held = ['When does the castle open?', 'opens at nine', 'Where do we have breakfast?', 'near the river'].filter((words) => body.includes(words))
      expect(held).toHaveLength(4)
      await question(phone.app, 'What is the plan now?').first().waitFor(patiently)
      const shown = await messages(laptop.app).allInnerTexts()
      expect(shown.filter((text) => text.includes('opens at nine'))).toHaveLength(1)
    },
  },
  {
    title: 'an answer that the laptop is writing is seen on the phone while it comes, with the device that writes it, and as a message once it is whole',
    async run({ laptop, phone }) {
      await goToSession(phone, firstQuestion)
      await goToSession(laptop, firstQuestion)
      laptop.app.emulator.script({ text: `Walk down slowly. ${'Step by step. '.repeat(40)}There is the river.` })
      laptop.app.emulator.fault({ kind: 'slow-frames', ms: 60 })
      await send(laptop.app, 'And how do we get down?')
      const writing = phone.app.page.getByRole('status').filter({ hasText: syncText(phone.app).writingOn('') })
      await writing.waitFor(patiently)
      expect(await writing.innerText()).toContain(laptop.name)
      await answered(laptop.app)
      await writing.waitFor({ state: 'detached', ...patiently })
      await lastMessage(phone.app).getByText(/There is the river/).waitFor(patiently)
    },
  },
  {
    title: 'a picture that was pasted on the laptop is seen on the phone',
    async run({ laptop, phone }) {
      await goToSession(laptop, firstQuestion)
      await composer(laptop.app).click()
      await pastePicture(laptop.app)
      await laptop.app.page.getByRole('button', { name: /^Remove .*\.(png|PNG)/ }).waitFor()
      await say(laptop, 'What is in this picture?')
      await goToSession(phone, firstQuestion)
      const picture = question(phone.app, 'What is in this picture?').first().locator('img')
      await picture.waitFor(patiently)
      await expect.poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)), patient).toBe(8)
    },
  },
]
