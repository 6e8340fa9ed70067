import type { Fault } from './types'

/** Faults that tests and the control endpoint have ordered, each for a number of requests. */
export interface FaultQueue {
  add(fault: Fault, times: number): void
  /** The next fault, counted down. */
  take(): Fault | null
  clear(): void
}

export function createFaultQueue(): FaultQueue {
  let queue: { readonly fault: Fault; left: number }[] = []
  return {
    add: (fault, times) => void queue.push({ fault, left: times }),
    take() {
      const next = queue[0]
      if (next === undefined) return null
      next.left--
      if (next.left <= 0) queue = queue.slice(1)
      return next.fault
    },
    clear: () => void (queue = []),
  }
}

/** Reads a fault from a model name: `fault:cut-at-200`, `fault:status-429`, `fault:html`, …; null for any other name. */
export function faultOfModel(model: string): Fault | null {
  const [name = '', amount] = splitName(model)
  switch (name) {
    case 'fault:cut-at':
      return { kind: 'cut', bytes: amount }
    case 'fault:end-at':
      return { kind: 'end', bytes: amount }
    case 'fault:stall-at':
      return { kind: 'stall', bytes: amount }
    case 'fault:status':
      return { kind: 'status', status: amount }
    case 'fault:delay':
      return { kind: 'delay', ms: amount }
    case 'fault:slow-frames':
      return { kind: 'slow-frames', ms: amount }
    case 'fault:dribble':
      return { kind: 'dribble' }
    case 'fault:huge':
      return { kind: 'huge' }
    case 'fault:no-terminal':
    case 'fault:out-of-credit':
    case 'fault:hang':
    case 'fault:garbage':
    case 'fault:html':
    case 'fault:empty':
      return { kind: name.slice('fault:'.length) } as Fault
    default:
      return null
  }
}

function splitName(model: string): readonly [string, number] {
  const match = /^(fault:[a-z-]*?)-?(\d+)$/.exec(model)
  return match === null ? [model, 0] : [match[1] ?? '', Number(match[2])]
}
