import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session as electronSession,
  shell,
  type MessagePortMain,
  type Session as ElectronSession,
} from 'electron'
import { createCredentialTransfer, type TransferQuestion } from '@shared/bridge/credential-transfer'
import { channels } from '@shared/bridge/fetch-wire'
import { discoverLocalServers } from '@shared/bridge/local-servers'
import { createProxyLogins } from '@shared/bridge/proxy-logins'
import * as z from 'zod'
import { catalogueDialog, createCatalogueSource, fetchButton } from './catalogue-source'
import { serveFetch, type Port } from './credentialed-fetch'
import { freeBytesAt, watchDiskSpace } from './disk-space'
import { createFileStore } from './files'
import { createHandlers } from './handlers'
import { createRouter } from './ipc-router'
import { createKeychain } from './keychain'
import { createLog } from './log'
import { createMemoryMirror } from './memory-mirror'
import { menuTemplate, type MenuLanguage } from './menu'
import { createProfileMarker } from './profile-marker'
import type { NetRequest } from './proxy-request'
import { createTransport } from './proxy-transport'
import { appSchemePrivileges, createAssetHandler } from './protocol'
import { guardContents, guardPermissions, isTrustedFrame } from './security'
import { createSnapshotStore } from './snapshots'
import { createSyncOriginStore } from './sync-origin'
import { sendButton, transferDialog } from './transfer-question'
import { readWebHash } from './web-hash'
import { createWindowStateStore, placeWindow } from './window-state'
import { createMainWindow } from './windows'

z.config({ jitless: true })

const log = createLog()
const clock = { now: () => Date.now() }
const demoUrl = process.env['COMMONPLACE_DEMO_URL'] ?? null

const userData = chooseUserData()
if (userData !== null) app.setPath('userData', userData)

// SEC-1: a dump of this process would hold keys. The crash reporter is never started; this stops Chromium's own.
app.commandLine.appendSwitch('disable-breakpad')
// Root has no sandbox on Linux and has to say so; every window asks for one all the same.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
protocol.registerSchemesAsPrivileged([appSchemePrivileges])

process.on('uncaughtException', (error) => log.error('uncaught', error))
process.on('unhandledRejection', (error) => log.error('unhandled', error))

if (app.requestSingleInstanceLock()) {
  void app.whenReady().then(run)
} else {
  app.quit()
}

/** A demo never touches the person's own data. */
function chooseUserData(): string | null {
  const chosen = process.env['COMMONPLACE_USER_DATA']
  if (chosen) return chosen
  return demoUrl === null ? null : join(tmpdir(), `commonplace-demo-${process.pid}`)
}

