/**
 * `npm test`: every layer that this machine has the parts for, in stages whose layers run side by side. A layer that is
 * left out is said in one line with the command that brings what is missing, and counts as skipped. The last line is the
 * sum of all layers. `--exhaustive` lets the tests that sample try everything.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRequire } from 'node:module'
import { findChromium, findDisplay, findElectronDist, findKeyring, findPostgres, findRedis } from '../test/helpers/machine'
import { projectRoot } from '../test/helpers/source-files'
import { runStages, summary, type Outcome, type Stage } from './lib/layers'
import { runTool, type Keep } from './lib/run-tool'
import { outcomeOf } from './lib/vitest-report'

const resolve = createRequire(import.meta.url).resolve
const reports = mkdtempSync(join(tmpdir(), 'commonplace-tests-'))
const environment = {
  ...process.env,
  ...(process.argv.includes('--exhaustive') ? { COMMONPLACE_EXHAUSTIVE: '1' } : {}),
}
const onDisplay = findDisplay()
const chromium = findChromium()
const electron = [findElectronDist(), onDisplay]
/** The phone that a laptop syncs with is a browser. */
const laptopAndPhone = [...electron, chromium]
/** Where each looks for a free one first: two that start at once must not take the same. */
const displays: Readonly<Record<string, number>> = { electron: 99, packed: 199, keychain: 299 }

/** What takes one core runs in pairs; what measures time, or takes both, runs alone. */
const stages: readonly Stage[] = [
  [
    { name: 'lint', needs: [], run: (keep) => runOne('eslint/package.json', 'bin/eslint.js', ['.', '--max-warnings', '0'], keep) },
    { name: 'types', needs: [], run: (keep) => runOne('tsx/package.json', 'dist/cli.mjs', ['scripts/typecheck.ts'], keep) },
  ],
  [{ name: 'unit, property, contract and integration tests', needs: [], run: (keep) => runVitest('node', [], keep) }],
  [
    {
      name: 'the sync server on PostgreSQL and Redis',
      needs: [findPostgres(), findRedis()],
      run: (keep) => runVitest('services', ['--config', 'vitest.services.config.ts'], keep),
    },
    { name: 'build', needs: [], run: (keep) => runOne('electron-vite/package.json', 'bin/electron-vite.js', ['build', '--logLevel', 'warn'], keep) },
  ],
  [{ name: 'the app in Chromium', needs: [chromium], after: 'build', run: (keep) => runEndToEnd('web', keep) }],
  // Each has a display of its own, so that neither takes the focus from the other.
  [
    { name: 'the app in Electron', needs: laptopAndPhone, after: 'build', run: (keep) => runEndToEnd('electron', keep) },
    { name: 'the packed app', needs: laptopAndPhone, after: 'build', run: (keep) => runEndToEnd('packed', keep) },
  ],
  [{ name: 'the keychain of the system', needs: [...electron, findKeyring()], after: 'build', run: (keep) => runEndToEnd('keychain', keep) }],
]

const total = await runStages(stages, write)
rmSync(reports, { recursive: true, force: true })
write(`\n${summary(total)}\n`)
process.exitCode = total.failed > 0 ? 1 : 0

/** A tool that is one check as a whole. */
async function runOne(manifest: string, script: string, args: readonly string[], keep: Keep): Promise<Outcome> {
  const status = await runNode(manifest, script, args, undefined, keep)
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 }
}

function runEndToEnd(target: string, keep: Keep): Promise<Outcome> {
  const inPairs = target === 'web' ? ['--fileParallelism', '--maxWorkers=2'] : []
  return runVitest(target, ['--config', 'vitest.e2e.config.ts', `test/e2e/${target}`, ...inPairs], keep, displays[target])
}

async function runVitest(name: string, args: readonly string[], keep: Keep, display?: number): Promise<Outcome> {
  const report = join(reports, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const status = await runNode('vitest/package.json', 'vitest.mjs', ['run', ...args, ...reporters], display, keep)
  return outcomeOf(readReport(report), status)
}

function runNode(manifest: string, script: string, args: readonly string[], display: number | undefined, keep: Keep): Promise<number> {
  const command = [process.execPath, resolve(manifest).replace('package.json', script), ...args]
  const isGiven = display === undefined || !onDisplay.isThere || onDisplay.path === ''
  const wrapper = isGiven ? [] : [onDisplay.path, '-a', '-n', String(display), '-s', '-screen 0 1600x1200x24']
  const [program = '', ...rest] = [...wrapper, ...command]
  return runTool({ program, args: rest, cwd: projectRoot, env: environment }, keep)
}

/** null where the run ended before it could report. */
function readReport(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function write(text: string): void {
  process.stdout.write(text)
}
