/**
 * `npm test`: every layer that this machine has the parts for, in order. A layer that is left out is said in one line
 * with the command that brings what is missing, and counts as skipped. The last line is the sum of all layers.
 * `--exhaustive` lets the tests that sample try everything.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRequire } from 'node:module'
import * as z from 'zod'
import { findChromium, findDisplay, findElectronDist, findKeyring, findPostgres, findRedis, type MachinePart } from '../test/helpers/machine'
import { projectRoot } from '../test/helpers/source-files'

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

interface Layer {
  readonly name: string
  readonly needs: readonly MachinePart[]
  /** Runs after the build, and not at all where it failed. */
  readonly needsBuild?: boolean
  readonly run: () => Counts
}

const resolve = createRequire(import.meta.url).resolve
const reports = mkdtempSync(join(tmpdir(), 'commonplace-tests-'))
const environment = {
  ...process.env,
  ...(process.argv.includes('--exhaustive') ? { COMMONPLACE_EXHAUSTIVE: '1' } : {}),
}
const onDisplay = findDisplay()
const electron = [findElectronDist(), onDisplay]

const layers: readonly Layer[] = [
  { name: 'lint', needs: [], run: () => runOne('eslint/package.json', 'bin/eslint.js', ['.', '--max-warnings', '0']) },
  { name: 'types', needs: [], run: () => runOne('tsx/package.json', 'dist/cli.mjs', ['scripts/typecheck.ts']) },
  { name: 'unit, property, contract and integration tests', needs: [], run: () => runVitest('node', []) },
  {
    name: 'the sync server on PostgreSQL and Redis',
    needs: [findPostgres(), findRedis()],
    run: () => runVitest('services', ['--config', 'vitest.services.config.ts']),
  },
  { name: 'build', needs: [], run: () => runOne('electron-vite/package.json', 'bin/electron-vite.js', ['build', '--logLevel', 'warn']) },
  { name: 'the app in Chromium', needs: [findChromium()], needsBuild: true, run: () => runEndToEnd('web') },
  { name: 'the app in Electron', needs: electron, needsBuild: true, run: () => runEndToEnd('electron') },
  { name: 'the keychain of the system', needs: [...electron, findKeyring()], needsBuild: true, run: () => runEndToEnd('keychain') },
  { name: 'the packed app', needs: electron, needsBuild: true, run: () => runEndToEnd('packed') },
]

const total = { passed: 0, failed: 0, skipped: 0 }
let hasBuild = false
for (const layer of layers) {
  const counts = runLayer(layer)
  if (layer.name === 'build') hasBuild = counts.failed === 0
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
}
rmSync(reports, { recursive: true, force: true })
say(`\n${summary(total)}`)
process.exitCode = total.failed > 0 ? 1 : 0

function runLayer(layer: Layer): Counts {
  const leftOut = { passed: 0, failed: 0, skipped: 1 }
  const missing = layer.needs.find((part) => !part.isThere)
  if (missing && !missing.isThere) {
    say(`\n== ${layer.name}: left out, this machine has no ${missing.missing}. To bring it: ${missing.bring}`)
    return leftOut
  }
  if (layer.needsBuild === true && !hasBuild) {
    say(`\n== ${layer.name}: left out, the build failed`)
    return leftOut
  }
  say(`\n== ${layer.name}`)
  const startedAt = performance.now()
  const counts = layer.run()
  say(`== ${layer.name}: ${summary(counts)} (${Math.round((performance.now() - startedAt) / 1000)} s)`)
  return counts
}

/** A tool that is one check as a whole. */
function runOne(manifest: string, script: string, args: readonly string[]): Counts {
  const status = runTool(manifest, script, args, false)
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 }
}

function runEndToEnd(target: string): Counts {
  return runVitest(target, ['--config', 'vitest.e2e.config.ts', `test/e2e/${target}`], target !== 'web')
}

function runVitest(name: string, args: readonly string[], needsDisplay = false): Counts {
  const report = join(reports, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const status = runTool('vitest/package.json', 'vitest.mjs', ['run', ...args, ...reporters], needsDisplay)
  return countsIn(report, status)
}

function runTool(manifest: string, script: string, args: readonly string[], needsDisplay: boolean): number {
  const command = [process.execPath, resolve(manifest).replace('package.json', script), ...args]
  const wrapper = needsDisplay && onDisplay.isThere && onDisplay.path !== '' ? [onDisplay.path, '-a', '-s', '-screen 0 1600x1200x24'] : []
  const [program = '', ...rest] = [...wrapper, ...command]
  return spawnSync(program, rest, { cwd: projectRoot, stdio: 'inherit', env: environment }).status ?? 1
}

/** A file that could not even be loaded has no tests to count: it counts as one failure. */
function countsIn(report: string, status: number): Counts {
  const reported = z.object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    numPendingTests: z.number(),
    numTodoTests: z.number(),
    testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
  })
  try {
    const read = reported.parse(JSON.parse(readFileSync(report, 'utf8')))
    const broken = read.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
    const failed = read.numFailedTests + broken
    return {
      passed: read.numPassedTests,
      failed: failed === 0 && status !== 0 ? 1 : failed,
      skipped: read.numPendingTests + read.numTodoTests,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function summary({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
