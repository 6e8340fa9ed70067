import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testBridgeContract } from '../contract/bridge-suite'
import { makeBridgeApp, type BridgeApp } from '../helpers/bridge-app'
import { bridgeSubject } from '../helpers/bridge-subject'
import { quietElectron } from '../helpers/electron-app'
import { findLeaks } from '../helpers/leak-scan'
import { builtApp } from '../helpers/source-files'

let bridgeApp: BridgeApp
const profiles: string[] = []

beforeAll(async () => {
  bridgeApp = await makeBridgeApp()
})

afterAll(async () => {
  await bridgeApp.remove()
  await Promise.all(profiles.map((profile) => rm(profile, { recursive: true, force: true, maxRetries: 5 })))
})

async function newProfile(): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'commonplace-electron-bridge-'))
  profiles.push(profile)
  return profile
}

testBridgeContract('Electron', async () => {
  const profile = await newProfile()
  const start = async () => {
    const started = await bridgeApp.start(profile)
    // A person would press *Send* in the system's dialog.
    await started.app.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false })
    })
    const unlock = (route: 'keyStorage.choose' | 'keyStorage.unlock', input: unknown) =>
      started.page.evaluate(([name, value]) => window.bridgePage.request(name, value), [route, input] as [typeof route, unknown])
    return { ...started, unlock }
  }
  let running = await start()
  // This run has no keychain: a person would choose a passphrase, and give it at each start.
  await running.unlock('keyStorage.choose', { kind: 'passphrase', passphrase: 'of the suite' })
  return bridgeSubject('desktop', () => running.page, {
    async restart() {
      await running.close()
      running = await start()
      await running.unlock('keyStorage.unlock', { passphrase: 'of the suite' })
    },
    close: () => running.close(),
  })
})

