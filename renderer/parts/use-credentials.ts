import { useEffect, useState } from 'react'
import type { CredentialInfo } from '@shared/bridge/contract'
import type { ModelProvider } from '@shared/providers/model-provider'
import { useServices } from '@renderer/state/services'

/** What is stored of the keys: whether, and their last characters. Read again whenever a provider changed. */
export function useCredentials(providers: readonly ModelProvider[]): ReadonlyMap<string, CredentialInfo> {
  const { bridge } = useServices()
  const [credentials, setCredentials] = useState<ReadonlyMap<string, CredentialInfo>>(new Map())
  useEffect(() => {
    let isCurrent = true
    void bridge.request('credentials.list', {}).then((reply) => {
      if (isCurrent && reply.ok) setCredentials(new Map(reply.value.map((credential) => [credential.id, credential])))
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, providers])
  return credentials
}
