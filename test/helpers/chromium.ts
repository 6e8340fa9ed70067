import { findChromium } from './machine'
import { startOverCdp } from './cdp-process'
import type { RunningApp } from './running-app'

/** Quiet, reproducible and offline: nothing of the browser's own reaches out. */
export const quietChromium = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-features=Translate,MediaRouter,OptimizationHints',
  '--hide-crash-restore-bubble',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-breakpad',
  '--lang=en-US',
  '--window-size=1280,800',
  '--force-color-profile=srgb',
]

/** Starts Chromium on a profile folder and opens an address in it. */
export function startChromium(profileFolder: string, url: string, extraArgs: readonly string[] = [], initScript = ''): Promise<RunningApp> {
  const found = findChromium()
  if (!found.isThere) throw new Error(`${found.missing} is missing: ${found.bring}`)
  return startOverCdp({
    binary: found.path,
    args: [...quietChromium, ...extraArgs, `--user-data-dir=${profileFolder}`, 'about:blank'],
    environment: { LANG: 'en_US.UTF-8', LANGUAGE: 'en_US' },
    open: url,
    initScript,
  })
}
