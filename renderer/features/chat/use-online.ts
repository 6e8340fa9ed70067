import { useSyncExternalStore } from 'react'
import type { UsableModel } from '@renderer/state/services'

function subscribe(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** A model on this computer answers without a network. */
export function isLocal(model: UsableModel): boolean {
  const { hostname } = new URL(model.provider.baseUrl)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.')
}
