import type { MessageBoxOptions } from 'electron'
import { catalogueAddress, fetchCatalogue, publicCatalogueUrl } from '@shared/bridge/catalogue-fetch'
import type { Failure } from '@shared/errors'
import { fail, type Result } from '@shared/result'
import { readFileIfThere, writeFileAtomic } from './atomic-file'
import type { MenuLanguage } from './menu'

export interface CatalogueSource {
  fetch(url: string): Promise<Result<{ text: string }, Failure>>
}

export interface CatalogueSourceParts {
  /** A file of the profile: the one address of the person's own that was allowed. */
  readonly path: string
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Asks the person in a dialog that the page cannot answer. */
  readonly confirm: (url: string) => Promise<boolean>
}

/** Tables of models for the page, which itself reaches no foreign host: the public one, or one that the person allowed. */
export function createCatalogueSource({ path, fetch, confirm }: CatalogueSourceParts): CatalogueSource {
  async function isAllowed(address: string): Promise<boolean> {
    if (address === publicCatalogueUrl) return true
    const stored = await readFileIfThere(path).catch(() => null)
    if (stored !== null && Buffer.from(stored).toString('utf8').trim() === address) return true
    if (!(await confirm(address))) return false
    // Where it cannot be stored it is asked for again.
    await writeFileAtomic(path, `${address}\n`).catch(() => undefined)
    return true
  }

  return {
    async fetch(url) {
      const address = catalogueAddress(url)
      if (address === null) return fail({ code: 'url-not-allowed', stage: 'bridge' })
      if (!(await isAllowed(address))) return fail({ code: 'cancelled', stage: 'bridge' })
      return fetchCatalogue(address, fetch)
    },
  }
}

const texts = {
  en: {
    title: 'Fetch prices?',
    message: 'Fetch the table of models and prices from this address?',
    detail: 'Nothing is sent with the request. Say no if you did not ask for this.',
    fetch: 'Fetch',
    cancel: 'Do not fetch',
  },
  'zh-CN': {
    title: '获取价格？',
    message: '从这个地址获取模型与价格表？',
    detail: '请求不附带任何内容。如果这不是你的操作，请选择不获取。',
    fetch: '获取',
    cancel: '不获取',
  },
} as const

/** The button that fetches; the other one, the default, does not. */
export const fetchButton = 0

export function catalogueDialog(url: string, language: MenuLanguage): MessageBoxOptions {
  const text = texts[language]
  const dialog = { title: text.title, message: text.message, detail: `${url}\n\n${text.detail}`, buttons: [text.fetch, text.cancel] }
  return { type: 'question', ...dialog, defaultId: 1, cancelId: 1, noLink: true }
}