describe('the desktop program', () => {
  const secret = 'sk-proj-Zq7Rw2Xy9Kd4Lm8Tp3Vn'

  test('the page sees named functions and nothing of Electron or Node', async () => {
    const { page, close } = await bridgeApp.start(await newProfile())
    expect(await page.evaluate(() => window.bridgePage.exposedKeys())).toEqual(['request', 'openFetch', 'onEvent', 'readyToQuit'])
    expect(await page.evaluate(() => ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter((name) => name in window))).toEqual([])
    await close()
  })

  test('the preload is one CommonJS file that loads electron alone', async () => {
    const preload = await readFile(join(builtApp, 'out', 'preload', 'preload.cjs'), 'utf8')
    expect([...preload.matchAll(/\brequire\(["']([^"']+)["']\)/g)].map(([, name]) => name)).toEqual(['electron'])
    expect(preload).not.toMatch(/^\s*(import|export)\s/m)
  })

  test('no link, script or redirect leads the window away, and no child window opens', async () => {
    const { app, page, close } = await bridgeApp.start(await newProfile())
    await app.evaluate(({ shell }) => {
      shell.openExternal = async () => undefined
    })
    for (const url of ['https://example.com/', 'http://127.0.0.1:9/?next=app://commonplace/', 'file:///etc/passwd', 'data:text/html,x', 'javascript:document.title="x"']) {
      await page.evaluate((target) => {
        window.open(target)
        const link = document.createElement('a')
        link.href = target
        document.body.append(link)
        link.click()
        location.href = target
      }, url)
    }
    await page.waitForTimeout(500)
    const title = await page.evaluate(() => document.querySelector('title')?.textContent)
    expect([page.url(), title, app.windows().length]).toEqual(['app://commonplace/', 'Bridge', 1])
    await close()
  })

  test('SEC-2 a frame inside the page has no bridge, and the page cannot reach a service by itself', async () => {
    const { page, close } = await bridgeApp.start(await newProfile())
    const inFrame = await page.evaluate(async () => {
      const frame = document.createElement('iframe')
      frame.src = '/index.html'
      document.body.append(frame)
      await new Promise((resolve) => setTimeout(resolve, 500))
      try {
        return frame.contentWindow !== null && 'commonplace' in frame.contentWindow
      } catch {
        // The page refuses to be framed, even by itself: what is there is an error page of another origin.
        return false
      }
    })
    const fetched = await page.evaluate(() => fetch('http://127.0.0.1:9/').then(() => 'reached', (error: Error) => error.name))
    expect([inFrame, fetched]).toEqual([false, 'TypeError'])
    await close()
  })

  test('SEC-2 the page reaches the sync server that the person chose after a reload, and no other; no longer when it is taken back', async () => {
    const server = createServer((_request, response) => void response.setHeader('access-control-allow-origin', '*').end('here'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { page, close } = await bridgeApp.start(await newProfile())
    const reach = (url: string) => page.evaluate((target) => fetch(target).then((response) => response.text(), (error: Error) => error.name), url)
    const allow = (to: string | null) => page.evaluate((value) => window.bridgePage.request('sync.allowOrigin', { origin: value }), to)
    const reload = async () => {
      const reloaded = page.waitForEvent('load')
      await page.evaluate(() => window.bridgePage.request('app.reload', {}))
      await reloaded
      await page.waitForFunction(() => window.bridgePage !== undefined)
    }
    expect(await reach(origin)).toBe('TypeError')
    expect(await allow(origin)).toEqual({ ok: true, value: { needsReload: true } })
    expect(await reach(origin)).toBe('TypeError')
    await reload()
    expect([await reach(origin), await reach('http://127.0.0.1:9/')]).toEqual(['here', 'TypeError'])
    expect(await allow(origin)).toEqual({ ok: true, value: { needsReload: false } })
    expect(await allow(null)).toEqual({ ok: true, value: { needsReload: true } })
    await reload()
    expect(await reach(origin)).toBe('TypeError')
    await close()
    server.close()
  })

  test('the camera opens for the page, the microphone does not', async () => {
    const { page, close } = await bridgeApp.start(await newProfile(), [...quietElectron, '--use-fake-device-for-media-stream'])
    const open = (wanted: MediaStreamConstraints) =>
      page.evaluate((constraints) => navigator.mediaDevices.getUserMedia(constraints).then((stream) => stream.getTracks().map(({ kind }) => kind), (error: Error) => error.name), wanted)
    expect([await open({ video: true }), await open({ audio: true }), await open({ video: true, audio: true })]).toEqual([['video'], 'NotAllowedError', 'NotAllowedError'])
    await close()
  })

  test('SEC-1 keys are sent only after the person said so in the system’s own dialog', async () => {
    const { app, page, close } = await bridgeApp.start(await newProfile())
    const seal = (response: number) =>
      app.evaluate(({ dialog }, answer) => {
        const asked: unknown[] = []
        Object.assign(globalThis, { asked })
        dialog.showMessageBox = (...args: unknown[]) => {
          asked.push(args.at(-1))
          return Promise.resolve({ response: answer, checkboxChecked: false })
        }
      }, response).then(() =>
        page.evaluate(async () => {
          const key = await window.bridgePage.receiveKey()
          return window.bridgePage.sealCredentials(['k'], key, 'My phone')
        }),
      )
    await page.evaluate(async (key) => {
      await window.bridgePage.request('keyStorage.choose', { kind: 'until-quit' })
      await window.bridgePage.request('credentials.save', { id: 'k', secret: key, urlPrefixes: ['https://api.example/v1'], scheme: 'bearer' })
    }, secret)
    expect(await seal(1)).toMatchObject({ failure: { code: 'cancelled' } })
    expect(JSON.stringify(await app.evaluate(() => (globalThis as unknown as { asked: unknown[] }).asked))).toMatch(/My phone.*api\.example.*p3Vn/)
    expect(await seal(0)).toEqual(expect.any(Array))
    await close()
  })

  test('SEC-1 after a run with a key, a call and a crash of the page, no file of the profile holds a part of it', async () => {
    const server = createServer((_request, response) => void response.end('hello'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    const profile = await newProfile()
    const { app, page, close } = await bridgeApp.start(profile)
    const reply = await page.evaluate(
      async ([key, address]) => {
        await window.bridgePage.request('keyStorage.choose', { kind: 'passphrase', passphrase: 'correct horse' })
        await window.bridgePage.request('credentials.save', { id: 'k', secret: key, urlPrefixes: [address], scheme: 'bearer' })
        return window.bridgePage.fetch({ credentialId: 'k', url: `${address}/x`, method: 'GET', headers: [], body: null })
      },
      [secret, url] as const,
    )
    expect(reply).toMatchObject({ status: 200, text: 'hello' })
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL())).toBe('app://commonplace/')
    await close()
    server.close()
    expect(findLeaks(profile, secret, 'sk-proj-')).toEqual([])
  })

  test('an unread answer waits at the server, and an aborted one closes its connection', async () => {
    let writtenBytes = 0
    let isClosed = false
    const server = createServer((_request, response) => {
      const more = () => {
        while (writtenBytes < 200_000_000) {
          writtenBytes += 65_536
          if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more)
        }
      }
      response.on('close', () => (isClosed = true))
      more()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    const { page, close } = await bridgeApp.start(await newProfile())
    const read = await page.evaluate(async (address) => {
      await window.bridgePage.request('credentials.save', { id: 'k', secret: null, urlPrefixes: [address], scheme: 'none' })
      return window.bridgePage.readSome({ credentialId: 'k', url: address, method: 'GET', headers: [], body: null }, 100_000, 1000)
    }, url)
    expect(read).toBeLessThan(400_000)
    expect(writtenBytes).toBeLessThan(40_000_000)
    await expect.poll(() => isClosed).toBe(true)
    await close()
    server.closeAllConnections()
    server.close()
  })
})
