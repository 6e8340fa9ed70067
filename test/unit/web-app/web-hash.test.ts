import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { build } from 'vite'
import { syncTextFor } from '@renderer/i18n/sync-text'
import { compareWebApp, sayWebApp } from '@renderer/parts/sync/web-app-check'
import { readWebHash } from '../../../electron/web-hash'
import { webHash } from '../../../scripts/lib/web-hash-plugin'
import { hashWebApp } from '../../../sync-server/src/web-hash'

test('SYN-12 a build writes the hash that a server says of the same files, and the desktop app reads it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-hash-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'page'))
  await writeFile(join(folder, 'page/index.html'), '<script type="module" src="./main.ts"></script>')
  await writeFile(join(folder, 'page/main.ts'), 'document.title = "page"')
  const out = join(folder, 'out/renderer')
  await build({ configFile: false, root: join(folder, 'page'), logLevel: 'error', plugins: [webHash()], build: { outDir: out, emptyOutDir: true } })
  const hash = await hashWebApp(out)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(readWebHash(join(folder, 'out'))).toBe(hash)

  await writeFile(join(out, 'assets/more.js'), '')
  expect(await hashWebApp(out)).not.toBe(hash)
  await writeFile(join(folder, 'out/web-hash.txt'), 'damaged')
  expect([readWebHash(join(folder, 'out')), readWebHash(folder)]).toEqual([undefined, undefined])
  expect(await readFile(join(out, 'index.html'), 'utf8')).not.toContain('web-hash')
})

test('SYN-12 the app says whether a server serves the same web app, another one, or none, in both languages', () => {
  const [here, there] = ['ab12cd34'.padEnd(64, '0'), 'ff00ee11'.padEnd(64, '0')]
  for (const language of ['en', 'zh-CN'] as const) {
    const text = syncTextFor(language)
    expect(sayWebApp(compareWebApp(here, here.toUpperCase()), text)).toContain('ab12cd34')
    expect(sayWebApp(compareWebApp(here, there), text)).toMatch(/ff00ee11.*ab12cd34/)
    expect(sayWebApp(compareWebApp(here, null), text)).toBe(text.webAppNone)
  }
})
