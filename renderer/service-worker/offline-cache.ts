import { isAppPage, isHashed, type OfflineList } from './offline-list'

export interface CachePorts {
  readonly caches: CacheStorage
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The address of the page's folder, with a slash at the end. */
  readonly scope: string
  readonly list: OfflineList
}

/** The page and its files as they were built together, kept on the device. Nothing else is ever kept. */
export interface OfflineCache {
  /** Fetches and keeps everything. Rejects where a part is missing, and keeps nothing then. */
  install(): Promise<void>
  /** Lets go of builds that no open window can still come from. */
  tidy(): Promise<void>
  /** The answer to a request, or null where the network is to answer as if this was not there. */
  answer(request: Pick<Request, 'url' | 'method' | 'mode'>): Promise<Response> | null
}

const prefix = 'commonplace-'
const pageWaitMs = 4_000
const parallelFetches = 6

const isHtml = ({ headers }: Response): boolean => /^text\/html\b/i.test(headers.get('content-type') ?? '')

/** No file of the build but its page is HTML: what is comes from a portal or proxy that answers for everything. */
const isFile = (response: Response): boolean => response.ok && !isHtml(response)

export function createOfflineCache({ caches, fetch, scope, list }: CachePorts): OfflineCache {
  const name = prefix + list.version
  const urlOf = (path: string): string => new URL(path, scope).href
  const kept = new Set(list.files.map(urlOf))

  /** Never with the query of the request: what was shared to the app stays on the device. */
  const fetchPage = (init: RequestInit = {}): Promise<Response> =>
    fetch(scope, { cache: 'no-store', credentials: 'same-origin', redirect: 'manual', ...init })

  async function storePage(cache: Cache): Promise<void> {
    const page = await fetchPage()
    const text = await page.clone().text()
    if (!page.ok || !isHtml(page) || !isAppPage(text) || !text.includes(list.entry)) throw new Error('the page is not of this build')
    await cache.put(scope, page)
  }

  async function storeFile(cache: Cache, path: string): Promise<void> {
    const url = urlOf(path)
    const known = isHashed(path) ? await caches.match(url) : undefined
    const file = known ?? (await fetch(url, { cache: isHashed(path) ? 'default' : 'no-cache', redirect: 'error' }))
    if (!isFile(file)) throw new Error(`${path} is missing`)
    await cache.put(url, file)
  }

  async function answerPage(): Promise<Response> {
    const fromNetwork = await fetchPage({ signal: AbortSignal.timeout(pageWaitMs) }).catch(() => null)
    // A redirect is a login in front of the server: the browser goes there.
    if (fromNetwork !== null && (fromNetwork.type === 'opaqueredirect' || (await isApp(fromNetwork)))) return fromNetwork
    const cache = await caches.open(name)
    return (await cache.match(scope)) ?? fromNetwork ?? Response.error()
  }

  /** A sign-in page that answers 200 at the server's address is not the app, and neither is half of it. */
  async function isApp(page: Response): Promise<boolean> {
    if (!page.ok || !isHtml(page)) return false
    return page.clone().text().then(isAppPage, () => false)
  }

  async function answerHashed(url: string): Promise<Response> {
    // A window of the build before this one finds its files too.
    const known = await caches.match(url)
    if (known !== undefined) return known
    const file = await fetch(url, { redirect: 'error' })
    // Hashed files that are not in the list are kept once they were needed: grammars of programming languages.
    if (isFile(file)) await (await caches.open(name)).put(url, file.clone()).catch(() => undefined)
    return file
  }

  async function answerPlain(url: string): Promise<Response> {
    const fromNetwork = await fetch(url, { cache: 'no-cache', redirect: 'error' }).catch(() => null)
    if (fromNetwork !== null && isFile(fromNetwork)) return fromNetwork
    return (await (await caches.open(name)).match(url)) ?? fromNetwork ?? Response.error()
  }

  return {
    async install() {
      const cache = await caches.open(name)
      try {
        await storePage(cache)
        const waiting = [...list.files]
        const work = async (): Promise<void> => {
          for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await storeFile(cache, path)
        }
        await Promise.all(Array.from({ length: parallelFetches }, work))
      } catch (error) {
        await caches.delete(name)
        throw error
      }
    },

    async tidy() {
      const ours = (await caches.keys()).filter((key) => key.startsWith(prefix))
      const previous = ours.filter((key) => key !== name).at(-1)
      await Promise.all(ours.filter((key) => key !== name && key !== previous).map((key) => caches.delete(key)))
    },

    answer({ url, method, mode }) {
      if (method !== 'GET' || !url.startsWith(scope)) return null
      const path = url.slice(scope.length).replace(/[?#].*$/s, '')
      if (mode === 'navigate') return path === '' || path === 'index.html' ? answerPage() : null
      if (isHashed(path)) return answerHashed(urlOf(path))
      return kept.has(urlOf(path)) ? answerPlain(urlOf(path)) : null
    },
  }
}
