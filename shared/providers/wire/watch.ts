/** Ends a call when the person cancels it or when no byte arrived for too long. */
export interface Watch {
  /** Aborts for either reason. */
  readonly signal: AbortSignal
  /** null while neither happened. */
  readonly endedBy: 'cancelled' | 'timeout' | null
  /** A byte arrived: the idle time starts anew. */
  touch(): void
  /** The promise, or a rejection as soon as the watch ends, even where the other side ignores the signal. */
  race<Value>(promise: Promise<Value>): Promise<Value>
  /** Stops the timer and aborts what is still open. */
  close(): void
}

export function startWatch(outer: AbortSignal, idleTimeoutMs: number): Watch {
  const controller = new AbortController()
  let endedBy: Watch['endedBy'] = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  const end = (reason: 'cancelled' | 'timeout') => {
    if (isClosed) return
    endedBy ??= reason
    controller.abort(new DOMException(reason, 'AbortError'))
  }
  const cancel = () => end('cancelled')
  const touch = () => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => end('timeout'), idleTimeoutMs)
  }
  outer.addEventListener('abort', cancel, { once: true })
  if (outer.aborted) cancel()
  touch()

  return {
    signal: controller.signal,
    get endedBy() {
      return endedBy
    },
    touch,
    race(promise) {
      return new Promise((resolve, reject) => {
        const give = () => reject(controller.signal.reason as unknown)
        if (controller.signal.aborted) {
          promise.catch(() => undefined)
          give()
          return
        }
        controller.signal.addEventListener('abort', give, { once: true })
        promise.then(resolve, reject).finally(() => controller.signal.removeEventListener('abort', give))
      })
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      outer.removeEventListener('abort', cancel)
      controller.abort()
    },
  }
}
