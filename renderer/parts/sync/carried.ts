import { useEffect, useState } from 'react'

/**
 * What a form held when the page had to be loaded anew: the desktop takes a server's address into the page's policy
 * that way. Kept for that one load. The recovery phrase is never among it.
 */
export type Carried =
  | { readonly flow: 'turn-on'; readonly address: string; readonly token: string; readonly deviceName: string }
  | { readonly flow: 'join'; readonly address: string; readonly code: string; readonly deviceName: string }
  | { readonly flow: 'recover'; readonly address: string; readonly deviceName: string }

export const carriedKey = 'commonplace-sync-form'

export function carry(form: Carried, storage: Storage): void {
  storage.setItem(carriedKey, JSON.stringify(form))
}

/**
 * The form of this flow, once; what another flow left is dropped. It is dropped only when the form is there: a first
 * drawing that something else makes wait is thrown away, and what it had taken would be lost with it.
 */
export function useCarried<Flow extends Carried['flow']>(flow: Flow): Extract<Carried, { flow: Flow }> | null {
  const [carried] = useState(() => readCarried(flow, sessionStorage))
  useEffect(() => sessionStorage.removeItem(carriedKey), [])
  return carried
}

export function readCarried<Flow extends Carried['flow']>(flow: Flow, storage: Storage): Extract<Carried, { flow: Flow }> | null {
  const form = peekCarried(storage)
  return form?.flow === flow ? (form as Extract<Carried, { flow: Flow }>) : null
}

export function peekCarried(storage: Storage): Carried | null {
  const stored = storage.getItem(carriedKey)
  try {
    return stored === null ? null : (JSON.parse(stored) as Carried)
  } catch {
    return null
  }
}
