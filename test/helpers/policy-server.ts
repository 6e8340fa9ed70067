import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { assetHeaders, assetPath, fillPage, pageHeaders } from '@shared/page-policy'
import { projectRoot } from './source-files'

export interface ServedPage {
  readonly url: string
  close(): Promise<void>
}

/** Builds a page of test/helpers as the app is built. */
export async function buildPage(root: string, outDir: string): Promise<void> {
  // The test runner's own NODE_ENV would give React's slower half, and JSX for it.
  const { NODE_ENV } = process.env
  process.env['NODE_ENV'] = 'production'
  try {
    await buildAsApp(root, outDir)
  } finally {
    process.env['NODE_ENV'] = NODE_ENV
  }
}

async function buildAsApp(root: string, outDir: string): Promise<void> {
  await build({
    root,
    publicDir: join(projectRoot, 'renderer/public'),
    configFile: false,
    logLevel: 'error',
    plugins: [react(), tailwindcss()],
    resolve: { alias: { '@shared': join(projectRoot, 'shared'), '@renderer': join(projectRoot, 'renderer') } },
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  })
}

/** Serves a built page on loopback under the app's own policy, as strict as on the desktop. */
export async function serveUnderPolicy(folder: string): Promise<ServedPage> {
  const nonce = 'test-nonce'
  const server = createServer((request, response) => {
    const path = assetPath(new URL(request.url ?? '/', 'http://page').pathname)
    const isPage = path === null || path === 'index.html'
    readFile(join(folder, path ?? 'index.html')).then(
      (bytes) => {
        for (const [name, value] of Object.entries(isPage ? pageHeaders({ nonce, connect: [] }) : assetHeaders(path))) response.setHeader(name, value)
        response.end(isPage ? fillPage(bytes.toString('utf8'), nonce, null) : bytes)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
