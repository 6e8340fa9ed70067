import { useEffect, useState } from 'react'
import type { RouteOutput } from '@shared/bridge/contract'
import { presets } from '@shared/providers/presets'
import { useLocalisation } from '@renderer/i18n'
import { useServices } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'

export type LocalServer = RouteOutput<'models.discoverLocal'>[number]

/** Model servers that run on this computer on their usual ports; nothing is shown where there are none. */
export function LocalServers({ onUse }: { onUse: (server: LocalServer) => void }) {
  const { bridge } = useServices()
  const { text } = useLocalisation()
  const [servers, setServers] = useState<readonly LocalServer[]>([])
  useEffect(() => {
    let isCurrent = true
    void bridge.request('models.discoverLocal', {}).then((reply) => {
      if (isCurrent && reply.ok) setServers(reply.value)
    })
    return () => {
      isCurrent = false
    }
  }, [bridge])
  if (servers.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-lg border border-transparent bg-accent-soft px-3 py-2">
      <span className="text-sm text-muted">{text.providers.foundHere}</span>
      {servers.map((server) => (
        <Button key={server.baseUrl} size="small" onClick={() => onUse(server)}>
          {text.providers.useLocal(presets[server.kind].name)}
          <span className="font-normal text-faint">{text.providers.localModels(server.models.length)}</span>
        </Button>
      ))}
    </div>
  )
}
