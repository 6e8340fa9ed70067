import { join } from 'node:path'
import { serveWebApp, type WebApp } from '../../sync-server/src/web'
import { startChromium } from './chromium'
import type { Target } from './running-app'
import { builtApp } from './source-files'

/** The built page. */
export const rendererOut = join(builtApp, 'out/renderer')

/** Serves the built page as it is shipped, on this machine only. */
export function startWebApp(): Promise<WebApp> {
  return serveWebApp({ root: rendererOut })
}

/** The web app in Chromium. One address for all starts, since a browser keeps its data by address. */
export async function openWebTarget(): Promise<Target> {
  const web = await startWebApp()
  return { surface: 'web', launch: (profileFolder) => startChromium(profileFolder, `${web.url}/`), dispose: () => web.close() }
}
