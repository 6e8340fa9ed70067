import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { startChromium } from '../../helpers/chromium'
import { projectRoot } from '../../helpers/source-files'
import { atMost, median, type Figure } from '../figure'
import type { BenchOptions } from '../main'
import type { BenchPage } from './peers/main'
import { longAnswer } from './sample'

const characters = 40_000
const updates = 100

declare global {
  interface Window {
    bench: BenchPage
  }
}

/** The cost of one more piece of a long answer, ours and the usual way, on the same text in the same browser. */
export async function* markdownFigures({ isQuick, log }: BenchOptions): AsyncGenerator<Figure> {
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
  try {
    await browser.page.waitForFunction(() => 'bench' in window)
    const text = longAnswer(characters)
    const runs = isQuick ? 1 : 5
    const ours: number[] = []
    const whole: number[] = []
    for (let run = 0; run < runs; run++) {
      log(`streaming, run ${run + 1} of ${runs}`)
      ours.push(median(await browser.page.evaluate(([text, updates]) => window.bench.stream('blocks', text, updates), [text, updates] as const)))
      whole.push(median(await browser.page.evaluate(([text, updates]) => window.bench.stream('whole', text, updates), [text, isQuick ? 20 : updates] as const)))
    }
    yield atMost(8, {
      figure: 'streaming update at 40,000 characters, p50',
      unit: 'ms',
      values: ours,
      peers: { 'react-markdown on the whole message': median(whole) },
    })
  } finally {
    await browser.kill()
    await server.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
