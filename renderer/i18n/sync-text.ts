import { sync as en } from './en/sync'
import { useLocalisation, type Language } from './index'
import { sync as zhCN } from './zh-CN/sync'

export type SyncText = typeof en

const texts: Record<Language, SyncText> = { en, 'zh-CN': zhCN }

/** Words of sync. Apart from the rest, so that they load with its screens and not before. */
export const syncTextFor = (language: Language): SyncText => texts[language]

export const useSyncText = (): SyncText => texts[useLocalisation().language]
