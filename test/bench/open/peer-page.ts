import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Page } from 'playwright-core'
import { build, preview } from 'vite'
import { startChromium } from '../../helpers/chromium'
import { projectRoot } from '../../helpers/source-files'
import type { BenchPage } from './peers/main'

declare global {
  interface Window {
    bench: BenchPage
  }
}

/** A page that draws the same texts our way and the usual ways, in a Chromium of its own. */
export async function openPeerPage(): Promise<{ readonly page: Page; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-bench-'))
  const config = {
    root: fileURLToPath(new URL('./peers', import.meta.url)),
    configFile: false as const,
    logLevel: 'error' as const,
    plugins: [react(), tailwindcss()],
    resolve: { alias: { '@shared': join(projectRoot, 'shared'), '@renderer': join(projectRoot, 'renderer') } },
    worker: { format: 'es' as const },
    build: { outDir: join(folder, 'page'), emptyOutDir: true },
  }
  await build(config)
  const server = await preview({ ...config, preview: { host: '127.0.0.1', port: 0 } })
  const browser = await startChromium(join(folder, 'profile'), server.resolvedUrls?.local[0] ?? '')
  await browser.page.waitForFunction(() => 'bench' in window)
  return {
    page: browser.page,
    async close() {
      await browser.kill()
      await server.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
