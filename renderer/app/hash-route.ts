import { screenFromHash, screenToHash, useView } from '@renderer/state/view'

/** Keeps the address's hash and the view the same, so that reload, links and the back button work. */
export function startHashRoute(page: Window): () => void {
  const read = () => {
    const screen = screenFromHash(page.location.hash)
    const hash = screenToHash(screen)
    const hasSecret = 'start' in screen || 'code' in screen
    // Before anything else looks at the address, or keeps it: the token or code of a link does not stay there.
    if (hasSecret) page.history.replaceState(null, '', hash)
    if (hasSecret || hash !== screenToHash(useView.getState().screen)) useView.getState().open(screen)
    else useView.getState().setSheet(null)
  }
  read()
  const stop = useView.subscribe(({ screen }) => {
    const hash = screenToHash(screen)
    if (hash !== (page.location.hash || '#/')) page.history.pushState(null, '', hash)
  })
  page.addEventListener('hashchange', read)
  page.addEventListener('popstate', read)
  return () => {
    stop()
    page.removeEventListener('hashchange', read)
    page.removeEventListener('popstate', read)
  }
}
