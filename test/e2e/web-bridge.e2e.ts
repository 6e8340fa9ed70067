import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testBridgeContract } from '../contract/bridge-suite'
import { serveModule } from '../helpers/browser-page'
import { bridgeSubject } from '../helpers/bridge-subject'
import { startChromium } from '../helpers/chromium'

testBridgeContract('a browser', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'commonplace-web-bridge-'))
  const served = await serveModule('helpers/bridge-page.ts')
  const start = async () => {
    const started = await startChromium(profile, served.url)
    await started.page.waitForFunction(() => window.bridgePage !== undefined)
    return started
  }
  let running = await start()
  return bridgeSubject('browser', () => running.page, {
    async restart() {
      await running.close()
      running = await start()
    },
    async close() {
      await running.close()
      await served.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  })
})
