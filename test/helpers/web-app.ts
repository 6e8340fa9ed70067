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

/** A browser that installs no apps. */
const installsNothing = 'delete Navigator.prototype.serviceWorker'

/**
 * The web app in Chromium. One address for all starts, since a browser keeps its data by address. To install itself the
 * page fetches all its files: in every fresh profile that takes longer than most of what is tested there.
 */
export async function openWebTarget({ installs = true }: { readonly installs?: boolean } = {}): Promise<Target> {
  const web = await startWebApp()
  const launch: Target['launch'] = (profileFolder) => startChromium(profileFolder, `${web.url}/`, [], installs ? '' : installsNothing)
  return { surface: 'web', launch, dispose: () => web.close() }
}
