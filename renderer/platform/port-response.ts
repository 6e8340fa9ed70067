import type { ToMain, ToPage } from '@shared/bridge/fetch-wire'
import { BridgeFetchError } from '@shared/bridge/bridge'

/**
 * The answer that main sends over a port, as a Response whose body is pulled: what is not read is not sent.
 * Rejects with a BridgeFetchError where there is no answer, and with the signal's reason where it is aborted.
 */
export function responseFromPort(port: MessagePort, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const post = (message: ToMain) => port.postMessage(message)
    const body = createBody((bytes) => post({ type: 'credit', bytes }), () => finish('abort'))

    function finish(how: 'end' | 'abort'): void {
      signal.removeEventListener('abort', onAbort)
      if (how === 'abort') post({ type: 'abort' })
      port.close()
    }
    function onAbort(): void {
      finish('abort')
      body.fail(signal.reason)
      reject(signal.reason as Error)
    }

    port.onmessage = ({ data }: MessageEvent<ToPage>) => {
      switch (data.type) {
        case 'head':
          return resolve(createResponse(data, body.stream))
        case 'chunk':
          return body.push(data.bytes)
        case 'end':
          finish('end')
          return body.end()
        case 'failed': {
          finish('end')
          const error = new BridgeFetchError(data.failure)
          body.fail(error)
          reject(error)
        }
      }
    }
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
  })
}

const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304])

function createResponse({ status, statusText, headers }: Extract<ToPage, { type: 'head' }>, stream: ReadableStream<Uint8Array>): Response {
  return new Response(statusesWithoutBody.has(status) ? null : stream, { status, statusText, headers })
}

interface Body {
  readonly stream: ReadableStream<Uint8Array>
  push(bytes: Uint8Array): void
  end(): void
  fail(reason: unknown): void
}

/** A stream of what was pushed; `onUse` hears of the bytes that the reader took. */
function createBody(onUse: (bytes: number) => void, onCancel: () => void): Body {
  const waiting: Uint8Array[] = []
  let controller: ReadableStreamDefaultController<Uint8Array>
  let state: 'open' | 'ended' | 'closed' = 'open'
  let wake: () => void = () => undefined

  function close(action: () => void): void {
    if (state === 'closed') return
    state = 'closed'
    action()
    wake()
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      start: (given) => void (controller = given),
      async pull() {
        while (waiting.length === 0 && state === 'open') await new Promise<void>((resolve) => (wake = resolve))
        const bytes = waiting.shift()
        if (bytes === undefined) return close(() => controller.close())
        controller.enqueue(bytes)
        if (state === 'open') onUse(bytes.byteLength)
      },
      cancel() {
        if (state === 'open') onCancel()
        state = 'closed'
      },
    },
    { highWaterMark: 0 },
  )

  return {
    stream,
    push(bytes) {
      waiting.push(bytes)
      wake()
    },
    end() {
      if (state === 'open') state = 'ended'
      wake()
    },
    fail(reason) {
      close(() => controller.error(reason))
    },
  }
}
