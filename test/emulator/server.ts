import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDemoFaults } from './demo-faults'
import { createFaultQueue, type FaultQueue } from './faults'
import { answerModelRequest, type Answering } from './answering'
import { answerModelList } from './model-list'
import { taskOfBody, type BackgroundTask } from './persona/background'
import { createReplay } from './replay'
import type { Fault, RecordedRequest, Script } from './types'

export interface EmulatorOptions {
  /** 0 takes a free one. */
  readonly port?: number
  /** Model ids that are listed and answered, besides demo-small and demo-large. */
  readonly models?: readonly string[]
  /** The key that is accepted; null accepts any. */
  readonly key?: string | null
  /** Folders of recordings, for models named `replay:<case-id>`. */
  readonly recordings?: readonly string[]
  /** Refuses what the real services refuse. */
  readonly isStrict?: boolean
  /** Speed of the answers; null sends as fast as possible. demo-large takes half of it. */
  readonly tokensPerSecond?: number | null
}

export interface Emulator {
  /** Without a path: OpenAI's base is `${url}/v1`, Anthropic's is `url`. */
  readonly url: string
  readonly port: number
  /** Every request so far, byte for byte, listing calls and refused ones included. */
  requests(): readonly RecordedRequest[]
  /** Answers for the next calls, one each; afterwards the persona answers again. */
  script(...answers: readonly Script[]): void
  /** The next `times` calls misbehave in this way. */
  fault(fault: Fault, times?: number): void
  /** The same for what the app asks by itself after a turn: it comes in between and is none of the above. */
  readonly background: Pick<Emulator, 'requests' | 'script' | 'fault'>
  clear(): void
  close(): Promise<void>
}

/** Starts an HTTP server on 127.0.0.1 that speaks Chat Completions, Responses and Messages. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const turns = createDesk()
  const background = createDesk()
  const deskOf = (task: unknown): Desk => (task === null ? turns : background)
  const answering: Answering = {
    models: ['demo-small', 'demo-large', ...(options.models ?? [])],
    key: options.key === undefined ? 'demo-key' : options.key,
    isStrict: options.isStrict ?? true,
    tokensPerSecond: options.tokensPerSecond ?? null,
    replay: createReplay(options.recordings ?? []),
    nextScript: (task) => deskOf(task).scripts.shift() ?? null,
    nextFault: (task) => deskOf(task).faults.take(),
    demoFault: createDemoFaults(),
  }
  const server = createServer((request, response) => {
    void handle(request, response, answering, deskOf, turns.faults)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    ...orders(turns),
    background: orders(background),
    clear() {
      for (const desk of [turns, background]) {
        desk.scripts.length = 0
        desk.recorded.length = 0
        desk.faults.clear()
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** What was asked of one kind, and what was ordered for it. */
interface Desk {
  readonly recorded: RecordedRequest[]
  readonly scripts: Script[]
  readonly faults: FaultQueue
}

const createDesk = (): Desk => ({ recorded: [], scripts: [], faults: createFaultQueue() })

const orders = ({ recorded, scripts, faults }: Desk): Emulator['background'] => ({
  requests: () => [...recorded],
  script: (...answers) => void scripts.push(...answers),
  fault: (fault, times = 1) => faults.add(fault, times),
})

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  answering: Answering,
  deskOf: (task: BackgroundTask | null) => Desk,
  faults: FaultQueue,
): Promise<void> {
  allowAnyOrigin(request, response)
  const path = (request.url ?? '/').split('?')[0] ?? '/'
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end()
    return
  }
  const body = await readBody(request)
  if (path === '/_emulator/faults') {
    controlFaults(request, response, body, faults)
    return
  }
  const kept: RecordedRequest = { method: request.method ?? 'GET', path, headers: request.headers, body }
  deskOf(taskOfBody(body.toString())).recorded.push(kept)
  try {
    if (request.method === 'GET' && path.endsWith('/models')) await answerModelList(kept, response, answering)
    else if (request.method === 'POST') await answerModelRequest(kept, response, answering)
    else notFound(response)
  } catch (error) {
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
    response.end(`emulator: ${String(error)}`)
  }
}

/** The app in a browser calls straight from its page. */
function allowAnyOrigin(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-methods', 'GET, POST, OPTIONS, DELETE')
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
  response.setHeader('access-control-expose-headers', '*')
  response.setHeader('access-control-allow-private-network', 'true')
}

/** POST {fault, times} orders faults, DELETE drops them; for the demo, from this machine only. */
function controlFaults(request: IncomingMessage, response: ServerResponse, body: Buffer, faults: FaultQueue): void {
  const address = request.socket.remoteAddress ?? ''
  if (!/^(?:::ffff:)?127\.|^::1$/.test(address)) {
    notFound(response)
    return
  }
  if (request.method === 'DELETE') faults.clear()
  else {
    const order = JSON.parse(body.toString()) as { readonly fault: Fault; readonly times?: number }
    faults.add(order.fault, order.times ?? 1)
  }
  response.writeHead(204).end()
}

function notFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found')
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
