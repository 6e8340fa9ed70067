import { contextBridge, ipcRenderer } from 'electron'
import type { BridgeEvent, FetchRequest } from '@shared/bridge/contract'
import { channels, fetchPortKey } from '@shared/bridge/fetch-wire'

/** What the page sees of main: these functions and nothing else. */
const exposed = {
  request: (name: string, input: unknown): Promise<unknown> => ipcRenderer.invoke(channels.request, { name, input }),

  /** The port of the fetch comes to the page as a message, since a port cannot cross here. */
  openFetch: (id: string, request: FetchRequest): void => {
    const { port1, port2 } = new MessageChannel()
    ipcRenderer.postMessage(channels.fetch, request, [port1])
    window.postMessage({ [fetchPortKey]: id }, window.location.origin, [port2])
  },

  onEvent: (listener: (event: BridgeEvent) => void): (() => void) => {
    const forward = (_event: unknown, payload: BridgeEvent) => listener(payload)
    ipcRenderer.on(channels.event, forward)
    return () => void ipcRenderer.off(channels.event, forward)
  },

  readyToQuit: (): void => ipcRenderer.send(channels.readyToQuit),
}

export type ExposedBridge = typeof exposed

contextBridge.exposeInMainWorld('commonplace', exposed)
