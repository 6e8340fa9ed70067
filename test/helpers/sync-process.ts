import { spawn } from 'node:child_process'
import { projectRoot } from './source-files'

export interface SyncProcess {
  readonly url: string
  /** What it said so far, to both streams. */
  output(): string
  /** SIGKILL: gone from one moment to the next. */
  kill(): Promise<void>
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>
}

const startMs = 60_000

/** The sync server from the sources in a process of its own, on a free port, without the web app unless flags name one. */
export async function startSyncProcess(flags: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<SyncProcess> {
  const args = ['--import', 'tsx', 'sync-server/src/cli.ts', '--port', '0', ...(flags.includes('--web-app') ? [] : ['--web-app', 'none']), ...flags]
  const child = spawn(process.execPath, args, { cwd: projectRoot, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server did not start: ${output}`)), startMs)
    const read = (bytes: Buffer) => {
      output += bytes.toString()
      const found = /^Commonplace is at (\S+)$/m.exec(output)?.[1]
      if (found === undefined) return
      clearTimeout(timer)
      resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void exit.then((code) => {
      clearTimeout(timer)
      reject(new Error(`the server ended with ${code}: ${output}`))
    })
  })
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    return exit
  }
  return { url, output: () => output, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') }
}
