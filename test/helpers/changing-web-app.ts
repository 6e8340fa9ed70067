import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveWebApp, type WebApp } from '../../sync-server/src/web'
import { startChromium } from './chromium'
import type { Target } from './running-app'
import { rendererOut } from './web-app'

/** The web app at one address, whose server can go away, come back, and serve a newer build. */
export interface ChangingWebApp {
  readonly url: string
  readonly target: Target
  stop(): Promise<void>
  start(): Promise<void>
  /** A build with another first script, as after a change of anything. Answers with the name of that script. */
  release(): Promise<string>
  dispose(): Promise<void>
}

export async function serveChangingWebApp(): Promise<ChangingWebApp> {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-web-'))
  const root = join(folder, 'current')
  await symlink(rendererOut, root)
  let web: WebApp | null = await serveWebApp({ root })
  const { url } = web
  const stop = async (): Promise<void> => {
    await web?.close()
    web = null
  }
  return {
    url,
    target: { surface: 'web', launch: (profileFolder) => startChromium(profileFolder, `${url}/`), dispose: () => Promise.resolve() },
    stop,
    async start() {
      web = await serveWebApp({ root, port: Number(new URL(url).port) })
    },
    async release() {
      const next = join(folder, 'next')
      await cp(rendererOut, next, { recursive: true })
      const entry = await renameEntry(next)
      await unlink(root)
      await symlink(next, root)
      return entry
    },
    async dispose() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function renameEntry(folder: string): Promise<string> {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const old = /assets\/(index-[\w-]{8}\.js)/.exec(html)?.[1] ?? ''
  const entry = 'index-N3wBu1ld.js'
  await rename(join(folder, 'assets', old), join(folder, 'assets', entry))
  const texts = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.js')).map((name) => join('assets', name))
  for (const path of [...texts, 'index.html', 'service-worker.js']) {
    const text = await readFile(join(folder, path), 'utf8')
    const changed = path === 'service-worker.js' ? text.replace(/(version:.)[0-9a-f]{16}/, '$1fedcba9876543210') : text
    await writeFile(join(folder, path), changed.replaceAll(old, entry))
  }
  return entry
}
