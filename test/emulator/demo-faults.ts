import { demoFaultHeader, readDemoFault, type DemoFault } from '../../shared/providers/demo-fault'
import type { Fault, RecordedRequest } from './types'

const faults: Readonly<Record<DemoFault, Fault>> = {
  limited: { kind: 'status', status: 429, headers: { 'retry-after': '6' } },
  overloaded: { kind: 'status', status: 503 },
  cut: { kind: 'cut', bytes: 6000 },
  slow: { kind: 'slow-frames', ms: 600 },
  down: { kind: 'status', status: 502, body: '<html><body><h1>502 Bad Gateway</h1></body></html>' },
}

/** Faults that the demo's panel orders with each request; an order for one call is carried out once. */
export function createDemoFaults(): (request: RecordedRequest, model: string) => Fault | null {
  const done = new Set<string>()
  return ({ headers }, model) => {
    const order = readDemoFault(String(headers[demoFaultHeader] ?? ''))
    if (order === null || (order.of === 'large' && model !== 'demo-large')) return null
    if (order.once !== null) {
      if (done.has(order.once)) return null
      done.add(order.once)
    }
    return faults[order.fault]
  }
}
