import { statfs } from 'node:fs/promises'
import type { BridgeEvent } from '@shared/bridge/contract'

const gigabyte = 1024 ** 3
const hourMs = 3_600_000

/** Bytes that this user may still write where `folder` lies; null where the system does not say. */
export async function freeBytesAt(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

/** What to tell the app about that much space; null where there is enough. */
export function spaceEvent(freeBytes: number | null): Extract<BridgeEvent, { type: 'storage-low' }> | null {
  if (freeBytes === null || freeBytes >= gigabyte) return null
  return { type: 'storage-low', freeBytes, level: freeBytes < 0.2 * gigabyte ? 'critical' : 'warn' }
}

/** Looks now and every hour; returns the function that stops. */
export function watchDiskSpace(read: () => Promise<number | null>, send: (event: BridgeEvent) => void): () => void {
  const look = async () => {
    const event = spaceEvent(await read())
    if (event !== null) send(event)
  }
  void look()
  const timer = setInterval(() => void look(), hourMs)
  timer.unref()
  return () => clearInterval(timer)
}
