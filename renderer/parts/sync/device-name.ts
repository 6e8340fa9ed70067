import type { SyncText } from '@renderer/i18n/sync-text'

/** A name to begin with, from what the engine says about itself. */
export function suggestDeviceName(userAgent: string, maxTouchPoints: number, { deviceNames }: SyncText): string {
  if (/iPhone|iPod/.test(userAgent)) return deviceNames.iphone
  // An iPad calls itself a Mac; no Mac has a screen for ten fingers.
  if (/iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return deviceNames.ipad
  if (/Android/.test(userAgent)) return deviceNames.android
  if (/Macintosh/.test(userAgent)) return deviceNames.mac
  if (/Windows/.test(userAgent)) return deviceNames.windows
  if (/Linux|CrOS/.test(userAgent)) return deviceNames.linux
  return deviceNames.other
}

/** Longer ones are cut when they are stored. */
export const maxDeviceNameLength = 60

/** On an iPhone or iPad, in a tab: what is stored there goes after a week without use, and the installed app has its own. */
export function isTabOnIos(page: Navigator): boolean {
  return 'standalone' in page && page.standalone === false
}
