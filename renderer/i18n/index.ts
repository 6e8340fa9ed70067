import { createContext, useContext } from 'react'
import { en, type Catalogue } from './en'
import { createFormat, type Format } from './format'

export const languages = ['en', 'zh-CN'] as const
export type Language = (typeof languages)[number]

/** English is there from the start: it stands in while another language is on its way, or where it cannot be had. */
const catalogues = new Map<Language, Catalogue>([['en', en]])

/** Fetches the words of a language, once. Without a network it may stay English until the next start. */
export async function loadLanguage(language: Language): Promise<void> {
  if (catalogues.has(language)) return
  const { zhCN } = await import('./zh-CN')
  catalogues.set('zh-CN', zhCN)
}

export interface Localisation {
  readonly language: Language
  readonly text: Catalogue
  readonly format: Format
}

const cache = new Map<Language, Localisation>()

/** The catalogue and the formats of one language; the same object every time. English until `loadLanguage` was there. */
export function localisationFor(wanted: Language): Localisation {
  const language = catalogues.has(wanted) ? wanted : 'en'
  const known = cache.get(language)
  if (known !== undefined) return known
  const made = { language, text: catalogues.get(language) ?? en, format: createFormat(language) }
  cache.set(language, made)
  return made
}

/** Any Chinese of the system is answered in Simplified Chinese, everything else in English. */
export function languageFor(setting: Language | 'system', systemLanguage: string): Language {
  if (setting !== 'system') return setting
  return systemLanguage.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

const LocalisationContext = createContext<Localisation>(localisationFor('en'))

export const LocalisationProvider = LocalisationContext.Provider

/** `const { text, format } = useLocalisation()`. */
export const useLocalisation = (): Localisation => useContext(LocalisationContext)
