import { useState } from 'react'
import { useServices, type CheckedServer, type SyncFailure } from '@renderer/state/services'
import type { Carried } from './carried'
import { connectServer } from './connect-server'

/** The first step of every form: is there a server at the address. */
export function useConnect() {
  const services = useServices()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SyncFailure | null>(null)

  /** Runs `then` with the server that was found, and shows what either of them says went wrong. */
  const connect = async (form: Carried, then: (server: CheckedServer) => Promise<SyncFailure | null>): Promise<void> => {
    if (isBusy) return
    setFailure(null)
    setBusy(true)
    const found = await connectServer(services, form, sessionStorage)
    // The page is on its way out: it stays busy until it is gone.
    if (found === null) return
    setFailure(found.ok ? await then(found.value) : found.failure)
    setBusy(false)
  }
  return { isBusy, failure, setFailure, connect }
}
