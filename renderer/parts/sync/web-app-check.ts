import { useEffect, useState } from 'react'
import type { SyncText } from '@renderer/i18n/sync-text'
import { useServices } from '@renderer/state/services'

/** Whether a phone that opens the server's address runs the same program as this app. Hashes are shortened for reading. */
export type WebAppCheck =
  | { readonly kind: 'same'; readonly here: string }
  | { readonly kind: 'other'; readonly here: string; readonly there: string }
  | { readonly kind: 'not-served' }

const shownLetters = 8
const short = (hash: string): string => hash.slice(0, shownLetters)

/** @param here Of the page that this app carries. @param there Null where the server serves none. */
export function compareWebApp(here: string, there: string | null): WebAppCheck {
  if (there === null) return { kind: 'not-served' }
  return there.toLowerCase() === here.toLowerCase() ? { kind: 'same', here: short(here) } : { kind: 'other', here: short(here), there: short(there) }
}

export function sayWebApp(check: WebAppCheck, text: SyncText): string {
  if (check.kind === 'not-served') return text.webAppNone
  return check.kind === 'same' ? text.webAppSame(check.here) : text.webAppOther(check.there, check.here)
}

/**
 * Asks the server once. Null while it has not answered, and in a browser, whose page is what a server served: there is
 * nothing to compare it with.
 */
export function useWebAppCheck(serverUrl: string | null): WebAppCheck | null {
  const { bridge, sync } = useServices()
  const [check, setCheck] = useState<WebAppCheck | null>(null)
  useEffect(() => {
    let isCurrent = true
    const ask = async (): Promise<WebAppCheck | null> => {
      const info = await bridge.request('app.info', {})
      const here = info.ok ? info.value.webAppSha256 : undefined
      if (here === undefined || serverUrl === null) return null
      const server = await sync.checkServer(serverUrl)
      return server.ok ? compareWebApp(here, server.value.webAppSha256) : null
    }
    void ask().then((found) => {
      if (isCurrent) setCheck(found)
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, sync, serverUrl])
  return check
}
