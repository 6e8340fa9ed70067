import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { attachTimeoutMs, startWithRetry } from './attach'
import type { RunningApp } from './running-app'

const startTimeoutMs = 30_000
const closeTimeoutMs = 8_000

export interface CdpProgram {
  readonly binary: string
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** What its first page has to show before it counts as started; nothing is opened where this is left out. */
  readonly open?: string
  /** Runs in every page before the page's own scripts. */
  readonly initScript?: string
}

/** Starts a Chromium-like program in a process group of its own and attaches to its first page over CDP. */
export function startOverCdp(program: CdpProgram): Promise<RunningApp> {
  return startWithRetry(() => startOnce(program))
}

async function startOnce(program: CdpProgram): Promise<RunningApp> {
  const child = spawn(program.binary, ['--remote-debugging-port=0', ...program.args], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...program.environment },
  })
  const address = await debuggingAddress(child)
  await firstPageOf(address)
  const browser = await chromium.connectOverCDP(address, { timeout: attachTimeoutMs }).catch((error: unknown) => {
    signalGroup(child, 'SIGKILL')
    throw error
  })
  const context = browser.contexts()[0] ?? (await browser.newContext())
  const page = context.pages()[0] ?? (await context.waitForEvent('page'))
  // tsx names functions with a helper that pages do not have; functions that are run in a page carry calls to it.
  await context.addInitScript('globalThis.__name ??= (value) => value')
  if (program.initScript !== undefined) await context.addInitScript(program.initScript)
  if (program.open !== undefined) await page.goto(program.open)
  return {
    page,
    context,
    async close() {
      // Closing the page first lets it write what is pending, as closing the window does.
      await page.close({ runBeforeUnload: true }).catch(() => undefined)
      signalGroup(child, 'SIGTERM')
      await ended(child)
      await browser.close().catch(() => undefined)
    },
    async kill() {
      signalGroup(child, 'SIGKILL')
      await ended(child)
      await browser.close().catch(() => undefined)
    },
  }
}

function debuggingAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`no debugging address within ${startTimeoutMs} ms:\n${output}`)), startTimeoutMs)
    child.stderr?.on('data', (bytes: Buffer) => {
      output = (output + bytes.toString('utf8')).slice(-20_000)
      const address = /DevTools listening on (ws:\S+)/.exec(output)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`ended with ${code} before it could be driven:\n${output}`))
    })
  })
}

/** Attaching while the first window is still being made can hang: waits until it is listed. */
async function firstPageOf(address: string): Promise<void> {
  const list = `http://${new URL(address).host}/json/list`
  const until = Date.now() + startTimeoutMs
  while (Date.now() < until) {
    const targets = (await (await fetch(list)).json()) as { readonly type: string; readonly url: string }[]
    if (targets.some(({ type, url }) => type === 'page' && url !== '')) return
    await wait(50)
  }
  throw new Error(`no page within ${startTimeoutMs} ms`)
}

/** Signals the program and every process that it started. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || hasEnded(child)) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    child.kill(signal)
  }
}

/** Waits until the process is gone, and helps where it does not go by itself. */
export async function ended(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), closeTimeoutMs)
  await once(child, 'exit')
  clearTimeout(timer)
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
