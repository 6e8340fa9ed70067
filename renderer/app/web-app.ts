import type { RouteOutput } from '@shared/bridge/contract'
import { languageFor, type Language } from '@renderer/i18n'
import { webAppTextFor } from '@renderer/i18n/web-app-text'
import type { Services } from '@renderer/state/services'
import { showToast } from '@renderer/ui/toasts'

/** A window that stays open for weeks asks for a new version this often, when it is looked at. */
const askEveryMs = 60 * 60 * 1000
/** Until the person answers. */
const noticeMs = 24 * 60 * 60 * 1000

/** Makes the page of a browser an app that can be installed and starts without a network. After the first paint. */
export async function startWebApp({ settings, bridge }: Services, { systemLanguage }: RouteOutput<'app.info'>): Promise<void> {
  const language = (): Language => languageFor(settings.current().language, systemLanguage)
  followSettings(() => {
    const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    const href = language() === 'en' ? './manifest.webmanifest' : `./manifest.${language()}.webmanifest`
    if (manifest !== null && manifest.getAttribute('href') !== href) manifest.href = href
    paintFrame()
  }, settings)

  makeRoomForKeyboard()
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  // Without it the app works, but not offline: browsers refuse it in private windows, for one.
  const registration = await serviceWorker.register('./service-worker.js', { updateViaCache: 'none' }).catch(() => null)
  if (registration === null) return
  const offer = (worker: ServiceWorker): void =>
    void runsAlready(worker).then((isThisVersion) => {
      if (isThisVersion) return takeOver(worker)
      const text = webAppTextFor(language())
      showToast({
        text: text.newVersion,
        durationMs: noticeMs,
        action: {
          label: text.reload,
          run() {
            serviceWorker.addEventListener('controllerchange', () => void bridge.request('app.reload', {}), { once: true })
            takeOver(worker)
          },
        },
      })
    })
  watchForNewer(registration, offer)
}

function followSettings(apply: () => void, settings: Services['settings']): void {
  apply()
  settings.subscribe(apply)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply)
}

/** The browser's own bar above an installed app is of the page's paper. */
function paintFrame(): void {
  requestAnimationFrame(() => {
    const color = getComputedStyle(document.body).backgroundColor
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', color)
  })
}

/** Smaller than any keyboard, larger than what bars of a browser come and go by. */
const smallestKeyboardPx = 120

/** Safari lays its keyboard over the page and shrinks nothing: the page shrinks itself, so that the box stays in sight. */
function makeRoomForKeyboard(): void {
  const { visualViewport } = window
  visualViewport?.addEventListener('resize', () => {
    const { style } = document.documentElement
    const isCovered = visualViewport.scale === 1 && innerHeight - visualViewport.height > smallestKeyboardPx
    if (isCovered) style.setProperty('--app-height', `${visualViewport.height}px`)
    else style.removeProperty('--app-height')
    if (isCovered) scrollTo(0, 0)
  })
}

function watchForNewer(registration: ServiceWorkerRegistration, offer: (worker: ServiceWorker) => void): void {
  const offered = new Set<ServiceWorker>()
  const look = (): void => {
    const { waiting, active } = registration
    // The very first one waits for nobody.
    if (waiting === null || active === null || offered.has(waiting)) return
    offered.add(waiting)
    offer(waiting)
  }
  look()
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => installing.state === 'installed' && look())
  })
  let askedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < askEveryMs) return
    askedAt = Date.now()
    void registration.update().catch(() => undefined)
  })
}

/** Whether this window's page came from the network in the version that waits: then there is nothing to reload for. */
function runsAlready(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data)
    worker.postMessage({ type: 'ask', entry }, [port2])
  })
}

const takeOver = (worker: ServiceWorker): void => worker.postMessage({ type: 'take-over' })
