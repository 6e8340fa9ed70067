import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: { alias: { '@shared': at('./shared'), '@renderer': at('./renderer') } },
  test: {
    // What needs a real PostgreSQL and Redis, which the tests start themselves; see scripts/test.ts.
    include: ['test/services/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})
