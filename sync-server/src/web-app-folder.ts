import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ServerConfig } from './config'

/** Where the built web app lies: what the options say, else beside the packed program, else in the project. Null where it is not served. */
export function findWebApp({ webApp }: ServerConfig): string | null {
  if (webApp === 'none') return null
  const here = fileURLToPath(new URL('.', import.meta.url))
  const folders = webApp === undefined ? [join(here, 'web'), join(here, '..', '..', 'out', 'renderer')] : [resolve(webApp)]
  const found = folders.find((folder) => existsSync(join(folder, 'index.html')))
  if (found === undefined && webApp !== undefined) throw new Error(`${webApp} holds no built web app`)
  return found ?? null
}
