import { useMemo } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { useServices } from '@renderer/state/services'
import { createMemoryActions, type MemoryActions } from './memory-actions'

export function useMemoryActions(): MemoryActions {
  const services = useServices()
  const { language } = useLocalisation()
  return useMemo(() => createMemoryActions(services, language), [services, language])
}
