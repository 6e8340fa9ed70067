import { createContext, useContext } from 'react'
import { en, type Catalogue } from './en'
import { zhCN } from './zh-CN'
import { createFormat, type Format } from './format'

export const languages = ['en', 'zh-CN'] as const
export type Language = (typeof languages)[number]

const catalogues: Record<Language, Catalogue> = { en, 'zh-CN': zhCN }

export interface Localisation {
  readonly language: Language
  readonly text: Catalogue
  readonly format: Format
}

const cache = new Map<Language, Localisation>()

/** The catalogue and the formats of one language; the same object every time. */
export function localisationFor(language: Language): Localisation {
  const known = cache.get(language)
  if (known !== undefined) return known
  const made = { language, text: catalogues[language], format: createFormat(language) }
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
