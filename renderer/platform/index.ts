import type { Bridge } from '@shared/bridge/bridge'
import { createBrowserBridge } from './browser-bridge'
import { createElectronBridge, type ExposedBridge } from './electron-bridge'

declare global {
  interface Window {
    /** Put here by Electron's preload; nothing outside this folder uses it. */
    readonly commonplace?: ExposedBridge
  }
}

/** The bridge of the surface that the page runs on. */
export function createBridge(): Bridge {
  return window.commonplace === undefined ? createBrowserBridge() : createElectronBridge(window.commonplace, window)
}
