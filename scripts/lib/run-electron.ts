import { spawn, type ChildProcess } from 'node:child_process'

export interface ElectronRun {
  /** Resolves when the app has ended: how, and after how long. */
  readonly ended: Promise<{ readonly code: number | null; readonly afterMs: number }>
  stop(): Promise<void>
}

const stopWaitMs = 4000

/** Starts the app; ends with it. */
export function runElectron(binary: string, args: readonly string[], env: NodeJS.ProcessEnv): ElectronRun {
  const startedAt = Date.now()
  const child = spawn(binary, args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = new Promise<{ code: number | null; afterMs: number }>((resolve) => {
    child.on('error', () => resolve({ code: 1, afterMs: 0 }))
    child.on('exit', (code) => resolve({ code, afterMs: Date.now() - startedAt }))
  })
  return { ended, stop: () => stopProcess(child, ended) }
}

/** Asks first: the page writes what is pending before it goes. */
async function stopProcess(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopWaitMs)
  await ended
  clearTimeout(timer)
}

/** Chromium's sandbox needs a user other than root. */
export const needsNoSandbox = (): boolean => process.platform === 'linux' && process.getuid?.() === 0

export const hasDisplay = (env: NodeJS.ProcessEnv = process.env): boolean =>
  process.platform !== 'linux' || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY'])
