import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const sources = ['shared', 'electron', 'renderer', 'electron.vite.config.ts', 'scripts/lib/service-worker-plugin.ts', 'scripts/lib/web-hash-plugin.ts', 'sync-server/src/web-hash.ts', 'package.json', 'package-lock.json']

/** Builds the app into out/ unless what is there was built from these very sources. Rejects where the build fails. */
export async function buildIfStale(projectRoot: string, say: (line: string) => void, signal: AbortSignal): Promise<void> {
  const keyFile = join(projectRoot, 'out', '.built-from')
  const key = await sourceKey(projectRoot)
  if ((await readFile(keyFile, 'utf8').catch(() => null)) === key) return
  say('Building the app (only after a change) …')
  await build(projectRoot, signal)
  await mkdir(join(projectRoot, 'out'), { recursive: true })
  await writeFile(keyFile, key)
}

/** Changes when a source file is added, removed or written. */
async function sourceKey(projectRoot: string): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const path of await filesUnder(join(projectRoot, source))) {
      const { mtimeMs, size } = await stat(path)
      hash.update(`${path} ${mtimeMs} ${size}\n`)
    }
  }
  return hash.digest('hex')
}

async function filesUnder(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function build(projectRoot: string, signal: AbortSignal): Promise<void> {
  const bin = join(projectRoot, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const child = spawn(process.execPath, [bin, 'build', '--logLevel', 'warn'], { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'], signal })
  const output: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => output.push(bytes))
  child.stderr.on('data', (bytes: Buffer) => output.push(bytes))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the build failed\n${Buffer.concat(output).toString()}`))))
  })
}
