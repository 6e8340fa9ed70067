import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from './free-port'
import { projectRoot } from './source-files'

/** The server that y-websocket's authors ship, in a process of its own: it brings a Yjs of another version. */
export interface StockSyncServer {
  /** `ws://127.0.0.1:…`, for rooms right below it. */
  readonly url: string
  readonly port: number
  /** At once, as a crash would. It forgets everything: it keeps nothing on the disk. */
  kill(): Promise<void>
}

const script = join(projectRoot, 'node_modules/@y/websocket-server/src/server.js')

/** @param port a certain one, for a server that comes back where another was */
export async function startStockSyncServer(port?: number): Promise<StockSyncServer> {
  const chosen = port ?? (await freePort())
  const child = spawn(process.execPath, [script], { env: { ...process.env, HOST: '127.0.0.1', PORT: String(chosen) }, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`the stock server ended with ${code}`)))
  })
  return {
    url: `ws://127.0.0.1:${chosen}`,
    port: chosen,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
