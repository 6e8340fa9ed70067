import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: { alias: { '@shared': at('./shared'), '@renderer': at('./renderer') } },
  test: {
    // Everything that runs in Node. The end-to-end layers need a browser or Electron: vitest.e2e.config.ts.
    include: ['test/*.test.ts', 'test/{unit,contract,property,integration}/**/*.test.{ts,tsx}'],
    // Not a measure of speed: what hangs ends, and a busy machine is no failure.
    testTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})
