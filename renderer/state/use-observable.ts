import { useSyncExternalStore } from 'react'
import { useServices, type Observable } from './services'
import type { Settings } from '@shared/settings'

/** The current value; renders again when it changed. */
export const useObservable = <Value>(observable: Observable<Value>): Value =>
  useSyncExternalStore(observable.subscribe, observable.current)

export const useSettings = (): Settings => useObservable(useServices().settings)
