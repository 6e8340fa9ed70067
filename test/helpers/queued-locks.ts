interface Waiting {
  readonly work: () => void
  readonly reject: (error: Error) => void
}

interface Held {
  readonly reject: (error: Error) => void
}

/** Web Locks for Node as far as sync asks for them: exclusive, in line, called off by a signal, or stolen. One per profile. */
export function createQueuedLocks(): Pick<LockManager, 'request'> & { readonly isHeld: (name: string) => boolean } {
  const held = new Map<string, Held>()
  const lines = new Map<string, Waiting[]>()
  const lineOf = (name: string): Waiting[] => {
    const line = lines.get(name) ?? []
    lines.set(name, line)
    return line
  }

  function hold(name: string, work: (lock: Lock | null) => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const mine: Held = { reject }
      held.set(name, mine)
      Promise.resolve(work({ name, mode: 'exclusive' }))
        .then(resolve, reject)
        .finally(() => {
          if (held.get(name) !== mine) return
          held.delete(name)
          next(name)
        })
    })
  }

  function next(name: string): void {
    const waiting = lineOf(name).shift()
    if (waiting !== undefined) waiting.work()
  }

  const request = (name: string, options: LockOptions, work: (lock: Lock | null) => unknown): Promise<unknown> => {
    if (options.ifAvailable === true && held.has(name)) return Promise.resolve(work(null))
    if (options.steal === true) {
      held.get(name)?.reject(new DOMException('stolen', 'AbortError'))
      return hold(name, work)
    }
    if (!held.has(name)) return hold(name, work)
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { work: () => void hold(name, work).then(resolve, reject), reject }
      lineOf(name).push(waiting)
      options.signal?.addEventListener('abort', () => {
        lines.set(name, lineOf(name).filter((other) => other !== waiting))
        reject(new DOMException('called off', 'AbortError'))
      })
    })
  }
  return { request, isHeld: (name: string) => held.has(name) } as unknown as ReturnType<typeof createQueuedLocks>
}
