import type { Bridge } from '@shared/bridge/bridge'
import type { BridgeEvent, FetchRequest, RouteInput, RouteName, RouteOutput } from '@shared/bridge/contract'
import { fetchPortKey } from '@shared/bridge/fetch-wire'
import type { Failure } from '@shared/errors'
import type { Result } from '@shared/result'

/** What the preload puts into the page. */
export interface ExposedBridge {
  request(name: string, input: unknown): Promise<unknown>
  openFetch(id: string, request: FetchRequest): void
  onEvent(listener: (event: BridgeEvent) => void): () => void
  readyToQuit(): void
}

/** The bridge to Electron's main. Inputs and outputs are parsed there, so that both ends need not do it twice. */
export function createElectronBridge(exposed: ExposedBridge, page: Window): Bridge {
  return {
    surface: 'desktop',

    async request<Name extends RouteName>(name: Name, input: RouteInput<Name>) {
      return (await exposed.request(name, input)) as Result<RouteOutput<Name>, Failure>
    },

    async fetchWithCredential(request, signal) {
      signal.throwIfAborted()
      const id = crypto.randomUUID()
      const port = receivePort(page, id)
      exposed.openFetch(id, request)
      // Nothing is asked of a model before the first paint. What main says meanwhile waits in the port.
      const { responseFromPort } = await import('./port-response')
      return responseFromPort(await port, signal)
    },

    onEvent: (listener) => exposed.onEvent(listener),
    readyToQuit: () => exposed.readyToQuit(),
  }
}

/** The preload posts the port to this very window; a message from anywhere else is not it. */
function receivePort(page: Window, id: string): Promise<MessagePort> {
  return new Promise((resolve) => {
    page.addEventListener('message', function onMessage(event: MessageEvent<unknown>) {
      const [port] = event.ports
      const isOurs = event.source === page && event.origin === page.location.origin && idOf(event.data) === id
      if (!isOurs || port === undefined) return
      page.removeEventListener('message', onMessage)
      resolve(port)
    })
  })
}

const idOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && fetchPortKey in data ? data[fetchPortKey] : null
