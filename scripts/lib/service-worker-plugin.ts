import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import type { OfflineList } from '../../renderer/service-worker/offline-list'

/** The file that the page registers; it keeps its name, since a browser looks for a new version under the old one. */
const fileName = 'service-worker.js'

/** Builds the service worker after the page, with the list of what the page consists of. */
export function serviceWorker(entry: string): Plugin {
  let folder = ''
  return {
    name: 'commonplace-service-worker',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir
    },
    async writeBundle(_options, bundle) {
      const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)?.fileName ?? ''
      const files: string[] = []
      for (const path of await filesUnder(folder)) if (await isNeededOffline(folder, path)) files.push(path)
      const list: OfflineList = { version: await versionOf(folder, ['index.html', ...files]), entry: start, files }
      await writeFile(join(folder, fileName), await bundleWorker(entry, list))
    },
  }
}

/** Every browser that has service workers reads woff2; the page itself is kept apart from its files. */
async function isNeededOffline(folder: string, path: string): Promise<boolean> {
  if (path === 'index.html' || path === fileName || /\.(woff|ttf|map)$/.test(path)) return false
  return !path.endsWith('.js') || !isGrammar(await readFile(join(folder, path), 'utf8'))
}

/** Grammars of programming languages are most of the bytes and few of them are used: kept when they are. */
const isGrammar = (script: string): boolean => script.includes('"scopeName":')

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1).replaceAll('\\', '/'))
    .sort()
}

async function versionOf(folder: string, paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(`${path}\n`).update(await readFile(join(folder, path)))
  return hash.digest('hex').slice(0, 16)
}

/** One classic script without imports: module workers came late to some browsers. */
async function bundleWorker(entry: string, list: OfflineList): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { offlineList: JSON.stringify(list) },
    build: { write: false, minify: 'oxc', lib: { entry, formats: ['iife'], name: 'serviceWorker', fileName: () => fileName } },
  })
  const [output] = Array.isArray(built) ? built : [built]
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined
  if (chunk === undefined) throw new Error('the service worker was not built')
  return chunk.code
}
