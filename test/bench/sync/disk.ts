import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { percentile } from './load'

/** What the disk itself needs until some bytes at the end of a file are safe: no server that stores can be faster. */
export async function syncedWriteMs(folder: string): Promise<{ p50: number; p99: number }> {
  const file = openSync(join(folder, 'synced-writes'), 'w')
  const bytes = Buffer.alloc(4096, 7)
  const times = new Float64Array(100)
  for (let write = 0; write < times.length; write++) {
    const startedAt = performance.now()
    writeSync(file, bytes)
    fdatasyncSync(file)
    times[write] = performance.now() - startedAt
    // The loop of a generator must not stand still for all of them together.
    await new Promise(setImmediate)
  }
  closeSync(file)
  times.sort()
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}
