import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCase } from '../../conformance/run-case'
import { listCases } from '../../conformance/wire-case'
import { fixtureFolder, wireFolder } from '../../helpers/wire-cases'

const ownFolder = resolve('test/fixtures/conformance')
const isExhaustive = process.env['COMMONPLACE_EXHAUSTIVE'] !== undefined
const timeout = isExhaustive ? 3_600_000 : 60_000

const cases = [ownFolder, fixtureFolder, wireFolder]
  .filter((folder) => existsSync(join(folder, 'cases.json')))
  .flatMap((folder) => listCases(folder).map((entry) => ({ id: (entry as { id: string }).id, entry, folder })))

describe('PRV-1 recorded and hand-written answers', { timeout }, () => {
  test.each(cases.map((item) => [item.id, item] as const))('PRV-1 %s is read as its entry says', async (_, { entry, folder }) => {
    const { differences } = await runCase(entry, folder, { maxCuts: isExhaustive ? Number.MAX_SAFE_INTEGER : 24 })
    expect(differences).toBeUndefined()
  })
})

describe('PRV-2 the conformance command', { timeout: 120_000 }, () => {
  let folder: string
  const answer = 'data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
  const entry = { file: 'hi.sse', provider: 'any', api: 'openai-chat', stream: true, status: 200, headers: {}, expects: { text: 'Hi', finishReason: 'stop' } }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'conformance-'))
    writeFileSync(join(folder, 'hi.sse'), answer)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  function run(args: readonly string[]) {
    const tsx = createRequire(import.meta.url).resolve('tsx/cli')
    const { status, stdout } = spawnSync(process.execPath, [tsx, '--tsconfig', 'test/tsconfig.json', 'test/conformance/main.ts', ...args], { encoding: 'utf8' })
    const lines = stdout.trimEnd().split('\n')
    return { status, last: lines.at(-1), results: lines.slice(0, -1).map((line) => JSON.parse(line) as { id: string; ok: boolean; differences?: string[] }) }
  }
  const runEntries = (entries: unknown) => {
    writeFileSync(join(folder, 'cases.json'), typeof entries === 'string' ? entries : JSON.stringify(entries))
    return run(['--cases', folder])
  }

  test('PRV-2 a folder that passes: a line for each case, the count, exit code 0', () => {
    const { status, last, results } = run(['--cases', ownFolder])
    expect(results.filter(({ ok }) => !ok)).toEqual([])
    expect({ status, last }).toEqual({ status: 0, last: `${listCases(ownFolder).length} passed, 0 failed` })
  })

  test('PRV-2 what differs is named, a missing file and a senseless entry fail alone, exit code 1', () => {
    const { status, last, results } = runEntries([
      { id: 'right', ...entry },
      { id: 'wrong', ...entry, expects: { text: 'Ho', finishReason: 'length' } },
      { id: 'gone', ...entry, file: 'gone.sse' },
      { id: 'changed', ...entry, sha256: 'ab' },
      { id: 'foreign', ...entry, api: 'carrier-pigeon' },
    ])
    expect({ status, last }).toEqual({ status: 1, last: '1 passed, 4 failed' })
    expect(results.map(({ id, ok }) => [id, ok])).toEqual([['right', true], ['wrong', false], ['gone', false], ['changed', false], ['foreign', false]])
    expect(results[1]?.differences?.join('\n')).toMatch(/text: "Hi" instead of "Ho"\n.*finish reason/)
    expect(results[2]?.differences).toEqual(['there is no file gone.sse'])
    expect(results[3]?.differences?.[0]).toContain('SHA-256')
    expect(results[4]?.differences?.[0]).toMatch(/^api: /)
  })

  test.each([
    ['a broken cases.json', '[{'],
    ['one that is no list', '{}'],
  ])('PRV-2 %s fails as one', (_, text) => {
    expect(runEntries(text)).toMatchObject({ status: 1, last: '0 passed, 1 failed', results: [{ id: 'cases.json', ok: false }] })
  })

  test('PRV-2 a folder without cases.json fails as one, no folder is a wrong use', () => {
    expect(run(['--cases', join(folder, 'nowhere')])).toMatchObject({ status: 1, last: '0 passed, 1 failed' })
    expect(run([]).status).toBe(2)
  })
})
