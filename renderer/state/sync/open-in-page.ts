import type { SyncEnvironment } from './environment'
import type { DeviceKind } from './sync-service'
import type { SyncFaces } from './sync-shell'
import { openSyncClient, type OpenedSync } from './sync-client'

type FromPage = 'locks' | 'fetch' | 'Socket' | 'random' | 'timer' | 'deviceKind' | 'isOnline' | 'onWake' | 'onRest'

/** Sync with what the page itself brings: sockets, locks, chance, and when to look again. */
export function openSyncInPage(parts: Omit<SyncEnvironment, FromPage>, faces: SyncFaces): Promise<OpenedSync> {
  return openSyncClient(
    {
      ...parts,
      locks: navigator.locks,
      fetch: (input, init) => fetch(input, init),
      Socket: WebSocket,
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
      timer: {
        after(delayMs, work) {
          const timer = setTimeout(work, delayMs)
          return () => clearTimeout(timer)
        },
      },
      deviceKind: deviceKindOf(parts),
      isOnline: () => navigator.onLine,
      onWake: (listener) => onWake(listener, parts),
      onRest: (listener) => onRest(listener, parts),
    },
    faces,
  )
}

function onWake(listener: () => void, { bridge }: Pick<SyncEnvironment, 'bridge'>): () => void {
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') listener()
  }
  addEventListener('online', listener)
  document.addEventListener('visibilitychange', onVisible)
  const stop = bridge.onEvent((event) => {
    if (event.type === 'system-resumed') listener()
  })
  return () => {
    removeEventListener('online', listener)
    document.removeEventListener('visibilitychange', onVisible)
    stop()
  }
}

/** A window may be closed that had no focus, nor was seen: the bridge says that too, in a browser when the page is hidden. */
export function onRest(listener: () => void, { bridge }: Pick<SyncEnvironment, 'bridge'>): () => void {
  const onHidden = (): void => {
    if (document.visibilityState === 'hidden') listener()
  }
  addEventListener('blur', listener)
  document.addEventListener('visibilitychange', onHidden)
  const stop = bridge.onEvent((event) => {
    if (event.type === 'before-quit') listener()
  })
  return () => {
    removeEventListener('blur', listener)
    document.removeEventListener('visibilitychange', onHidden)
    stop()
  }
}

function deviceKindOf({ bridge }: Pick<SyncEnvironment, 'bridge'>): DeviceKind {
  if (bridge.surface === 'desktop') return 'desktop'
  return matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) < 600 ? 'phone' : 'browser'
}
