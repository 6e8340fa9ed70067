/**
 * Runs before `npm pack -w sync-server`: the server's own code in sync-server/dist, with the web app that it serves
 * beside it. Packages of others stay dependencies, so that npm brings each platform its own SQLite.
 */
import { cp, readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import * as z from 'zod'
import { buildIfStale } from './lib/build'

const projectRoot = fileURLToPath(new URL('..', import.meta.url))
const packageRoot = join(projectRoot, 'sync-server')
const dist = join(packageRoot, 'dist')
// npm shows what a script prints where the name of the package file is expected: only errors are said.
const say = (line: string) => void process.stderr.write(`${line}\n`)

const manifest = z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()) })
const { dependencies, version } = manifest.parse(JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')))

await rm(dist, { recursive: true, force: true })
await build({
  configFile: false,
  root: packageRoot,
  logLevel: 'error',
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  ssr: { noExternal: true, external: Object.keys(dependencies) },
  build: {
    ssr: true,
    target: 'node20',
    outDir: dist,
    emptyOutDir: true,
    minify: false,
    rollupOptions: { input: await entries(), output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
  },
})
await copyWebApp()
for (const page of ['LICENSE', 'docs/SYNC.md']) await cp(join(projectRoot, page), join(dist, basename(page)))

/** The command line, and each program that the server runs in a thread of its own: all in one folder, where they find each other. */
async function entries(): Promise<Record<string, string>> {
  const files = await readdir(join(packageRoot, 'src'), { recursive: true })
  const threads = files.filter((file) => file.endsWith('-thread.ts') && basename(file) !== 'open-thread.ts')
  return Object.fromEntries(['cli.ts', ...threads].map((file) => [basename(file, '.ts'), join(packageRoot, 'src', file)]))
}

/** COMMONPLACE_BUILT_APP, a folder with a build, else the project's own, built where it is stale. */
async function copyWebApp(): Promise<void> {
  const chosen = process.env['COMMONPLACE_BUILT_APP']
  if (chosen === undefined) await buildIfStale(projectRoot, say, new AbortController().signal)
  await cp(join(chosen ?? join(projectRoot, 'out'), 'renderer'), join(dist, 'web'), { recursive: true })
}
