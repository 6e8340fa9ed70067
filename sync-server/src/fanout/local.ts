import type { Fanout } from './fanout'

/** One instance alone: there is nobody else to hear or to tell. */
export const createLocalFanout = (): Fanout => ({
  kind: 'local',
  subscribe: () => Promise.resolve(() => undefined),
  publish: () => undefined,
  onSignal: () => () => undefined,
  signal: () => undefined,
  onConnection: () => () => undefined,
  close: () => Promise.resolve(),
})
