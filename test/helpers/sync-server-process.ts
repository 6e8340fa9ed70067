import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'vite'
import { openSqliteStorage } from '../../sync-server/src/storage/sqlite'
import { defaultStorageLimits } from '../../sync-server/src/storage/storage'
import { freePort, waitUntil } from './free-port'
import { projectRoot } from './source-files'
import { createTestVault, type TestVault } from './sync-server'

export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** Everything it has written, to both of its streams. */
  output(): string
  /** Resolves when the process is gone. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

export interface BuiltServer {
  readonly program: string
  remove(): Promise<void>
}

/** The server's program and its threads as they are packed, so that a process starts in a moment. */
export async function buildServer(): Promise<BuiltServer> {
  const source = join(projectRoot, 'sync-server/src')
  const cache = join(projectRoot, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'commonplace-sync-'))
  const threads = (await readdir(source, { recursive: true })).filter((file) => file.endsWith('-thread.ts') && basename(file) !== 'open-thread.ts')
  const input = Object.fromEntries(['cli.ts', ...threads].map((file) => [basename(file, '.ts'), join(source, file)]))
  await build({
    configFile: false,
    root: source,
    logLevel: 'error',
    build: { ssr: true, target: 'node20', outDir: join(folder, 'dist'), emptyOutDir: true, minify: false, rollupOptions: { input, output: { entryFileNames: '[name].js' } } },
  })
  await cp(join(projectRoot, 'sync-server/package.json'), join(folder, 'package.json'))
  return { program: join(folder, 'dist/cli.js'), remove: () => rm(folder, { recursive: true, force: true }) }
}

/** The server as a person starts it, in a process of its own. */
export async function startServerProcess({ program }: BuiltServer, folder: string, flags: readonly string[] = []): Promise<ServerProcess> {
  const port = await freePort()
  const args = [program, '--data', folder, '--port', String(port), '--web-app', 'none', '--log-level', 'debug', ...flags]
  const child = spawn(process.execPath, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const isOver = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(output)
    await fetch(`${url}/healthz`)
  }, 'the server did not start')
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    async kill(signal) {
      child.kill(signal)
      await isOver
    },
  }
}

/** Vaults in a data folder that no server has open. */
export async function createVaults(folder: string, count: number): Promise<TestVault[]> {
  const storage = await openSqliteStorage(folder, defaultStorageLimits)
  const vaults: TestVault[] = []
  for (let index = 0; index < count; index++) vaults.push(await createTestVault(storage))
  await storage.close()
  return vaults
}
