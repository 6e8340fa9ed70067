import type { Result } from '../result'
import type { Failure } from '../errors'
import type { BridgeEvent, FetchRequest, RouteInput, RouteName, RouteOutput } from './contract'

/**
 * The app's only way to its surroundings. There are two: Electron's (preload and main) and the browser's; the
 * contract suite in test/contract runs against both.
 */
export interface Bridge {
  readonly surface: 'desktop' | 'browser'

  request<Name extends RouteName>(name: Name, input: RouteInput<Name>): Promise<Result<RouteOutput<Name>, Failure>>

  /**
   * Sends a request with a stored credential and streams the answer back. Rejects with a BridgeFetchError, whose
   * failure is `url-not-allowed` where the URL is not under the credential's prefixes, `network` or `offline`
   * where nothing was reached; redirects are refused. Aborting the signal rejects with the signal's reason.
   */
  fetchWithCredential(request: FetchRequest, signal: AbortSignal): Promise<Response>

  /** Returns the function that stops listening. */
  onEvent(listener: (event: BridgeEvent) => void): () => void

  /** Tells main that `before-quit` has been dealt with. */
  readyToQuit(): void
}

/** Why a credentialed fetch gave no response; carried through the provider SDKs as the cause of their own error. */
export class BridgeFetchError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.code)
    this.name = 'BridgeFetchError'
  }
}
