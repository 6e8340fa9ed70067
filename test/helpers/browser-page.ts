import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'vite'
import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export interface BrowserPage {
  readonly url: string
  close(): Promise<void>
}

/** Bundles one module of test/ and serves it as a page on loopback, so that it meets the browser's real parts. */
export async function serveModule(entry: string): Promise<BrowserPage> {
  const scripts = await bundle(entry)
  const server = createServer((request, response) => {
    const script = scripts.get(request.url ?? '')
    response.setHeader('content-type', script === undefined ? 'text/html; charset=utf-8' : 'text/javascript')
    response.end(script ?? '<!doctype html><title>page</title><script type="module" src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The entry is `/page.js`; what it loads later has names of its own. */
async function bundle(entry: string): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': at('../../shared'), '@renderer': at('../../renderer') } },
    build: { write: false, minify: false, lib: { entry: at(`../${entry}`), formats: ['es'], fileName: 'page' } },
  })
  const output = Array.isArray(built) ? built[0] : built
  if (output === undefined || !('output' in output)) throw new Error(`nothing was built from ${entry}`)
  return new Map(output.output.flatMap((file) => (file.type === 'chunk' ? [[file.isEntry ? '/page.js' : `/${file.fileName}`, file.code] as const] : [])))
}
