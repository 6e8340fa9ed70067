/**
 * `npm run typecheck`: every tsconfig project that the root lists, one after the other, so that each runtime is
 * checked against its own globals. Exit code 1 when one of them has an error.
 */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

const root = fileURLToPath(new URL('..', import.meta.url))
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
const rootConfig = z.object({ references: z.array(z.object({ path: z.string() })) })

const { references } = rootConfig.parse(JSON.parse(readFileSync(`${root}tsconfig.json`, 'utf8')))
const broken = references.filter(({ path }) => !check(path))

if (broken.length > 0) {
  process.stdout.write(`\nTypes do not hold in: ${broken.map(({ path }) => path).join(', ')}\n`)
  process.exitCode = 1
}

function check(project: string): boolean {
  const startedAt = performance.now()
  const { status } = spawnSync(process.execPath, [compiler, '-p', project, '--pretty'], { cwd: root, stdio: 'inherit' })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${status === 0 ? 'ok  ' : 'FAIL'} ${project} (${seconds} s)\n`)
  return status === 0
}
