import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { expect } from 'vitest'
import { findLeaks } from '../../helpers/leak-scan'
import type { Scenario } from '../scenario'
import { answered, ask, check, composer, fillProvider, send, welcomeText } from '../steps'

const prefix = 'sk-proj-'

export const secretScenarios: readonly Scenario[] = [
  {
    title: 'SEC-1 a planted key lies in no file of the profile after a whole run, failures included',
    async run(app) {
      const { page, emulator, profileFolder } = app
      const key = `${prefix}${randomBytes(24).toString('base64url')}`
      await fillProvider(app, { key })
      await check(app)
      await page.getByRole('button', { name: welcomeText(app).start, exact: true }).waitFor()
      await page.getByRole('button', { name: welcomeText(app).start, exact: true }).click()
      await composer(app).waitFor()
      await ask(app, 'A question with a key')
      expect(emulator.requests().at(-1)?.headers.authorization).toBe(`Bearer ${key}`)

      // Services repeat a key that they reject in their answer.
      emulator.fault({ kind: 'status', status: 401, body: JSON.stringify({ error: { message: `Incorrect API key provided: ${key}` } }) })
      await send(app, 'A question that is refused')
      await answered(app)
      const shown = await page.evaluate(() => document.documentElement.outerHTML)
      expect(shown).not.toContain(key.slice(prefix.length))

      await app.kill()
      expect(findLeaks(profileFolder, key, prefix)).toEqual([])
      await app.start()
      await app.restart()
      await app.kill()
      expect(findLeaks(profileFolder, key, prefix)).toEqual([])
      // A dump of the program's memory would hold the key.
      expect(await crashDumpsIn(profileFolder)).toEqual([])
      await app.start()
    },
  },
]

async function crashDumpsIn(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.dmp'))
}
