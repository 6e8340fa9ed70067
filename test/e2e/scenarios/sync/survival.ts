import { expect } from 'vitest'
import type { SyncScenario } from '../../sync-scenario'
import { goOffline, goToSession, isOffline, isSynced, openProfile, openSync, patiently, profileLine, say, saysStatus, syncNow, syncText, writeLine } from '../../sync-steps'
import { onDisk } from '../../memory-steps'
import { lastMessage } from '../../steps'
import { firstQuestion } from './pairing'

export const syncSurvivalScenarios: readonly SyncScenario[] = [
  {
    title: 'SYN-1 SIGKILL of the laptop with changes that wait: they arrive after its next start',
    async run({ laptop, phone }) {
      await goOffline(laptop)
      await goToSession(laptop, firstQuestion)
      laptop.app.emulator.script({ text: 'Bring water.' })
      await say(laptop, 'What should I carry?')
      await writeLine(laptop, 'Carries little')
      await onDisk(laptop.app, 'Carries little')
      await saysStatus(laptop, /^Offline \(\d+ waiting\)/)
      await laptop.app.kill()
      laptop.path.become('through')
      await laptop.app.start()
      await isSynced(laptop)
      await goToSession(phone, firstQuestion)
      await lastMessage(phone.app).getByText('Bring water.').waitFor(patiently)
      await openProfile(phone.app)
      await profileLine(phone.app, 'Carries little').waitFor(patiently)
    },
  },
  {
    title: 'SYN-2, SYN-8 SIGKILL of the server: both say so, go on, and are synced again by themselves when it is back',
    async run({ world, laptop, phone }) {
      await world.killServer()
      await isOffline(laptop)
      await isOffline(phone)
      await writeLine(phone, 'Reads at night')
      await world.startServer()
      await isSynced(phone)
      await isSynced(laptop)
      await openProfile(laptop.app)
      await profileLine(laptop.app, 'Reads at night').waitFor(patiently)
    },
  },
  {
    title: 'SYN-4, SYN-8 a server that has lost everything: the reason is said, nothing is lost here, and the old data bring all back',
    async run({ world, laptop, phone }) {
      await writeLine(laptop, 'Sleeps late')
      await openProfile(phone.app)
      await profileLine(phone.app, 'Sleeps late').waitFor(patiently)
      const before = world.data
      await world.killServer()
      await world.emptyServer()
      await world.startServer()
      for (const device of [laptop, phone]) {
        const words = syncText(device.app)
        await syncNow(device)
        await saysStatus(device, words.stateRefused)
        await openSync(device.app)
        await device.app.page.getByRole('main').getByText(words.refusals['token-rejected'].message).first().waitFor()
        await openProfile(device.app)
        await profileLine(device.app, 'Sleeps late').waitFor()
      }
      await writeLine(laptop, 'Written without a server')
      await goToSession(laptop, firstQuestion)
      await lastMessage(laptop.app).waitFor()
      await world.picture('refused')
      await world.killServer()
      world.data = before
      await world.startServer()
      for (const { app } of [laptop, phone]) await app.page.reload()
      for (const device of [laptop, phone]) await isSynced(device)
      await openProfile(phone.app)
      await profileLine(phone.app, 'Written without a server').waitFor(patiently)
      expect(world.problems()).toEqual([])
    },
  },
]

