import type { Bridge } from '@shared/bridge/bridge'
import type { CommonplaceDb } from '@renderer/db/schema'
import type { StorageGuard } from '@renderer/db/storage-guard'

const lookEveryMs = 60 * 60 * 1000
const retryEveryMs = 15 * 1000

/**
 * Keeps the guard told about free space (at the start, hourly, and when main warns), and tries refused writes
 * again while there are any. The guard itself is the observable health. Returns the way to stop.
 */
export function watchStorage(ports: {
  guard: StorageGuard
  db: CommonplaceDb
  bridge: Pick<Bridge, 'request' | 'onEvent'>
}): () => void {
  const { guard, db, bridge } = ports
  const look = async (): Promise<void> => {
    const status = await bridge.request('storage.status', {})
    if (!status.ok) return
    const { freeBytes, quotaBytes, usageBytes } = status.value
    const granted = quotaBytes !== null && usageBytes !== null ? quotaBytes - usageBytes : null
    guard.reportFree(freeBytes ?? granted)
  }
  const retry = async (): Promise<void> => {
    const { kind } = guard.current()
    if (kind === 'full' || kind === 'failed') await guard.retryPending()
  }
  const stopListening = bridge.onEvent((event) => {
    if (event.type === 'storage-low') guard.reportFree(event.freeBytes)
    if (event.type === 'system-resumed') void look()
  })
  // Where nothing waits, a row of a few bytes finds out whether the disk takes writes again.
  const forgetProbe = guard.addPending(() => guard.write(() => db.meta.put({ key: 'write-check', value: true })))
  const timers = [setInterval(() => void look(), lookEveryMs), setInterval(() => void retry(), retryEveryMs)]
  void look()
  return () => {
    stopListening()
    forgetProbe()
    for (const timer of timers) clearInterval(timer)
  }
}
