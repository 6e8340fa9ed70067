import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: { alias: { '@shared': at('./shared'), '@renderer': at('./renderer') } },
  test: {
    // The whole app on one target per file; each needs parts of the machine, see scripts/test.ts.
    include: ['test/e2e/*.e2e.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    // The app and the browser want both cores.
    fileParallelism: false,
    retry: 0,
  },
})
