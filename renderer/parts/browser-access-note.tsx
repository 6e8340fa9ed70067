import { browserAccess, browserAccessOf, isOutOfReach, servicesForBrowsers, type BrowserAccess } from '@shared/providers/browser-access'
import { presets } from '@shared/providers/presets'
import { useLocalisation } from '@renderer/i18n'
import { useProviderFormText } from '@renderer/i18n/provider-form-text'
import { webAppTextFor } from '@renderer/i18n/web-app-text'
import { useServices } from '@renderer/state/services'
import { Notice } from '@renderer/ui/feedback'
import { hostOf, type Preset } from './provider-presets'

/** By the address; by the kind of service while there is none. */
const accessOf = (baseUrl: string, preset: Preset): BrowserAccess | null => browserAccess(baseUrl) ?? browserAccessOf(presets[preset])

/** On the desktop nothing stands between the app and a service. */
export function useIsOutOfReach(baseUrl: string, preset: Preset): boolean {
  const { bridge } = useServices()
  return bridge.surface === 'browser' && isOutOfReach(accessOf(baseUrl, preset))
}

/** PRV-12: what a browser makes of this address, said before it fails; nothing where it is called like any other. */
export function BrowserAccessNote({ baseUrl, preset, answersPages }: { baseUrl: string; preset: Preset; answersPages?: boolean | undefined }) {
  const { bridge } = useServices()
  const text = useAccessText(baseUrl, preset, answersPages)
  if (bridge.surface !== 'browser' || text === null) return null
  return isOutOfReach(accessOf(baseUrl, preset)) || answersPages === false ? (
    <Notice tone="warn" role="status">
      {text}
    </Notice>
  ) : (
    <p className="text-sm text-muted">{text}</p>
  )
}

/** `answersPages`: what *Check* found. */
export function useAccessText(baseUrl: string, preset: Preset, answersPages?: boolean): string | null {
  const { language } = useLocalisation()
  const words = useProviderFormText()
  const { access: text } = webAppTextFor(language)
  const host = hostOf(baseUrl.trim()) || presets[preset].name
  const others = servicesForBrowsers.join(language === 'zh-CN' ? '、' : ', ')
  switch (accessOf(baseUrl, preset)) {
    case 'refused':
      return text.refused(host, others)
    case 'insecure':
      return text.insecure(host)
    case 'local':
      return (words.local[preset] ?? text.local)(location.origin)
    case 'unknown':
      // Half a name is nobody's yet.
      if (answersPages !== undefined) return answersPages ? null : text.unreadable(host, others)
      return host.includes('.') ? text.unknown(host, others) : null
    default:
      return null
  }
}
