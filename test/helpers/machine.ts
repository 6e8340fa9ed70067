import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from './source-files'

/** A part of the machine that a layer of tests needs: where it is, or the command that brings it. */
export type MachinePart =
  | { readonly isThere: true; readonly path: string }
  | { readonly isThere: false; readonly missing: string; readonly bring: string }

const chromiumPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  `${process.env['PROGRAMFILES'] ?? 'C:\\Program Files'}\\Google\\Chrome\\Application\\chrome.exe`,
]

/** Chromium or Chrome: CHROMIUM_PATH, else the usual places. */
export function findChromium(): MachinePart {
  const chosen = process.env['CHROMIUM_PATH']
  const path = (chosen === undefined ? chromiumPaths : [chosen]).find(existsSync)
  if (path !== undefined) return { isThere: true, path }
  return { isThere: false, missing: 'Chromium or Chrome', bring: 'apt-get install -y chromium (or set CHROMIUM_PATH)' }
}

/** The folder with Electron's binary: ELECTRON_OVERRIDE_DIST_PATH, else the one that the npm package fetched. */
export function findElectronDist(): MachinePart {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(projectRoot, 'node_modules/electron/dist')
  const binary = join(folder, electronBinary())
  if (!existsSync(binary)) return { isThere: false, missing: "Electron's binary", bring: 'npx install-electron' }
  const libraries = missingLibraries(binary)
  if (libraries.length === 0) return { isThere: true, path: folder }
  return {
    isThere: false,
    missing: `libraries of Electron (${libraries.join(', ')})`,
    bring: 'apt-get install -y libgtk-3-0 libnss3 libasound2 libgbm1 libxss1 libxtst6 libnotify4 at-spi2-core',
  }
}

export function electronBinary(): string {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

/** Electron's own version of a folder with its binary, as `33.2.1`. */
export function electronVersionOf(dist: string): string {
  return readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, '')
}

/** A screen to open windows on; the path is that of `xvfb-run`, or empty where the machine has a display of its own. */
export function findDisplay(): MachinePart {
  if (process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']) return { isThere: true, path: '' }
  const path = findCommand('xvfb-run')
  if (path !== null) return { isThere: true, path }
  return { isThere: false, missing: 'a display', bring: 'apt-get install -y xvfb xauth' }
}

/** A message bus and a GNOME keyring, for the test that seals a key with a real one. */
export function findKeyring(): MachinePart {
  const [bus, keyring] = ['dbus-run-session', 'gnome-keyring-daemon'].map(findCommand)
  if (bus && keyring) return { isThere: true, path: keyring }
  return { isThere: false, missing: 'GNOME keyring', bring: 'apt-get install -y dbus gnome-keyring' }
}

/** The folder with PostgreSQL's programs: POSTGRES_BIN, else the newest of the places where packages put it. */
export function findPostgres(): MachinePart {
  const chosen = process.env['POSTGRES_BIN']
  const onPath = findCommand('initdb')
  const folders = chosen === undefined ? [...debianPostgresFolders(), ...(onPath === null ? [] : [dirname(onPath)])] : [chosen]
  const path = folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
  if (path !== undefined) return { isThere: true, path }
  return { isThere: false, missing: 'PostgreSQL', bring: 'apt-get install -y postgresql (or set POSTGRES_BIN to the folder with initdb)' }
}

export function findRedis(): MachinePart {
  const path = process.env['REDIS_SERVER'] ?? findCommand('redis-server')
  if (path !== null && existsSync(path)) return { isThere: true, path }
  return { isThere: false, missing: 'Redis', bring: 'apt-get install -y redis-server (or set REDIS_SERVER)' }
}

/** Debian keeps each major version's programs in a folder of its own, off the PATH. */
function debianPostgresFolders(): string[] {
  const parent = '/usr/lib/postgresql'
  if (!existsSync(parent)) return []
  const versions = readdirSync(parent).sort((left, right) => Number(right) - Number(left))
  return versions.map((version) => join(parent, version, 'bin'))
}

export function findCommand(name: string): string | null {
  const folders = (process.env['PATH'] ?? '').split(process.platform === 'win32' ? ';' : ':')
  return folders.map((folder) => join(folder, name)).find(existsSync) ?? null
}

function missingLibraries(binary: string): string[] {
  if (process.platform !== 'linux' || findCommand('ldd') === null) return []
  const environment = { ...process.env, LD_LIBRARY_PATH: dirname(binary) }
  const listed = execFileSync('ldd', [binary], { encoding: 'utf8', env: environment })
  return [...listed.matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name ?? '')
}
