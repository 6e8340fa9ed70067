import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow, BrowserWindowConstructorOptions, MenuItemConstructorOptions } from 'electron'
import { load } from 'js-yaml'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { commands } from '@renderer/app/commands'
import { createWindowStateStore, placeWindow, type Bounds } from '../../../electron/window-state'
import { menuTemplate } from '../../../electron/menu'
import { afterCrash, createMainWindow, reloadAfterCrash, webPreferences, type WindowParts } from '../../../electron/windows'
import { projectRoot } from '../../helpers/source-files'

test('every window has the same preferences, and they cannot be changed', () => {
  expect(webPreferences).toEqual({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
  })
  expect(Object.isFrozen(webPreferences)).toBe(true)
})

describe('where the window opens', () => {
  const screen: Bounds = { x: 0, y: 0, width: 1920, height: 1080 }
  const saved = (bounds: Bounds) => ({ bounds, isMaximized: false })

  test.each([
    ['nothing is known', null, [screen], { width: 1240, height: 820 }],
    ['it was on this display', saved({ x: 100, y: 50, width: 900, height: 700 }), [screen], { x: 100, y: 50, width: 900, height: 700 }],
    ['its display is gone', saved({ x: 2500, y: 50, width: 900, height: 700 }), [screen], { width: 900, height: 700 }],
    ['its title bar would be above the screen', saved({ x: 100, y: -500, width: 900, height: 700 }), [screen], { width: 900, height: 700 }],
    ['it was on a second display', saved({ x: -1800, y: 50, width: 900, height: 700 }), [screen, { ...screen, x: -1920 }], { x: -1800, y: 50, width: 900, height: 700 }],
    ['it was larger than the display that is left', saved({ x: 5000, y: 0, width: 4000, height: 3000 }), [screen], { width: 1920, height: 1080 }],
  ])('%s', (_name, state, areas, expected) => {
    expect(placeWindow(state, areas)).toEqual(expected)
  })

  test('the state survives a restart, and a garbled file is a first start', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'commonplace-window-')), 'window.json')
    const state = { bounds: { x: 1, y: 2, width: 900, height: 700 }, isMaximized: true }
    await createWindowStateStore(path).save(state)
    expect(await createWindowStateStore(path).load()).toEqual(state)
    await writeFile(path, '{"bounds":{"x":"a"}}')
    expect(await createWindowStateStore(path).load()).toBeNull()
  })
})

describe('after the page’s process is gone', () => {
  test('it is loaded again once, then the recovery screen, then nothing; an hour later it starts over', () => {
    expect([afterCrash([], 0), afterCrash([0], 1000), afterCrash([0, 1000], 2000), afterCrash([0, 1000], 3_600_000)]).toEqual(['reload', 'recovery', 'give-up', 'reload'])
  })

  test('the window does so', () => {
    const done: string[] = []
    const contents = Object.assign(new EventEmitter(), { reload: () => void done.push('reload') })
    const window = { isDestroyed: () => false, loadURL: async (url: string) => void done.push(url), webContents: contents }
    reloadAfterCrash(window, { now: () => 0, log: { info: () => undefined, error: () => undefined } })
    for (const reason of ['clean-exit', 'crashed', 'oom', 'crashed']) contents.emit('render-process-gone', {}, { reason })
    expect(done).toEqual(['reload', 'app://commonplace/?recovery'])
  })
})

class FakeWindow extends EventEmitter {
  static made: FakeWindow[] = []
  readonly sent: unknown[] = []
  isGone = false
  readonly webContents = Object.assign(new EventEmitter(), { id: 7, reload: () => undefined, send: (_channel: string, event: unknown) => void this.sent.push(event) })
  constructor(readonly options: BrowserWindowConstructorOptions) {
    super()
    FakeWindow.made.push(this)
  }
  show = vi.fn()
  hide = vi.fn()
  focus = vi.fn()
  restore = vi.fn()
  maximize = vi.fn()
  isMinimized = () => false
  isMaximized = () => false
  isDestroyed = () => this.isGone
  getNormalBounds = () => ({ x: 0, y: 0, width: 900, height: 700 })
  loadURL = vi.fn(async () => undefined)
  destroy = () => {
    this.isGone = true
    this.emit('closed')
  }
}

