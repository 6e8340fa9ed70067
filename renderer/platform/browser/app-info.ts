import type { RouteOutput } from '@shared/bridge/contract'

export function appInfo(): RouteOutput<'app.info'> {
  const demo = document.querySelector<HTMLMetaElement>('meta[name="commonplace-demo"]')?.content
  return {
    version: import.meta.env['VITE_APP_VERSION'] ?? '0',
    surface: 'browser',
    platform: platformName(navigator.userAgent),
    systemLanguage: navigator.language,
    dataFolder: null,
    demoBaseUrl: demo ? demo : null,
  }
}

function platformName(userAgent: string): RouteOutput<'app.info'>['platform'] {
  if (/Mac|iPhone|iPad/.test(userAgent)) return 'mac'
  if (/Windows/.test(userAgent)) return 'windows'
  return /Linux|X11/.test(userAgent) && !/Android/.test(userAgent) ? 'linux' : 'other'
}