function run(): void {
  const out = join(app.getAppPath(), 'out')
  const data = app.getPath('userData')
  const inData = (...names: string[]) => join(data, ...names)

  const vault = createKeychain({ safeStorage, platform: process.platform, path: inData('credentials.json'), clock })
  const proxyLogins = createProxyLogins(vault.others)
  const transport = createTransport<ElectronSession>({
    systemFetch: (url, init) => net.fetch(url, init),
    // Its answers are streams of Node, which Electron's types do not say.
    request: (options) => net.request(options) as unknown as NetRequest,
    newSession: (name) => electronSession.fromPartition(name, { cache: false }),
    logins: proxyLogins,
  })
  const windowState = createWindowStateStore(inData('window.json'))
  const window = createMainWindow({
    BrowserWindow,
    preloadPath: join(out, 'preload', 'preload.cjs'),
    iconPath: process.platform === 'linux' ? join(out, 'renderer', 'icon.png') : null,
    isDark: () => nativeTheme.shouldUseDarkColors,
    async place() {
      const saved = await windowState.load()
      const primary = screen.getPrimaryDisplay()
      const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
      const bounds = placeWindow(saved, [primary, ...others].map(({ workArea }) => workArea))
      return { bounds, isMaximized: saved?.isMaximized ?? false }
    },
    saveState: (state) => windowState.save(state),
    now: clock.now,
    log,
  })

  const openExternal = (url: string) => shell.openExternal(url)
  let language: MenuLanguage = app.getLocale().toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
  const setLanguage = (chosen: MenuLanguage) => {
    language = chosen
    const send = (commandId: string) => window.send({ type: 'command', commandId })
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(chosen, process.platform, send)))
  }
  const confirmTransfer = async (question: TransferQuestion): Promise<boolean> => {
    const asking = window.current()
    return asking !== null && (await dialog.showMessageBox(asking, transferDialog(question, language))).response === sendButton
  }
  const confirmCatalogue = async (url: string): Promise<boolean> => {
    const asking = window.current()
    return asking !== null && (await dialog.showMessageBox(asking, catalogueDialog(url, language))).response === fetchButton
  }
  const webAppSha256 = readWebHash(out)
  const syncOrigin = createSyncOriginStore(inData('sync-origin'))

  const router = createRouter(
    createHandlers({
      info: () => ({
        version: app.getVersion(),
        surface: 'desktop',
        platform: platformName(),
        systemLanguage: app.getPreferredSystemLanguages()[0] ?? app.getLocale(),
        dataFolder: data,
        demoBaseUrl: demoUrl,
        ...(webAppSha256 !== undefined && { webAppSha256 }),
      }),
      openExternal,
      setTheme: (theme) => (nativeTheme.themeSource = theme),
      setLanguage,
      notify: (text) => showNotification(text, () => window.show()),
      reload: () => window.reload(),
      vault,
      transfer: createCredentialTransfer({ vault, random: (bytes) => new Uint8Array(randomBytes(bytes)), confirm: confirmTransfer }),
      proxyLogins,
      syncOrigin,
      catalogue: createCatalogueSource({ path: inData('catalogue-address'), fetch: (url, init) => net.fetch(url, init), confirm: confirmCatalogue }),
      discoverLocal: () => discoverLocalServers((url, init) => net.fetch(url, init)),
      files: createFileStore(inData('files')),
      snapshots: createSnapshotStore(inData('snapshots'), clock),
      memoryMirror: createMemoryMirror(inData('memory')),
      marker: createProfileMarker(inData('profile-has-data')),
      freeBytes: () => freeBytesAt(data),
    }),
    log,
  )

  guardPermissions(electronSession.defaultSession)
  app.on('web-contents-created', (_event, contents) => guardContents(contents, (url) => void openExternal(url)))
  protocol.handle(appSchemePrivileges.scheme, createAssetHandler(join(out, 'renderer'), syncOrigin.sources))

  ipcMain.handle(channels.request, (event, message: unknown) => router(event.senderFrame, message))
  ipcMain.on(channels.fetch, (event, request: unknown) => {
    const [port] = event.ports
    if (port === undefined) return
    const parts = { vault, fetch: transport, isOnline: () => net.isOnline() }
    serveFetch(request, isTrustedFrame(event.senderFrame), portOf(port), parts).catch((error: unknown) => log.error('a fetch failed', error))
  })
  ipcMain.on(channels.readyToQuit, (event) => {
    if (isTrustedFrame(event.senderFrame)) window.readyToQuit(event.sender.id)
  })

  app.on('second-instance', () => window.show())
  app.on('activate', () => window.show())
  quitWhenClosed(() => window.isOpen())
  powerMonitor.on('resume', () => window.send({ type: 'system-resumed' }))

  setLanguage(language)
  window.show()
  watchDiskSpace(() => freeBytesAt(data), (event) => window.send(event))
}

/** The page has the last word before its window closes, which holds a quit up: it goes on once the window is gone. */
function quitWhenClosed(isWindowOpen: () => boolean): void {
  let isQuitting = false
  app.on('before-quit', () => (isQuitting = true))
  app.on('window-all-closed', () => {
    if (isQuitting || process.platform !== 'darwin') app.quit()
  })
  app.on('activate', () => (isQuitting = isQuitting && isWindowOpen()))
}

function platformName() {
  const names = { darwin: 'mac', win32: 'windows', linux: 'linux' } as const
  return process.platform in names ? names[process.platform as keyof typeof names] : 'other'
}

function showNotification(text: { title: string; body: string }, onClick: () => void): void {
  if (!Notification.isSupported()) return
  const notification = new Notification(text)
  notification.on('click', onClick)
  notification.show()
}

function portOf(port: MessagePortMain): Port {
  port.start()
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', ({ data }) => listener(data)),
    onClose: (listener) => void port.on('close', listener),
    close: () => port.close(),
  }
}
