import { fail, type Result } from '@shared/result'
import type { CheckedServer, Services, SyncFailure } from '@renderer/state/services'
import { carriedKey, carry, type Carried } from './carried'

/** null: the page is being loaded anew and comes back to this form with what was carried over. */
export type Connected = Result<CheckedServer, SyncFailure> | null

/**
 * Looks for the server at an address as it was typed. The desktop's page may connect to nothing that main was not
 * told of, so there the address is allowed first, which may load the page anew.
 */
export async function connectServer({ sync, bridge }: Pick<Services, 'sync' | 'bridge'>, form: Carried, storage: Storage): Promise<Connected> {
  if (form.address.trim() === '') return fail({ code: 'invalid-address' })
  if (bridge.surface === 'desktop') {
    carry(form, storage)
    if ((await sync.allowServer(form.address)) === 'reloading') return null
    storage.removeItem(carriedKey)
  }
  return sync.checkServer(form.address)
}
