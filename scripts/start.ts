import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { serveWebApp } from '../sync-server/src/web'
import { startEmulator } from '../test/emulator/server'
import { buildIfStale } from './lib/build'
import { findElectron } from './lib/electron-binary'
import { openInBrowser } from './lib/open-in-browser'
import { hasDisplay, needsNoSandbox, runElectron } from './lib/run-electron'

/**
 * npm start         the desktop app; the same app in the browser where Electron cannot be had
 * npm run web       the app in the browser, served on loopback
 * npm run demo      either, with a demo model behind it and a profile that is thrown away
 */
const { values } = parseArgs({
  options: {
    web: { type: 'boolean', default: false },
    demo: { type: 'boolean', default: false },
    /** The browser keeps data by address: another port is another, empty profile. */
    port: { type: 'string', default: '8790' },
    'no-open': { type: 'boolean', default: false },
  },
})

const projectRoot = fileURLToPath(new URL('..', import.meta.url))
const say = (line: string) => console.log(line)
/** Undone in reverse when the command ends, however it ends. */
const closers: (() => Promise<unknown>)[] = []
const ending = new AbortController()

async function main(): Promise<void> {
  await buildIfStale(projectRoot, say, ending.signal)
  const demoUrl = values.demo ? await startDemoModel() : null
  const electron = values.web ? null : await findDesktop()
  if (electron === null) return serveInBrowser(demoUrl)
  const { code, afterMs } = await runDesktop(electron, demoUrl)
  if (code !== 0 && afterMs < 5000 && !ending.signal.aborted) {
    say('Electron did not start here (its own message is above): opening the app in the browser instead.')
    return serveInBrowser(demoUrl)
  }
  await stop()
}

/** As fast as a good model of today, so that the demo shows how streaming looks. */
const demoTokensPerSecond = 80

async function startDemoModel(): Promise<string> {
  const emulator = await startEmulator({ tokensPerSecond: demoTokensPerSecond })
  closers.push(() => emulator.close())
  say(`Demo model, not a language model: ${emulator.url}`)
  return emulator.url
}

async function findDesktop(): Promise<string | null> {
  if (!hasDisplay()) {
    say('No display here: serving the app for a browser instead.')
    return null
  }
  const electron = await findElectron(projectRoot, say)
  if (electron === null) say('Electron could not be downloaded: opening the app in the browser instead. `npm start` tries again.')
  return electron
}

async function runDesktop(electron: string, demoUrl: string | null) {
  const args = [projectRoot]
  if (needsNoSandbox()) {
    say('Running as root, where Chromium has no sandbox: starting without it (--no-sandbox).')
    args.push('--no-sandbox')
  }
  const env = { ...process.env }
  if (demoUrl !== null) {
    const profile = await mkdtemp(join(tmpdir(), 'commonplace-demo-'))
    closers.push(() => rm(profile, { recursive: true, force: true }))
    env['COMMONPLACE_DEMO_URL'] = demoUrl
    env['COMMONPLACE_USER_DATA'] = profile
  }
  const run = runElectron(electron, args, env)
  closers.push(() => run.stop())
  return run.ended
}

async function serveInBrowser(demoUrl: string | null): Promise<void> {
  const root = join(projectRoot, 'out', 'renderer')
  // A demo's profile is thrown away: a port of its own is an address of its own.
  const port = demoUrl === null ? Number(values.port) : 0
  const app = await serveWebApp(demoUrl === null ? { root, port } : { root, port, demoUrl })
  closers.push(() => app.close())
  say(`Commonplace is at ${app.url}  (Ctrl+C ends it)`)
  if (hasDisplay() && !values['no-open']) openInBrowser(app.url)
}

/** Ends what was started, and this command with it, also where it is still at its beginning. */
async function stop(): Promise<void> {
  if (ending.signal.aborted) return
  ending.abort()
  for (const close of closers.reverse()) await close().catch(() => undefined)
  process.exit()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())

main().catch(async (error: unknown) => {
  if (ending.signal.aborted) return
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  console.error(isTaken ? `Port ${values.port} is in use: end what uses it, or choose another with --port.` : String(error))
  process.exitCode = 1
  await stop()
})