describe('the window', () => {
  const parts = (): WindowParts => ({
    BrowserWindow: FakeWindow as unknown as new (options: BrowserWindowConstructorOptions) => BrowserWindow,
    preloadPath: '/app/preload.cjs',
    iconPath: null,
    isDark: () => false,
    place: async () => ({ bounds: { width: 900, height: 700 }, isMaximized: false }),
    saveState: vi.fn(async () => undefined),
    now: () => 0,
    log: { info: () => undefined, error: () => undefined },
  })
  const open = async () => {
    const window = createMainWindow(parts())
    window.show()
    window.show()
    await vi.waitFor(() => expect(FakeWindow.made).toHaveLength(1))
    const [fake] = FakeWindow.made
    if (fake === undefined) throw new Error('no window')
    return { window, fake }
  }
  beforeEach(() => void (FakeWindow.made = []))
  afterEach(() => void vi.useRealTimers())

  test('opens once, on the app’s own address, with the preferences of every window', async () => {
    const { window, fake } = await open()
    expect(fake.options.webPreferences).toEqual({ ...webPreferences, preload: '/app/preload.cjs' })
    await vi.waitFor(() => expect(fake.loadURL).toHaveBeenCalledWith('app://commonplace/'))
    await new Promise((resolve) => setTimeout(resolve, 0))
    window.show()
    expect([FakeWindow.made.length, fake.focus.mock.calls.length]).toEqual([1, 1])
  })

  test('closing gives the page the last word, heard only from that page', async () => {
    const { window, fake } = await open()
    const preventDefault = vi.fn()
    fake.emit('close', { preventDefault })
    fake.emit('close', { preventDefault })
    expect([preventDefault.mock.calls.length, fake.sent, fake.isGone]).toEqual([2, [{ type: 'before-quit' }], false])
    window.readyToQuit(8)
    expect(fake.isGone).toBe(false)
    window.readyToQuit(7)
    expect([fake.isGone, window.isOpen()]).toEqual([true, false])
  })

  test('a page that does not answer is closed after two seconds', async () => {
    const { fake } = await open()
    vi.useFakeTimers()
    fake.emit('close', { preventDefault: () => undefined })
    vi.advanceTimersByTime(1900)
    expect(fake.isGone).toBe(false)
    vi.advanceTimersByTime(200)
    expect(fake.isGone).toBe(true)
  })
})

describe('the menu', () => {
  const flatten = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])])

  test.each([['en', 'linux'], ['zh-CN', 'linux'], ['en', 'darwin'], ['zh-CN', 'darwin']] as const)('in %s on %s every item has words, and each command is one of the app’s list', (language, platform) => {
    const sent: string[] = []
    const items = flatten(menuTemplate(language, platform, (id) => sent.push(id))).filter(({ type }) => type !== 'separator')
    expect(items.filter(({ label }) => !label)).toEqual([])
    for (const { click } of items) (click as (() => void) | undefined)?.()
    expect(sent.length).toBeGreaterThan(5)
    expect(sent.filter((id) => !commands.some((command) => command.id === id))).toEqual([])
    if (language === 'zh-CN') expect(items.filter(({ label }) => !/[\u4e00-\u9fff]|^Commonplace$/.test(label ?? ''))).toEqual([])
  })
})

describe('the packed program', () => {
  const config = load(readFileSync(join(projectRoot, 'electron-builder.yml'), 'utf8')) as Record<string, unknown> & { electronFuses: Record<string, boolean> }

  test('refuses what the environment could ask of it', () => {
    expect(config.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    })
  })

  test('is packed by options that the packer knows, without node_modules', () => {
    const scheme = createRequire(import.meta.url)('app-builder-lib/scheme.json') as { properties: object; definitions: { FuseOptionsV1: { properties: object } } }
    expect(Object.keys(config).filter((name) => !(name in scheme.properties))).toEqual([])
    expect(Object.keys(config.electronFuses).filter((name) => !(name in scheme.definitions.FuseOptionsV1.properties))).toEqual([])
    expect([config['asar'], config['npmRebuild'], config['files']]).toEqual([true, false, ['out/**/*', 'package.json', '!out/.built-from', '!**/node_modules/**/*']])
  })
})
