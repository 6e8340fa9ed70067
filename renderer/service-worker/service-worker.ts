import { createOfflineCache } from './offline-cache'
import type { OfflineList } from './offline-list'

declare const self: ServiceWorkerGlobalScope
/** Filled in by the build. */
declare const offlineList: OfflineList

/** What a window says to a version that waits. `ask`: answered on the port with whether the window runs it already. */
type FromWindow = { readonly type: 'ask'; readonly entry: string } | { readonly type: 'take-over' }

const offline = createOfflineCache({
  caches,
  fetch: (url, init) => fetch(url, init),
  scope: self.registration.scope,
  list: offlineList,
})

self.addEventListener('install', (event) => event.waitUntil(offline.install()))

// Windows that were open before are answered from now on: a screen that they have not loaded yet is there offline.
self.addEventListener('activate', (event) => event.waitUntil(offline.tidy().then(() => self.clients.claim())))

self.addEventListener('fetch', (event) => {
  const answer = offline.answer(event.request)
  if (answer !== null) event.respondWith(answer)
})

self.addEventListener('message', (event) => {
  const message = event.data as FromWindow
  if (message.type === 'take-over') void self.skipWaiting()
  if (message.type === 'ask') event.ports[0]?.postMessage(message.entry.endsWith(offlineList.entry))
})
