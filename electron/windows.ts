import type { BrowserWindow as ElectronWindow, BrowserWindowConstructorOptions } from 'electron'
import type { BridgeEvent } from '@shared/bridge/contract'
import { channels } from '@shared/bridge/fetch-wire'
import type { Log } from './log'
import { appOrigin } from './security'
import type { Bounds, WindowState } from './window-state'

/** The same for every window; the preload is added by its path. */
export const webPreferences = Object.freeze({
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
  // Chromium would fetch its dictionaries from a server that nobody chose.
  spellcheck: false,
})

const quitWaitMs = 2000
const crashWindowMs = 60_000

export interface WindowParts {
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => ElectronWindow
  readonly preloadPath: string
  readonly iconPath: string | null
  readonly isDark: () => boolean
  readonly place: () => Promise<{ readonly bounds: Partial<Bounds> & { width: number; height: number }; readonly isMaximized: boolean }>
  readonly saveState: (state: WindowState) => Promise<void>
  readonly now: () => number
  readonly log: Log
}

/** What to do after the page's process is gone: once the page again, then the recovery screen, then nothing. */
export function afterCrash(earlier: readonly number[], now: number): 'reload' | 'recovery' | 'give-up' {
  const recent = earlier.filter((at) => now - at < crashWindowMs).length
  if (recent === 0) return 'reload'
  return recent === 1 ? 'recovery' : 'give-up'
}

export interface MainWindow {
  show(): void
  send(event: BridgeEvent): void
  /** The page again from the start, once it has written what was pending. */
  reload(): void
  /** The page has written what was pending. */
  readyToQuit(senderId: number): void
  /** For dialogs that belong to it; null while it is closed. */
  current(): ElectronWindow | null
  isOpen(): boolean
}

/** The one window of the app: opened, brought back, closed with a last word to the page. */
export function createMainWindow(parts: WindowParts): MainWindow {
  const { BrowserWindow } = parts
  let window: ElectronWindow | null = null
  let isOpening = false
  /** What follows the page's last word. */
  let pending: { work: () => void; readonly timer: NodeJS.Timeout } | null = null

  async function open(): Promise<void> {
    const { bounds, isMaximized } = await parts.place()
    const options: BrowserWindowConstructorOptions = {
      ...bounds,
      minWidth: 360,
      minHeight: 400,
      show: false,
      title: 'Commonplace',
      backgroundColor: parts.isDark() ? '#1b1a18' : '#faf8f4',
      webPreferences: { ...webPreferences, preload: parts.preloadPath },
    }
    if (parts.iconPath !== null) options.icon = parts.iconPath
    const opened = new BrowserWindow(options)
    window = opened
    if (isMaximized) opened.maximize()
    opened.once('ready-to-show', () => opened.show())
    opened.on('close', (event) => closeAfterLastWord(opened, event))
    opened.on('closed', () => (window = null))
    reloadAfterCrash(opened, parts)
    await opened.loadURL(`${appOrigin}/`)
  }

  function closeAfterLastWord(closing: ElectronWindow, event: { preventDefault(): void }): void {
    event.preventDefault()
    void parts.saveState({ bounds: closing.getNormalBounds(), isMaximized: closing.isMaximized() })
    afterLastWord(closing, () => closing.destroy())
    closing.hide()
  }

  /** Goes on when the page says so, or when it has had its time; a later request takes an earlier one's place. */
  function afterLastWord(target: ElectronWindow, work: () => void): void {
    const ifThere = () => !target.isDestroyed() && work()
    if (pending !== null) {
      pending.work = ifThere
      return
    }
    pending = { work: ifThere, timer: setTimeout(finish, quitWaitMs) }
    target.webContents.send(channels.event, { type: 'before-quit' } satisfies BridgeEvent)
  }

  function finish(): void {
    if (pending === null) return
    const { work, timer } = pending
    clearTimeout(timer)
    pending = null
    work()
  }

  return {
    show() {
      if (window !== null) {
        if (window.isMinimized()) window.restore()
        window.show()
        window.focus()
        return
      }
      if (isOpening) return
      isOpening = true
      open()
        .catch((error: unknown) => parts.log.error('the window did not load', error))
        .finally(() => (isOpening = false))
    },
    send(event) {
      if (window !== null && !window.isDestroyed()) window.webContents.send(channels.event, event)
    },
    reload() {
      const reloading = window
      if (reloading !== null && !reloading.isDestroyed() && pending === null) afterLastWord(reloading, () => reloading.webContents.reload())
    },
    readyToQuit(senderId) {
      if (window?.webContents.id === senderId) finish()
    },
    isOpen: () => window !== null,
    current: () => window,
  }
}

interface CrashingWindow {
  isDestroyed(): boolean
  loadURL(url: string): Promise<void>
  readonly webContents: {
    on(event: 'render-process-gone', listener: (event: unknown, details: { reason: string }) => void): unknown
    reload(): void
  }
}

export function reloadAfterCrash(window: CrashingWindow, parts: Pick<WindowParts, 'now' | 'log'>): void {
  const crashes: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    const decision = afterCrash(crashes, parts.now())
    crashes.push(parts.now())
    parts.log.info(`the page's process is gone (${reason}): ${decision}`)
    if (decision === 'reload') window.webContents.reload()
    if (decision === 'recovery') void window.loadURL(`${appOrigin}/?recovery`).catch(() => undefined)
  })
}
