import { join } from 'node:path'
import { _electron } from 'playwright-core'
import { attachTimeoutMs, startWithRetry } from './attach'
import { ended, signalGroup } from './cdp-process'
import { electronBinary, electronVersionOf, findElectronDist } from './machine'
import type { RunningApp } from './running-app'
import { builtApp } from './source-files'

/** For a machine without a GPU or a keychain, and as root in a container. */
export const quietElectron = ['--no-sandbox', '--disable-gpu', '--password-store=basic', '--lang=en-US', '--force-color-profile=srgb']

export interface ElectronDist {
  readonly folder: string
  readonly version: string
}

export function electronDist(): ElectronDist {
  const found = findElectronDist()
  if (!found.isThere) throw new Error(`${found.missing} is missing: ${found.bring}`)
  return { folder: found.path, version: electronVersionOf(found.path) }
}

export function appEnvironment(profileFolder: string): Record<string, string> {
  return { COMMONPLACE_USER_DATA: profileFolder, LANG: 'en_US.UTF-8', LANGUAGE: 'en_US' }
}

/** Starts the built, unpacked app in Electron. */
export async function startElectron(profileFolder: string): Promise<RunningApp> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const app = await startWithRetry(() =>
    _electron.launch({
      executablePath: join(electronDist().folder, electronBinary()),
      args: [...quietElectron, builtApp],
      env: { ...Object.fromEntries(inherited), ...appEnvironment(profileFolder) },
      timeout: attachTimeoutMs,
    }),
  )
  const child = app.process()
  return {
    page: await app.firstWindow(),
    context: app.context(),
    async close() {
      await Promise.race([app.close(), ended(child)])
      await ended(child)
    },
    async kill() {
      signalGroup(child, 'SIGKILL')
      await ended(child)
      await app.close().catch(() => undefined)
    },
  }
}
