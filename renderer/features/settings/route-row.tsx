import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { RouteHealth } from '@shared/calls/route-health'
import { useLocalisation, type Localisation } from '@renderer/i18n'
import { useCallsText, type CallsText } from '@renderer/i18n/calls-text'
import { useServices, type UsableModel } from '@renderer/state/services'
import { IconButton } from '@renderer/ui/button'

interface RouteRowProps {
  name: string
  /** null: no longer set up. */
  model: UsableModel | null
  /** null at the end of the list; left out for the model itself, which always comes first. */
  onUp?: (() => void) | null
  onDown?: (() => void) | null
  onRemove?: () => void
}

/** One way to a model, with how it answers in words. */
export function RouteRow({ name, model, onUp, onDown, onRemove }: RouteRowProps) {
  const words = useCallsText()
  const { format } = useLocalisation()
  const health = useRouteHealth(model)
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 border-b border-line py-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{name}</p>
        <p className="min-h-5 text-sm text-muted tabular-nums">{model === null ? words.routes.gone : health === null ? '' : healthText(health, words, format)}</p>
      </div>
      {onRemove !== undefined && (
        <div className="flex items-center gap-1">
          <IconButton size="small" label={words.routes.up(name)} icon={<ArrowUp size={15} aria-hidden />} aria-disabled={!onUp} className={onUp ? '' : 'opacity-40'} onClick={() => onUp?.()} />
          <IconButton size="small" label={words.routes.down(name)} icon={<ArrowDown size={15} aria-hidden />} aria-disabled={!onDown} className={onDown ? '' : 'opacity-40'} onClick={() => onDown?.()} />
          <IconButton size="small" label={words.routes.remove(name)} icon={<X size={15} aria-hidden />} onClick={onRemove} />
        </div>
      )}
    </li>
  )
}

const readEveryMs = 5000

/** Read again and again while it is shown: calls are made in other windows too. */
function useRouteHealth(model: UsableModel | null): RouteHealth | null {
  const { routeHealth } = useServices()
  const [health, setHealth] = useState<RouteHealth | null>(null)
  useEffect(() => {
    if (model === null) return
    let isCurrent = true
    const read = (): void => void routeHealth(model).then((value) => (isCurrent ? setHealth(value) : undefined))
    read()
    const timer = setInterval(read, readEveryMs)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [model, routeHealth])
  return health
}

function healthText(health: RouteHealth, { health: words }: CallsText, format: Localisation['format']): string {
  switch (health.kind) {
    case 'unknown':
      return words.unknown
    case 'limited':
      return words.limited(format.time(health.until))
    case 'resting':
      return words.resting(health.failures, format.time(health.until))
    case 'known':
      if (health.answered < health.calls) return words.mixed(health.answered, health.calls)
      return health.firstTokenMs === null ? words.wellUntimed : words.well(format.duration(health.firstTokenMs))
  }
}
