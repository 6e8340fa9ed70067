import type { Bridge } from '@shared/bridge/bridge'
import type { RouteInput, RouteName, RouteOutput } from '@shared/bridge/contract'
import type { Failure } from '@shared/errors'
import { fail, ok, type Result } from '@shared/result'
import { appInfo } from './browser/app-info'
import { createBrowserMarker } from './browser/marker'
import { privateRoot } from './browser/private-folder'

/** The bridge in a browser: what the first paint asks for is here, the other routes come in a file of their own. */
export function createBrowserBridge(): Bridge {
  const marker = createBrowserMarker(privateRoot, localStorage)
  let loading: ReturnType<typeof loadRoutes> | null = null
  const others = () => (loading ??= loadRoutes())

  return {
    surface: 'browser',

    async request<Name extends RouteName>(name: Name, input: RouteInput<Name>): Promise<Result<RouteOutput<Name>, Failure>> {
      const first: Partial<FirstRoutes> = isEmpty(input) ? { 'app.info': async () => ok(appInfo()), 'profile.status': marker.status } : {}
      const answer = first[name as keyof FirstRoutes]
      if (answer !== undefined) return (await answer()) as Result<RouteOutput<Name>, Failure>
      try {
        return await (await others()).request(name, input)
      } catch {
        loading = null
        return fail({ code: 'network', stage: 'bridge', detail: 'a part of the app did not load' })
      }
    },

    fetchWithCredential: async (request, signal) => (await others()).fetchWithCredential(request, signal),

    onEvent: (listener) => {
      // The page may be gone after it is hidden: the same last word as before a quit.
      const onHide = () => listener({ type: 'before-quit' })
      window.addEventListener('pagehide', onHide)
      return () => window.removeEventListener('pagehide', onHide)
    },
    readyToQuit: () => undefined,
  }
}

type FirstRoutes = { readonly [Name in 'app.info' | 'profile.status']: () => Promise<Result<RouteOutput<Name>, Failure>> }

const isEmpty = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && !Array.isArray(input) && Object.keys(input).length === 0

const loadRoutes = () => import('./browser/routes').then(({ createBrowserRoutes }) => createBrowserRoutes())
