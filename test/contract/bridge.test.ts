import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BridgeFetchError } from '@shared/bridge/bridge'
import type { Failure } from '@shared/errors'
import type { Result } from '@shared/result'
import { responseFromPort } from '@renderer/platform/port-response'
import { serveFetch } from '../../electron/credentialed-fetch'
import { createDesktopRouter } from '../helpers/desktop-router'
import { createNodeTransport } from '../helpers/node-transport'
import { testBridgeContract } from './bridge-suite'

testBridgeContract('main’s router over real files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-contract-'))
  let main = createDesktopRouter(folder)
  return {
    surface: 'desktop',
    request: (name, input) => main.request(name, input),
    putFile: (bytes) => main.request('files.put', { bytes: new Uint8Array(bytes) }),
    async getFile(hash) {
      const reply = (await main.request('files.get', { hash })) as { ok: boolean; value?: unknown }
      return reply.value instanceof Uint8Array ? Array.from(reply.value) : reply
    },
    async receiveKey() {
      const reply = (await main.request('credentials.receiveKey', {})) as { value: { publicKey: Uint8Array } }
      return Array.from(reply.value.publicKey)
    },
    async sealCredentials(ids, recipientKey, deviceName) {
      const reply = (await main.request('credentials.seal', { ids, recipientKey: new Uint8Array(recipientKey), deviceName })) as Result<{ sealed: Uint8Array }, Failure>
      return reply.ok ? Array.from(reply.value.sealed) : { failure: reply.failure }
    },
    receiveCredentials: (sealed) => main.request('credentials.receive', { sealed: new Uint8Array(sealed) }),
    async fetch({ body, ...request }) {
      const { port1, port2 } = new MessageChannel()
      const port = {
        post: (message: unknown) => port1.postMessage(message),
        onMessage: (listener: (message: unknown) => void) => void (port1.onmessage = ({ data }: MessageEvent<unknown>) => listener(data)),
        onClose: (listener: () => void) => port1.addEventListener('close', listener),
        close: () => port1.close(),
      }
      const bytes = body === null ? null : new TextEncoder().encode(body)
      void serveFetch({ ...request, body: bytes }, true, port, { vault: main.vault, fetch: createNodeTransport(main.proxyLogins), isOnline: () => true })
      try {
        const response = await responseFromPort(port2, new AbortController().signal)
        return { status: response.status, text: await response.text() }
      } catch (error) {
        if (error instanceof BridgeFetchError) return { failure: error.failure }
        throw error
      }
    },
    async restart() {
      main = createDesktopRouter(folder)
    },
    close: async () => undefined,
  }
})
