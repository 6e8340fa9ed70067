import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { build } from 'vite'
import { attachTimeoutMs, startWithRetry } from './attach'
import { appEnvironment, electronDist, quietElectron } from './electron-app'
import { ended } from './cdp-process'
import { electronBinary } from './machine'
import { builtApp, projectRoot } from './source-files'

export interface StartedBridgeApp {
  readonly app: ElectronApplication
  readonly page: Page
  /** Quits, and waits until the profile is free for the next start. */
  close(): Promise<void>
}

/** The built main and preload with a page that shows nothing but the bridge. */
export interface BridgeApp {
  readonly folder: string
  start(profileFolder: string, args?: readonly string[], env?: Readonly<Record<string, string>>): Promise<StartedBridgeApp>
  remove(): Promise<void>
}

export async function makeBridgeApp(): Promise<BridgeApp> {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-bridge-'))
  const out = join(folder, 'out')
  await cp(join(builtApp, 'out', 'main'), join(out, 'main'), { recursive: true })
  await cp(join(builtApp, 'out', 'preload'), join(out, 'preload'), { recursive: true })
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': join(projectRoot, 'shared'), '@renderer': join(projectRoot, 'renderer') } },
    build: {
      outDir: join(out, 'renderer'),
      lib: { entry: join(projectRoot, 'test/helpers/bridge-page.ts'), formats: ['es'], fileName: () => 'page.js' },
    },
  })
  const head = '<!doctype html><meta charset="utf-8"><meta name="csp-nonce" content=""><meta name="commonplace-demo" content=""><title>Bridge</title>'
  await writeFile(join(out, 'renderer', 'index.html'), `${head}<script type="module" src="./page.js"></script>`)
  const manifest = { name: 'commonplace', productName: 'Commonplace', version: '0.0.0', main: './out/main/main.cjs' }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))

  return {
    folder,
    async start(profileFolder, args = quietElectron, env = {}) {
      const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
      const app = await startWithRetry(() =>
        _electron.launch({
          executablePath: join(electronDist().folder, electronBinary()),
          args: [...args, folder],
          env: { ...Object.fromEntries(inherited), ...appEnvironment(profileFolder), ...env },
          timeout: attachTimeoutMs,
        }),
      )
      const page = await app.firstWindow()
      await page.waitForFunction(() => window.bridgePage !== undefined)
      return {
        app,
        page,
        async close() {
          const child = app.process()
          await Promise.race([app.close(), ended(child)])
          await ended(child)
        },
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
