import { spawn } from 'node:child_process'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const names: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}

const downloadTimeoutMs = 180_000

/** Path of Electron's program, downloaded where it is missing; null where it cannot be had. */
export async function findElectron(projectRoot: string, say: (line: string) => void): Promise<string | null> {
  const name = names[process.platform] ?? 'electron'
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  if (override) return ifThere(join(override, name))
  const folder = join(projectRoot, 'node_modules', 'electron')
  const installed = await installedAt(folder)
  if (installed !== null) return installed
  say('Downloading Electron (once) …')
  return (await download(folder)) ? installedAt(folder) : null
}

async function installedAt(folder: string): Promise<string | null> {
  const name = await readFile(join(folder, 'path.txt'), 'utf8').catch(() => null)
  return name === null ? null : ifThere(join(folder, 'dist', name.trim()))
}

const ifThere = (path: string): Promise<string | null> =>
  access(path).then(
    () => path,
    () => null,
  )

function download(folder: string): Promise<boolean> {
  const child = spawn(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore', timeout: downloadTimeoutMs })
  return new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}
