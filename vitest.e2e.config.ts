import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Small files that run long lists of scenarios: where two files run at a time, neither is left over at the end. */
const longest = ['web.e2e.ts', 'web-lasting.e2e.ts', 'web-sync.e2e.ts', 'web-sync-hardship.e2e.ts']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => (longest.indexOf(basename(moduleId)) + longest.length + 1) % (longest.length + 1)
    return [...files].sort((left, right) => place(left) - place(right) || left.moduleId.localeCompare(right.moduleId))
  }
}

export default defineConfig({
  resolve: { alias: { '@shared': at('./shared'), '@renderer': at('./renderer') } },
  test: {
    // The whole app on one target per file; each needs parts of the machine, see scripts/test.ts.
    include: ['test/e2e/*.e2e.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    // Windows of one display take the focus from each other; browsers without one may run two at a time.
    fileParallelism: false,
    sequence: { sequencer: LongestFirst },
    // A busy machine may be late once; the run names every test that needed its second try, so that none hides.
    retry: 1,
  },
})
