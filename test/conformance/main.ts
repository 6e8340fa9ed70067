/**
 * `npm run conformance -- --cases <folder> [--exhaustive]`: reads every recorded answer of a folder (cases.json and its
 * files) as the app does, and prints one JSON line per case: `{"id", "ok", "differences"?}`. The last line is
 * `N passed, N failed`; the exit code is 1 if any failed, 2 where no folder is named. `--exhaustive` cuts the bytes at
 * every position instead of a sample.
 */
import { parseArgs } from 'node:util'
import { runCase, type CaseResult } from './run-case'
import { listCases } from './wire-case'

const sampledCuts = 64

const { values } = parseArgs({ options: { cases: { type: 'string' }, exhaustive: { type: 'boolean', default: false } } })
if (values.cases === undefined) {
  process.stderr.write('usage: npm run conformance -- --cases <folder> [--exhaustive]\n')
  process.exit(2)
}
process.exitCode = (await runFolder(values.cases)) ? 0 : 1

async function runFolder(folder: string): Promise<boolean> {
  let failed = 0
  let passed = 0
  for await (const result of resultsOf(folder)) {
    process.stdout.write(`${JSON.stringify(result)}\n`)
    if (result.ok) passed++
    else failed++
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed === 0
}

async function* resultsOf(folder: string): AsyncGenerator<CaseResult> {
  let entries: readonly unknown[]
  try {
    entries = listCases(folder)
  } catch (error) {
    yield { id: 'cases.json', ok: false, differences: [error instanceof Error ? error.message : String(error)] }
    return
  }
  for (const entry of entries) yield runCase(entry, folder, { maxCuts: values.exhaustive ? Number.MAX_SAFE_INTEGER : sampledCuts })
}
