import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startOverCdp } from './cdp-process'
import { appEnvironment, electronDist, quietElectron } from './electron-app'
import type { RunningApp } from './running-app'
import { projectRoot } from './source-files'

export interface PackedApp {
  readonly folder: string
  start(profileFolder: string): Promise<RunningApp>
  remove(): Promise<void>
}

/** Packs the build as it is shipped, into a folder of its own. It has no inspector: it is driven over CDP. */
export async function packApp(): Promise<PackedApp> {
  const output = await mkdtemp(join(tmpdir(), 'commonplace-packed-'))
  const builder = createRequire(import.meta.url).resolve('electron-builder/cli.js')
  const dist = electronDist()
  const options = [`-c.electronDist=${dist.folder}`, `-c.electronVersion=${dist.version}`, `-c.directories.output=${output}`]
  await promisify(execFile)(process.execPath, [builder, '--dir', '--publish', 'never', ...options], { cwd: projectRoot })
  const folder = await unpackedFolder(output)
  const binary = await executableIn(folder)
  return {
    folder,
    start: (profileFolder) =>
      startOverCdp({ binary, args: quietElectron, environment: appEnvironment(profileFolder) }),
    remove: () => rm(output, { recursive: true, force: true }),
  }
}

async function unpackedFolder(output: string): Promise<string> {
  const found = (await readdir(output)).find((name) => name.endsWith('-unpacked') || name.startsWith('mac'))
  if (found === undefined) throw new Error(`electron-builder left no app in ${output}`)
  return join(output, found)
}

async function executableIn(folder: string): Promise<string> {
  const names = await readdir(folder)
  const found = names.find((name) => /^commonplace(\.exe)?$/i.test(name))
  if (found !== undefined) return join(folder, found)
  return join(folder, 'Commonplace.app/Contents/MacOS/Commonplace')
}
