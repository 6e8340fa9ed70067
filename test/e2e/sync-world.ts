import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChromium } from '../helpers/chromium'
import { NetworkPath } from '../helpers/network-path'
import { becomePhone } from '../helpers/phone'
import type { RunningApp, Target } from '../helpers/running-app'
import { buildServer, startServerProcess, type BuiltServer, type ServerProcess } from '../helpers/sync-server-process'
import { rendererOut } from '../helpers/web-app'
import { openApp, type AppHandle } from './app-handle'

/** A device of the person: the app on it, and its own way to the server. */
export interface SyncDevice {
  readonly app: AppHandle
  readonly path: NetworkPath
  /** What the person calls it. */
  readonly name: string
  readonly isPhone: boolean
}

export interface DeviceChoice {
  readonly name: string
  /** The web app in a window of 1280 × 800, the same on a phone's screen, or another program. */
  readonly on: 'browser' | 'phone' | Target
  /** Models of its service, besides the usual ones. */
  readonly models?: readonly string[]
}

/** A person's devices and the server between them, each of which may be cut off, killed and started again. */
export class SyncWorld {
  private readonly devices: SyncDevice[] = []
  private readonly paths: NetworkPath[] = []
  private readonly folders: string[] = []
  private running: ServerProcess | null = null
  /** What servers that are gone have said. */
  private said = ''
  /** 24 words, once sync was turned on. */
  phrase = ''

  private constructor(
    private readonly built: BuiltServer,
    /** The data of the server that runs. */
    public data: string,
  ) {}

  static async open(): Promise<SyncWorld> {
    const world = new SyncWorld(await buildServer(), '')
    await world.emptyServer()
    await world.startServer()
    return world
  }

  get server(): ServerProcess {
    if (this.running === null) throw new Error('the server is not running')
    return this.running
  }

  /** Everything that servers have written so far. */
  get serverLog(): string {
    return this.said + (this.running?.output() ?? '')
  }

  /** The token of the setup link that a new server has printed. */
  get setupToken(): string {
    const token = /setup=(\S+)/.exec(this.server.output())?.[1]
    if (token === undefined) throw new Error(`no setup link: ${this.server.output()}`)
    return token
  }

  async startServer(): Promise<void> {
    this.running = await startServerProcess(this.built, this.data, ['--web-app', rendererOut])
    for (const path of this.paths) path.upstream = Number(new URL(this.running.url).port)
  }

  async killServer(): Promise<void> {
    const ending = this.running
    this.running = null
    for (const path of this.paths) path.upstream = null
    await ending?.kill('SIGKILL')
    this.said += ending?.output() ?? ''
  }

  /** From the next start on the server has nothing. */
  async emptyServer(): Promise<void> {
    this.data = await mkdtemp(join(tmpdir(), 'commonplace-sync-data-'))
    this.folders.push(this.data)
  }

  async addDevice({ name, on, models = [] }: DeviceChoice): Promise<SyncDevice> {
    const path = await NetworkPath.open(this.running === null ? null : Number(new URL(this.running.url).port))
    this.paths.push(path)
    const target: Target = typeof on === 'string' ? { surface: 'web', launch: (profile) => startBrowser(profile, path.url, on), dispose: async () => undefined } : on
    const device: SyncDevice = { app: await openApp(target, { emulator: { models } }), path, name, isPhone: on === 'phone' }
    this.devices.push(device)
    return device
  }

  /** For what no device may show at the end. */
  problems(): readonly string[] {
    return this.devices.flatMap(({ app, name }) => app.problems.map((problem) => `${name}: ${problem}`))
  }

  /** What each device shows, into COMMONPLACE_TEST_PICTURES where it is set: for a failure, or to be looked at. */
  async picture(name = 'failed'): Promise<void> {
    const folder = process.env['COMMONPLACE_TEST_PICTURES']
    if (folder === undefined) return
    for (const { app, name: device } of this.devices) {
      if (app.isRunning) await app.page.screenshot({ path: join(folder, `${name}-${device}.png`) }).catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    for (const { app } of this.devices) await app.close()
    for (const path of this.paths) await path.close()
    await this.killServer()
    await this.built.remove()
    await Promise.all(this.folders.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 })))
  }
}

/** A phone keeps being one over loads of the page, and is made one again at each start. */
async function startBrowser(profile: string, url: string, on: 'browser' | 'phone'): Promise<RunningApp> {
  if (on === 'browser') return startChromium(profile, `${url}/`)
  const running = await startChromium(profile, 'about:blank')
  await turnIntoPhone(running, url).catch(async (error: unknown) => {
    await running.kill()
    throw error
  })
  return running
}

async function turnIntoPhone(running: RunningApp, url: string): Promise<void> {
  const phone = await becomePhone(running.page)
  // The width of a page follows the screen's only once a page has said so.
  await running.page.goto(`${url}/`)
  await phone.resize(390, 844)
}
