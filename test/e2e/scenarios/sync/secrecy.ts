import { expect } from 'vitest'
import { namesIn, namesInFolder, namesInMemory, needleOf } from '../../../helpers/plain-scan'
import type { SyncScenario } from '../../sync-scenario'
import { chooseModel, goToSession, isSynced, openProfile, patient, patiently, profileLine, renameSession, startSession } from '../../sync-steps'
import { mark, planted } from './planted'

export const secrecyScenarios: readonly SyncScenario[] = [
  {
    title: 'SYN-3 what was planted in memory, a title, the name of a model and a key lies nowhere at the server nor on the way to it',
    async run({ world, laptop, phone }) {
      await chooseModel(laptop, planted.model)
      await startSession(laptop, 'Where is the ledger?')
      await renameSession(laptop, 'Where is the ledger?', planted.title)
      await openProfile(laptop.app)
      await laptop.app.page.locator('.cm-content').click()
      await laptop.app.page.keyboard.press('Control+End')
      await laptop.app.page.keyboard.press('Enter')
      await laptop.app.page.keyboard.insertText(planted.sentence)
      await isSynced(laptop)
      await openProfile(phone.app)
      await profileLine(phone.app, planted.sentence).waitFor(patiently)
      await goToSession(phone, planted.title)

      // The scan finds each where it may be: in what the model is told, in what the device keeps, in this very process.
      const told = laptop.app.emulator.requests().map(({ body, headers }) => Buffer.concat([body, Buffer.from(String(headers.authorization))]))
      expect(namesIn(Buffer.concat(told), [needleOf('key', planted.key), needleOf('model', planted.model)])).toEqual(['key', 'model'])
      const kept = [needleOf('sentence', planted.sentence), needleOf('title', planted.title)]
      await expect.poll(() => namesInFolder(laptop.app.profileFolder, kept), patient).toEqual(['sentence', 'title'])
      const needles = [needleOf('mark', mark)]
      const ownMemory = await namesInMemory(process.pid, needles)

      expect(await namesInFolder(world.data, needles)).toEqual([])
      expect(namesIn(Buffer.from(world.serverLog), needles)).toEqual([])
      for (const { path } of [laptop, phone]) {
        const traffic = path.traffic()
        expect(namesIn(traffic, needles)).toEqual([])
        // What was packed would have hidden it.
        expect(traffic.toString('latin1')).not.toMatch(/101 Switching Protocols[^\0]{0,400}permessage-deflate/i)
        expect(traffic.length).toBeGreaterThan(10_000)
      }
      // Where the system lets nobody read another process, the disk, the log and the traffic have been looked at.
      const serverMemory = await namesInMemory(world.server.pid, needles)
      expect([ownMemory, serverMemory]).toEqual(serverMemory === null ? [ownMemory, null] : [['mark'], []])
    },
  },
]
