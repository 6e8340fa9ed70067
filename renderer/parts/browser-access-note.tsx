import { browserAccess, isOutOfReach, servicesForBrowsers } from '@shared/providers/browser-access'
import { useLocalisation } from '@renderer/i18n'
import { webAppTextFor } from '@renderer/i18n/web-app-text'
import { useServices } from '@renderer/state/services'
import { Notice } from '@renderer/ui/feedback'
import { hostOf } from './provider-presets'

/** On the desktop nothing stands between the app and a service. */
export function useIsOutOfReach(baseUrl: string): boolean {
  const { bridge } = useServices()
  return bridge.surface === 'browser' && isOutOfReach(browserAccess(baseUrl))
}

/** SYN-12: what a browser makes of this address, said before it fails; nothing where it is called like any other. */
export function BrowserAccessNote({ baseUrl }: { baseUrl: string }) {
  const { bridge } = useServices()
  const text = useAccessText(baseUrl)
  if (bridge.surface !== 'browser' || text === null) return null
  return isOutOfReach(browserAccess(baseUrl)) ? (
    <Notice tone="warn" role="status">
      {text}
    </Notice>
  ) : (
    <p className="text-sm text-muted">{text}</p>
  )
}

function useAccessText(baseUrl: string): string | null {
  const { language } = useLocalisation()
  const { access: text } = webAppTextFor(language)
  const host = hostOf(baseUrl.trim())
  const others = servicesForBrowsers.join(language === 'zh-CN' ? '、' : ', ')
  switch (browserAccess(baseUrl)) {
    case 'refused':
      return text.refused(host, others)
    case 'insecure':
      return text.insecure(host)
    case 'local':
      return text.local(location.origin)
    case 'unknown':
      // Half a name is nobody's yet.
      return host.includes('.') ? text.unknown(host, others) : null
    default:
      return null
  }
}
